import TestSupport
import Testing
import WorkerThreads

/// Who waits for the others gets more to do.
@Suite struct BalanceTests {
  /// Workers whose rows cost `costs` each, over enough steps: how long each works in the end.
  private static func settle(_ balance: borrowing Balance, costs: [Double]) -> [Double] {
    var times: [Double] = []
    for _ in 0..<400 {
      times = costs.indices.map { worker in
        Double(balance.portions[worker + 1] - balance.portions[worker]) * costs[worker]
      }
      let longest = times.max() ?? 0
      for _ in 0..<Balance.patience {
        for worker in costs.indices { balance.note(worker, Int(longest - times[worker])) }
      }
      balance.update()
    }
    return times
  }

  @Test(
    "workers of unequal speed come to work for equally long",
    arguments: [[1, 1], [1, 0.8], [0.9, 1.3], [1, 1, 0.7], [1, 1.5, 1, 1, 0.9]])
  func unequal(costs: [Double]) {
    let balance = Balance(workers: costs.count)
    let times = BalanceTests.settle(balance, costs: costs)
    let longest = times.max() ?? 0
    let least = times.min() ?? 0
    #expect(longest - least < 0.02 * longest, "\(times)")
    #expect(balance.portions[0] == 0 && balance.portions[costs.count] == 65_536)
  }

  @Test("whoever waits, everybody keeps a part, and all is divided", arguments: UInt64(0)..<20)
  func random(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let count = 2 + Int.random(in: 0..<7, using: &random)
    let balance = Balance(workers: count)
    for _ in 0..<500 {
      let longest = Int.random(in: 0..<count, using: &random)
      for _ in 0..<Balance.patience {
        for worker in 0..<count {
          let bits = Int.random(in: 1...40, using: &random)
          balance.note(
            worker, worker == longest ? 0 : Int.random(in: 0..<1 << bits, using: &random))
        }
      }
      balance.update()
      #expect(balance.portions[0] == 0 && balance.portions[count] == 65_536, "seed \(seed)")
      for worker in 0..<count {
        let portion = balance.portions[worker + 1] - balance.portions[worker]
        #expect(portion > 65_536 / count / 5, "seed \(seed), worker \(worker) of \(count)")
      }
    }
  }

  @Test("a few barriers say nothing")
  func patience() {
    let balance = Balance(workers: 2)
    for _ in 1..<Balance.patience {
      balance.note(0, 100_000)
      balance.note(1, 0)
    }
    balance.update()
    #expect(balance.portions[1] == 32_768)
    balance.note(0, 0)
    balance.note(1, 0)
    balance.update()
    #expect(balance.portions[1] > 32_768)
  }
}
