import DeterministicMath
import Simulation

/// What could be kept of a damaged or unfinished recording.
///
/// Every chunk that is whole is kept, wherever it lies: chunks are looked for throughout the file
/// and believed when their checksums agree. Where some are lost between others, what is left are
/// several ``pieces``.
public struct Rescue {
  /// Steps that follow one on the other, without a gap.
  public struct Piece {
    /// The steps, numbered from 0; its header says where in the run they begin.
    public let recording: Recording
    /// The steps of the run that it holds.
    public var steps: Range<Int64> {
      recording.header.firstStep..<recording.header.firstStep + recording.stepCount
    }
  }

  /// The pieces, in the order of their steps; there is at least one.
  public private(set) var pieces: [Piece]
  /// The first piece.
  public var recording: Recording { pieces[0].recording }
  /// What strict reading stumbles over; `nil` when nothing is amiss.
  public let damage: RecordingError?
  /// How many steps the run had, as the file says; `nil` when that is lost, too.
  public let stepCount: Int64?
  /// The digest of the state before step 0 of the run.
  package let initialDigest: StateDigest
  /// The file that was read; `nil` for a recording that is in memory.
  package var path: String?

  /// Reads a recording, keeping every whole chunk.
  ///
  /// - Throws: ``RecordingError`` when nothing can be kept: both copies of the header are lost, or
  ///   all chunks.
  package init(_ source: ByteSource) throws(RecordingError) {
    do throws(RecordingError) {
      pieces = [Piece(recording: try Recording(checking: source))]
      initialDigest = pieces[0].recording.shared.index.initialDigest
      (damage, stepCount) = (nil, pieces[0].steps.upperBound)
      return
    } catch {
      damage = error
    }
    let bytes = try source.all()
    let compressions = source.compressions
    guard let (header, initial) = try RecordSearch.header(in: bytes, compressions) else {
      // What has nothing of a recording is none, whatever else it is.
      switch damage?.reason {
      case .emptyFile?, .notARecording?, .flightRing?, .profileUnknown?, .unfit?:
        throw damage ?? RecordingError(.nothingToRecover)
      default: throw RecordingError(.nothingToRecover)
      }
    }
    initialDigest = initial
    let statistics = RecordSearch.metadata("statistics", in: bytes).last
    // A file cut off by its writer has no statistics, one of version 2 begins later.
    stepCount = statistics?.first { $0.0 == "steps" }.flatMap { Int64($0.1) }
      .flatMap { (0..<1 << 62).contains($0) ? $0 + header.firstStep : nil }
    let endNote = RecordSearch.metadata("ended", in: bytes).last?.first { $0.0 == "reason" }?.1
    pieces = Rescue.pieces(of: ByteSource(bytes, compressions), header, initial, endNote)
    guard !pieces.isEmpty else {
      if case .unfit? = damage?.reason, let damage { throw damage }
      throw RecordingError(.nothingToRecover)
    }
  }

  private typealias Found = (place: FoundChunk, firstStep: Int64, count: Int64)

  private static func pieces(
    of source: ByteSource, _ header: RecordingHeader, _ initial: StateDigest, _ endNote: String?
  ) -> [Piece] {
    let (bytes, compressions) = (source.memory ?? [], source.compressions)
    var found: [Found] = []
    for chunk in RecordSearch.chunks(in: bytes, compressions) {
      do throws(RecordingError) {
        let (firstStep, index) = try index(
          of: [chunk], in: bytes, header, initial, base: 0, firstStep: nil)
        found.append((chunk, firstStep, index.stepCount - firstStep))
      } catch {
        // Whole, but no block of a recording.
        continue
      }
    }
    // Copies of a chunk are dropped; what holds no steps comes before what begins there.
    found.sort {
      ($0.firstStep, $0.count, $0.place.offset) < ($1.firstStep, $1.count, $1.place.offset)
    }
    var runs: [[Found]] = []
    var end: Int64 = -1
    for chunk in found {
      if let last = runs.last?.last {
        let isCopy = chunk.count == 0 && last.count == 0 && last.firstStep == chunk.firstStep
        if isCopy || chunk.firstStep < end { continue }
      }
      if chunk.firstStep == end {
        runs[runs.count - 1].append(chunk)
      } else {
        runs.append([chunk])
      }
      end = chunk.firstStep + chunk.count
    }
    return runs.enumerated().compactMap { number, run in
      let base = run[0].firstStep
      guard
        var (_, index) = try? index(
          of: run.map { $0.place }, in: bytes, header, initial, base: base, firstStep: 0),
        index.stepCount > 0 || !index.keyframes.isEmpty
      else { return nil }
      index.statistics = RecordingStatistics(fileSize: bytes.count)
      index.endNote = number == runs.count - 1 ? endNote : nil
      return Piece(recording: Recording(SharedRecording(source: source, index: index)))
    }
  }

  /// The index of some chunks.
  ///
  /// - Parameters:
  ///   - base: the step of the file that is step 0 of the index.
  ///   - firstStep: the first step that they hold, counted from there; `nil` for any.
  private static func index(
    of chunks: [FoundChunk], in bytes: [UInt8], _ header: RecordingHeader,
    _ initial: StateDigest, base: Int64, firstStep: Int64?
  ) throws(RecordingError) -> (firstStep: Int64, index: RecordingIndex) {
    let inputs = InputJSON(header.description.inputs)
    var builder = IndexBuilder(base: base)
    var channels = ChannelMap.assumed
    var unpacker = Unpacker()
    for chunk in chunks {
      try builder.begin(
        RecordingIndex.Segment(form: .found(chunk.place), offset: chunk.offset, length: 0))
      let contents = try unpacker.contents(of: chunk.place, in: bytes, offset: chunk.offset)
      try builder.add(contents, &channels, inputs)
    }
    // The digest before a piece that begins later is lost.
    var index = RecordingIndex(
      header: header, initialDigest: base == 0 ? initial : StateDigest(low: 0, high: 0))
    index.header.firstStep += base
    index.channels = channels
    return try builder.index(from: firstStep, index)
  }
}
