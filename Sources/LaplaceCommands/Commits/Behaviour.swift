import AgentProtocol
import DeterministicMath
import Recording
import Sessions
import Simulation

/// What one build did with a recording's inputs, in several runs.
struct Behaviour {
  /// One run: the digests before step 0 and after each step, or why there are none.
  enum Course: Equatable {
    case digests([StateDigest])
    case failed(String)
  }

  /// Courses that were seen, each with how often.
  private(set) var courses: [(course: Course, count: Int)] = []

  var runCount: Int { courses.reduce(0) { $0 + $1.count } }
  var isStable: Bool { courses.count == 1 }

  mutating func note(_ course: Course) {
    if let index = courses.firstIndex(where: { $0.course == course }) {
      courses[index].count += 1
    } else {
      courses.append((course, 1))
    }
  }

  /// Whether both may well do the same: a course of one is a course of the other, and either both
  /// waver or none does. Builds of which no two runs were the same have nothing to compare.
  func isLike(_ other: Behaviour) -> Bool {
    guard isStable == other.isStable else { return false }
    if !isStable && !repeats && !other.repeats { return true }
    return courses.contains { one in other.courses.contains { $0.course == one.course } }
  }

  private var repeats: Bool { courses.contains { $0.count > 1 } }

  /// Whether every run gave the recording's digests.
  func reproduces(_ recording: Recording) throws -> Bool {
    guard isStable, case .digests(let digests) = courses[0].course else { return false }
    return try digests.enumerated().allSatisfy { index, digest in
      digest == (try recording.digest(after: Int64(index) - 1))
    }
  }

  /// Why no run gave an answer; `nil` where one did.
  var failure: String? {
    guard isStable, case .failed(let reason) = courses[0].course else { return nil }
    return reason
  }

  /// Runs a build once.
  ///
  /// - Throws: `RecordingError`.
  static func course(of recording: Recording, on agent: any Agent) -> Course {
    let header = recording.header
    do {
      let started = try agent.start(
        simulation: header.description.name, parameters: header.parameters, seed: header.seed)
      if let difference = schemaDifference(header.description, started.description) {
        return .failed("\(AgentError.schemaDiffers(difference))")
      }
      var digests = [started.digest]
      var step = Int64(0)
      while step < recording.stepCount {
        let end = min(step + 4096, recording.stepCount)
        digests += try agent.run((step..<end).map { try recording.inputs(at: $0) })
        step = end
      }
      return .digests(digests)
    } catch {
      return .failed("\(error)")
    }
  }
}
