import AgentProtocol
import DeterministicMath
import Simulation

/// The steps that a flight recorder holds, or that a dead process left in its ring's file.
///
/// ```swift
/// if let log = try? FlightLog(path: "game.flight") { try log.write(to: "crash.mcap") }
/// ```
public struct FlightLog: Sendable {
  /// The run's simulation, parameters, seed and build; its first step is that of what is held.
  public package(set) var header: RecordingHeader
  /// The steps of the run that are held.
  public let steps: Range<Int64>
  /// Inputs of a step that began and did not end, where the ring ends with one.
  public private(set) var unfinishedInputs: [RecordWords]?
  /// Whether the ring's process has ended, so that the end of the log is the end of the run.
  private let isOver: Bool
  private let bytes: [UInt8]
  /// From the key frame that it begins with.
  private let entries: ArraySlice<Entry>
  /// What stands in place of the inputs of an entry that begins a step, by the entry's place; `nil`:
  /// the entry's own.
  private var redacted: [Int: [RecordWords]]?

  private struct Entry {
    var kind: FlightEntry.Kind
    var sequence: UInt64
    var step: Int64
    var payload: Range<Int>
    var end: Int
  }

  /// Whether the bytes begin like the file of a ring.
  package static func begins(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.starts(with: MCAP.ringMagic)
  }

  /// Reads a ring's memory.
  ///
  /// - Parameters:
  ///   - compressions: what its header may be compressed with.
  ///   - isOver: whether its process has ended.
  package init(
    _ bytes: [UInt8], _ compressions: [Compression], isOver: Bool
  ) throws(RecordingError) {
    guard FlightLog.begins(bytes) else { throw RecordingError(.notARecording) }
    var reader = ByteReader(bytes)
    guard reader.readRange(8) != nil, let size = reader.readUInt64(),
      let stepCount = reader.readUInt64(), let crc = reader.readUInt32(),
      CRC32.of(bytes[8..<24]) == crc, size <= UInt64(reader.remaining),
      let copy = reader.readBytes(Int(size)),
      var parts = HeaderCopy.parts(copy, compressions)
    else { throw RecordingError(.damaged("the header of the ring cannot be read")) }
    parts.deriveJSON()
    header = try parts.header().0
    let chain = FlightLog.chain(bytes, from: FlightHead.areaStart(Int(size)))
    let ends = chain.filter { $0.kind == .end }
    guard let first = chain.firstIndex(where: { $0.kind == .keyframe }) else {
      throw RecordingError(.nothingToRecover)
    }
    let last = chain.last { $0.kind == .end || $0.kind == .keyframe }
    let end = last.map { $0.kind == .end ? $0.step + 1 : $0.step } ?? 0
    // The last key frame that lies far enough back.
    let start =
      chain.lastIndex {
        $0.kind == .keyframe && $0.step <= end - Int64(clamping: stepCount)
      } ?? first
    guard chain[start].step < end, !ends.isEmpty else {
      throw RecordingError(.nothingToRecover)
    }
    self.bytes = bytes
    self.isOver = isOver
    entries = chain[start...]
    steps = chain[start].step..<end
    let newest = chain.last
    unfinishedInputs = newest.flatMap { entry in
      entry.kind == .begin && entry.step == end ? FlightLog.inputs(bytes, entry.payload) : nil
    }
    header.firstStep = steps.lowerBound
    header.origin =
      steps.lowerBound > 0
      ? "a flight recorder, steps \(steps.lowerBound) to \(end - 1) of the run" : nil
  }

  /// The newest whole entries, without a gap between them, in the order in which they were made.
  private static func chain(_ bytes: [UInt8], from start: Int) -> [Entry] {
    var found: [Entry] = []
    // A file of lies costs no more than a few readings of a whole one.
    var effort = 4 * bytes.count
    var place = start
    while place + FlightEntry.headSize <= bytes.count, effort > 0 {
      if let entry = entry(bytes, place, &effort) {
        found.append(entry)
        place = entry.end
      } else {
        place += FlightEntry.alignment
      }
    }
    found.sort { $0.sequence > $1.sequence }
    var chain: [Entry] = []
    for entry in found {
      if let newer = chain.last, entry.sequence &+ 1 != newer.sequence { break }
      chain.append(entry)
    }
    chain.reverse()
    return chain
  }

  private static func entry(_ bytes: [UInt8], _ place: Int, _ effort: inout Int) -> Entry? {
    var reader = ByteReader(bytes, place..<bytes.count)
    guard reader.readUInt64() == FlightEntry.mark, let sequence = reader.readUInt64(),
      let step = reader.readUInt64(), step < 1 << 62, let size = reader.readUInt32(),
      let kind = reader.readUInt32().flatMap({ FlightEntry.Kind(rawValue: $0) }),
      let crc = reader.readUInt32(), reader.readUInt32() != nil,
      let payload = reader.readRange(Int(size))
    else { return nil }
    effort -= payload.count
    let isWhole = bytes.withUnsafeBytes { memory in
      var sum = CRC32()
      sum.update(UnsafeRawBufferPointer(rebasing: memory[place + 8..<place + 32]))
      sum.update(UnsafeRawBufferPointer(rebasing: memory[payload]))
      return sum.value == crc
    }
    guard isWhole else { return nil }
    return Entry(
      kind: kind, sequence: sequence, step: Int64(step), payload: payload,
      end: place + FlightEntry.size(payload.count))
  }

