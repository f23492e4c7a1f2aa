import Dispatch
import Foundation
import Synchronization

/// What a line of the table has found.
struct Finding {
  var text: String
  var isGood: Bool

  init(_ text: String, isGood: Bool) {
    self.text = text
    self.isGood = isGood
  }
}

/// A line of the table: something that an engine should do, and how well ours does it.
struct QualityLine: Sendable {
  var name: String
  var goal: String
  var measure: @Sendable (QualityOptions) -> Finding

  init(_ name: String, goal: String, _ measure: @escaping @Sendable (QualityOptions) -> Finding) {
    self.name = name
    self.goal = goal
    self.measure = measure
  }
}

/// All lines, in the order of the table.
let qualityLines =
  restLines + standLines + hitLines + passageLines + springLines + wallLines + spinLines

/// Prints the table; whether every goal is met.
func report(
  _ lines: [QualityLine], _ options: QualityOptions, beside peers: [Peer] = []
) -> Bool {
  var missed = 0
  for line in lines {
    let finding = line.measure(options)
    if !finding.isGood { missed += 1 }
    // Line by line, whatever listens: a full run takes minutes.
    tell(
      "\(finding.isGood ? "  " : "! ")\(padded(line.name, 34)) \(padded(finding.text, 44)) "
        + "goal: \(line.goal)")
    for peer in peers {
      guard let finding = peer.findings[line.name] else { continue }
      tell("    \(padded(peer.name, 32)) \(finding)")
    }
  }
  tell("\(lines.count - missed) of \(lines.count) goals met")
  return missed == 0
}

func tell(_ text: String) {
  FileHandle.standardOutput.write(Data("\(text)\n".utf8))
}

func padded(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}

func fixed(_ x: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", x) }

/// What `body` finds for each of the numbers below `count`, on all processors; by number.
func each<Result: Sendable>(_ count: Int, _ body: @Sendable (Int) -> Result) -> [Result] {
  let results = Mutex([Result?](repeating: nil, count: count))
  DispatchQueue.concurrentPerform(iterations: count) { index in
    let result = body(index)
    results.withLock { $0[index] = result }
  }
  return results.withLock { $0.compactMap { $0 } }
}
