import Simulation

/// Codes one row after the other: any fields, and the twin of ``WideTable``.
struct RowCoder: Sendable {
  private let layout: BlockLayout.Table
  private let path: MotionPath?
  private var history: TableHistory
  private var tokens: [[UInt8]] = []
  /// The context of each token.
  private var contexts: [[UInt8]] = []
  private var bits: [[UInt8]] = []
  private var pending: [UInt64] = []
  private var pendingCount: [UInt64] = []
  private(set) var activeRowSteps = 0
  private var rows: [Int32] = []
  private var scratch: [UInt8] = []

  init(_ table: BlockLayout.Table, _ layout: BlockLayout) {
    self.layout = table
    path = layout.motion
    history = TableHistory(table)
  }

  mutating func begin(rowCount: Int, _ bytes: ArraySlice<UInt8>) {
    history.begin(rowCount: rowCount, bytes)
    tokens = Array(repeating: [], count: layout.lanes.count)
    contexts = tokens
    self.bits = tokens
    pending = Array(repeating: 0, count: layout.lanes.count)
    pendingCount = pending
    activeRowSteps = 0
  }

  mutating func resize(rowCount: Int) { history.resize(rowCount: rowCount) }

  mutating func append(_ source: UnsafePointer<UInt8>?, _ structure: inout ByteWriter) {
    if let source {
      history.changedRows(source, into: &rows)
    } else {
      rows.removeAll(keepingCapacity: true)
    }
    appendMask(&structure)
    guard !rows.isEmpty, let source else { return }
    activeRowSteps += rows.count
    codeRows(source, rows.count)
  }

  private mutating func appendMask(_ structure: inout ByteWriter) {
    let old = history.active
    var previous: Int32 = -1
    var i = 0
    var j = 0
    while i < old.count || j < rows.count {
      let toggled: Int32
      if j == rows.count || (i < old.count && old[i] < rows[j]) {
        toggled = old[i]
        i += 1
      } else if i == old.count || rows[j] < old[i] {
        toggled = rows[j]
        j += 1
      } else {
        i += 1
        j += 1
        continue
      }
      structure.appendVarint(UInt64(toggled - previous))
      previous = toggled
    }
    structure.append(0 as UInt8)
    history.setActive(rows)
  }

  private mutating func codeRows(_ source: UnsafePointer<UInt8>, _ count: Int) {
    // Tokens, contexts, bits: a class has fewer low bits than the word; eight bytes for the last
    // store.
    let planes = layout.lanes.map { count * (2 + $0.size) + 16 }
    let size = planes.reduce(0, +)
    if scratch.count < size { scratch = [UInt8](repeating: 0, count: 2 * size) }
    scratch.withUnsafeMutableBufferPointer { scratch in
      guard let base = scratch.baseAddress else { return }
      withUnsafeTemporaryAllocation(of: EncodingLane.self, capacity: planes.count) { lanes in
        guard let first = lanes.baseAddress else { return }
        var plane = base
        for lane in planes.indices {
          (first + lane).initialize(
            to: EncodingLane(
              tokens: plane, contexts: plane + count, bits: plane + 2 * count,
              pending: pending[lane],
              pendingCount: pendingCount[lane]))
          plane += planes[lane]
        }
        history.code(source, path, first)
        plane = base
        for lane in planes.indices {
          let bitPlane = plane + 2 * count
          let written = first[lane].bits - bitPlane
          tokens[lane].append(contentsOf: UnsafeBufferPointer(start: plane, count: count))
          contexts[lane].append(contentsOf: UnsafeBufferPointer(start: plane + count, count: count))
          bits[lane].append(contentsOf: UnsafeBufferPointer(start: bitPlane, count: written))
          pending[lane] = first[lane].pending
          pendingCount[lane] = first[lane].pendingCount
          plane += planes[lane]
        }
      }
    }
  }

  func streams() -> [FieldStreams] {
    layout.lanes.indices.map { lane in
      var raw = bits[lane]
      if pendingCount[lane] > 0 { raw.append(UInt8(truncatingIfNeeded: pending[lane])) }
      guard tokens[lane].count >= TokenStreams.tokenCountMin else {
        return FieldStreams(tokens: [tokens[lane]], bits: raw)
      }
      var streams = [[UInt8]](repeating: [], count: TokenContext.count)
      for (token, context) in zip(tokens[lane], contexts[lane]) {
        streams[Int(context)].append(token)
      }
      return FieldStreams(tokens: streams, bits: raw)
    }
  }
}