  private static func inputs(_ bytes: [UInt8], _ range: Range<Int>) -> [RecordWords]? {
    var reader = ByteReader(bytes, range)
    guard let count = reader.readUInt32() else { return nil }
    var inputs: [RecordWords] = []
    for _ in 0..<count {
      guard let kind = reader.readUInt32(), let size = reader.readUInt32(),
        Int(size) <= reader.remaining / 8
      else { return nil }
      let words = (0..<size).compactMap { _ in reader.readUInt64() }
      inputs.append(RecordWords(kind: Int(kind), words: words))
    }
    return inputs
  }

  private static func digest(_ reader: inout ByteReader) -> StateDigest? {
    guard let low = reader.readUInt64(), let high = reader.readUInt64() else { return nil }
    return StateDigest(low: low, high: high)
  }

  private static func image(_ reader: inout ByteReader) -> StateImage? {
    guard let count = reader.readUInt32(), let size = reader.readUInt32(),
      Int(count) <= reader.remaining / 4
    else { return nil }
    let rowCounts = (0..<count).compactMap { _ in reader.readUInt32().map { Int32(bitPattern: $0) }
    }
    guard let bytes = reader.readBytes(Int(size)) else { return nil }
    return StateImage(rowCounts: rowCounts, bytes: bytes)
  }

  /// The log with other inputs in place of its own.
  ///
  /// - Parameter replacement: of an input; `nil` leaves it out.
  package func replacingInputs(
    _ replacement: (RecordWords) -> RecordWords?
  ) throws(RecordingError) -> FlightLog {
    var log = self
    log.redacted = [:]
    for (place, entry) in zip(entries.indices, entries) where entry.kind == .begin {
      guard let inputs = FlightLog.inputs(bytes, entry.payload) else { throw damaged }
      log.redacted?[place] = inputs.compactMap(replacement)
    }
    log.unfinishedInputs = unfinishedInputs?.compactMap(replacement)
    return log
  }

  /// The inputs of the entry at a place.
  private func inputs(at place: Int) -> [RecordWords]? {
    if let redacted { return redacted[place] }
    return FlightLog.inputs(bytes, entries[place].payload)
  }

  /// The digest after a step of the run; `nil` when it is not held.
  public func digest(after step: Int64) -> StateDigest? {
    guard let entry = entries.last(where: { $0.kind == .end && $0.step == step }) else {
      return nil
    }
    var reader = ByteReader(bytes, entry.payload)
    return FlightLog.digest(&reader)
  }

  /// A part of the log, in the order of the run.
  package enum Event {
    case step(inputs: [RecordWords], digest: StateDigest, state: StateImage?)
    case keyframe(StateImage)
    case marker(String)
  }

  /// The full state before the first step that is held, and its digest.
  package func start() throws(RecordingError) -> (image: StateImage, digest: StateDigest) {
    var reader = ByteReader(bytes, entries[entries.startIndex].payload)
    guard let digest = FlightLog.digest(&reader), let image = FlightLog.image(&reader) else {
      throw damaged
    }
    return (image, digest)
  }

  private var damaged: RecordingError {
    RecordingError(.damaged("an entry of the ring cannot be read"))
  }

  /// Calls `body` with all that follows on ``start()``.
  package func forEachEvent(
    _ body: (Event) throws(RecordingError) -> Void
  ) throws(RecordingError) {
    var pending: (step: Int64, inputs: [RecordWords])?
    var place = steps.lowerBound
    for (index, entry) in zip(entries.indices, entries).dropFirst() {
      var reader = ByteReader(bytes, entry.payload)
      switch entry.kind {
      case .begin:
        guard let inputs = inputs(at: index) else { throw damaged }
        pending = (entry.step, inputs)
      case .end:
        // A step that is refused is begun again, perhaps with other inputs.
        guard let digest = FlightLog.digest(&reader), let step = pending, step.step == entry.step,
          entry.step == place
        else { throw damaged }
        let state = reader.isAtEnd ? nil : FlightLog.image(&reader)
        try body(.step(inputs: step.inputs, digest: digest, state: state))
        pending = nil
        place += 1
      case .refused: pending = nil
      case .keyframe:
        guard entry.step == place, FlightLog.digest(&reader) != nil,
          let image = FlightLog.image(&reader)
        else { throw damaged }
        try body(.keyframe(image))
      case .marker:
        guard let text = String(validating: bytes[entry.payload], as: UTF8.self) else {
          throw damaged
        }
        try body(.marker(text))
      }
    }
  }

  /// Why the run ended at the end of the log; `nil` while its process runs.
  package var endNote: String? { isOver ? ending : nil }

  /// How a process that left its ring has ended, in one line for people.
  public var ending: String {
    guard let inputs = unfinishedInputs else {
      return "the process ended after step \(steps.upperBound - 1)"
    }
    let json = InputJSON(header.description.inputs)
    let lines = inputs.map { json.text(step: steps.upperBound, $0) }
    return "the process ended within step \(steps.upperBound)"
      + (lines.isEmpty
        ? ", which had no inputs" : ", whose inputs were " + lines.joined(separator: " "))
  }
}
