import Pictures
import Simulation

/// How the difference of two recordings grows: for each step that both pages hold, the greatest
/// distance of two numbers, and how many values differ.
package struct PageGrowth: Encodable {
  var steps: [Int64] = []
  var distances: [Double] = []
  var counts: [Int] = []

  package init(_ a: PageRecording, _ b: PageRecording) {
    var (left, right) = (Cursor(a.tables), Cursor(b.tables))
    var other = 0
    for (index, step) in a.steps.enumerated() {
      left.go(to: index)
      while other < b.steps.count, b.steps[other] < step {
        right.go(to: other)
        other += 1
      }
      guard other < b.steps.count, b.steps[other] == step else { continue }
      right.go(to: other)
      other += 1
      let (distance, count) = left.difference(from: right)
      steps.append(step)
      distances.append(distance)
      counts.append(count)
    }
  }

  /// Where the lanes of tables stand at a step.
  private struct Cursor {
    let tables: PageTables
    var sample = -1
    /// For each table and slot, how many of its samples lie before the step that follows.
    var ends: [[Int]]

    init(_ tables: PageTables) {
      self.tables = tables
      ends = tables.tables.map { Array(repeating: 0, count: $0.slots.count) }
    }

    mutating func go(to index: Int) {
      while sample < index {
        sample += 1
        for (place, table) in tables.tables.enumerated() {
          for slot in 0..<Int(table.counts[sample]) { ends[place][slot] += 1 }
        }
      }
    }

    func difference(from other: Cursor) -> (Double, Int) {
      var (greatest, count) = (0.0, 0)
      for (place, table) in tables.tables.enumerated() where place < other.ends.count {
        let rows = Int(table.counts[sample])
        let otherRows = Int(other.tables.tables[place].counts[other.sample])
        count += abs(rows - otherRows)
        for slot in 0..<min(rows, otherRows) {
          let (a, b) = (table.slots[slot], other.tables.tables[place].slots[slot])
          let (at, there) = (ends[place][slot] - 1, other.ends[place][slot] - 1)
          for (column, field) in table.columns.enumerated() {
            let words = (a.words[column][at], b.words[column][there])
            let low = field.isWide ? (a.lowWords[column][at], b.lowWords[column][there]) : (0, 0)
            if words == (words.1, words.1), low.0 == low.1 { continue }
            count += 1
            let distance = abs(
              field.number(words.0, low.0) - field.number(words.1, low.1))
            if field.isFloat, distance.isFinite { greatest = max(greatest, distance) }
          }
        }
      }
      return (greatest, count)
    }
  }
}

extension PageTables.Column {
  /// The floating-point number of an ordered word; 0 for whole numbers.
  fileprivate func number(_ word: Int64, _ low: Int64) -> Double {
    switch type {
    case .float32:
      let bits = UInt32(truncatingIfNeeded: word)
      return Double(Float(bitPattern: bits >> 31 == 1 ? bits ^ 0x8000_0000 : ~bits))
    case .float64:
      let bits = UInt64(word) << 32 | UInt64(low)
      return Double(bitPattern: bits >> 63 == 1 ? bits ^ (1 << 63) : ~bits)
    default: return 0
    }
  }
}
