import Foundation
import Simulation
import Synchronization
import TestSupport
import Testing
import WorkerThreads

/// Threads that run together, wait for one another, sleep and end.
@Suite struct ThreadTeamTests {
  @Test(
    "every worker runs once, and sees what all wrote before they met",
    arguments: Sample.of([1, 2, 3, 5, 8]))
  func meets(count: Int) {
    let team = ThreadTeam(workers: count)
    #expect(team.count == count)
    for round in 0..<300 {
      let cells = UnsafeMutablePointer<Int>.allocate(capacity: count)
      cells.initialize(repeating: 0, count: count)
      let wrong = Atomic(0)
      team.run { worker in
        for stage in 1...5 {
          cells[worker] += stage
          team.meet(worker, isTimed: true)
          for other in 0..<team.count where cells[other] != stage * (stage + 1) / 2 {
            wrong.add(1, ordering: .relaxed)
          }
          team.meet(worker, isTimed: true)
        }
      }
      #expect(wrong.load(ordering: .relaxed) == 0, "round \(round)")
      cells.deallocate()
    }
  }

  @Test("a worker that waits long at a barrier blocks, and is woken", arguments: [2, 3, 5])
  func lateWorkers(count: Int) {
    let team = ThreadTeam(workers: count)
    for round in 0..<24 {
      let late = round % count
      let arrived = Atomic(0)
      let wrong = Atomic(0)
      team.expectWork(true)
      team.run { worker in
        if worker == late { Thread.sleep(forTimeInterval: 0.003) }
        arrived.add(1, ordering: .relaxed)
        team.meet(worker, isTimed: round % 2 == 0)
        if arrived.load(ordering: .relaxed) != count { wrong.add(1, ordering: .relaxed) }
        team.meet(worker, isTimed: false)
      }
      // Long enough for the others to sleep within the step.
      if round % 3 == 0 { Thread.sleep(forTimeInterval: 0.003) }
      team.run { _ in arrived.add(1, ordering: .relaxed) }
      team.expectWork(false)
      #expect(wrong.load(ordering: .relaxed) == 0, "round \(round)")
      #expect(arrived.load(ordering: .relaxed) == 2 * count, "round \(round)")
    }
  }

  @Test("a team works between steps, in steps, and after pauses", arguments: [2, 3])
  func expectedWork(count: Int) async throws {
    let team = ThreadTeam(workers: count)
    for round in 0..<40 {
      let calls = Atomic(0)
      if round % 3 != 0 { team.expectWork(true) }
      for _ in 0..<20 { team.run { _ in calls.add(1, ordering: .relaxed) } }
      if round % 3 == 1 { team.expectWork(false) }
      if round % 4 == 0 { try await Task.sleep(for: .milliseconds(2)) }
      #expect(calls.load(ordering: .relaxed) == 20 * count, "round \(round)")
    }
  }

  @Test("a team that slept goes on, and one that nobody holds ends")
  func sleepsAndEnds() {
    weak var gone: ThreadTeam?
    do {
      let team = ThreadTeam(workers: 3)
      gone = team
      let calls = Atomic(0)
      for pause in [0, 1, 60, 0, 120] {
        // Longer than workers spin.
        let end = ContinuousClock.now.advanced(by: .milliseconds(pause))
        while ContinuousClock.now < end {}
        team.run { _ in calls.add(1, ordering: .relaxed) }
      }
      #expect(calls.load(ordering: .relaxed) == 15)
    }
    #expect(gone == nil)
  }

  @Test("a count out of range is brought within it", arguments: [(-1, 1), (0, 1), (1000, 64)])
  func counts(given: Int, expected: Int) {
    #expect(ThreadTeam(workers: given).count == expected)
  }
}
