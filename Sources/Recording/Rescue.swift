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
  /// Whether a checksum covers what was recorded: simulation, parameters, seed. Files made before
  /// there was one are taken as they are.
  public let isHeaderProven: Bool
  /// The digest of the state before step 0 of the run.
  let initialDigest: StateDigest
  /// The file that was read.
  var input: FileIdentity?

  /// Reads the file at `path`, keeping every whole chunk.
  ///
  /// - Throws: ``RecordingError`` when nothing can be kept: both copies of the header are lost, or
  ///   all chunks.
  public init(path: String) throws(RecordingError) {
    try self.init(bytes: try readFile(path))
    input = FileIdentity(path: path)
  }

  /// Reads a recording that is in memory.
  public init(bytes: [UInt8]) throws(RecordingError) {
    do throws(RecordingError) {
      pieces = [Piece(recording: try Recording(bytes: bytes))]
      initialDigest = pieces[0].recording.digest(after: -1)
      (damage, stepCount, isHeaderProven) = (nil, pieces[0].steps.upperBound, true)
      return
    } catch {
      damage = error
    }
    guard let (header, initial, isProven) = try Rescue.header(in: bytes) else {
      // What has nothing of a recording is none, whatever else it is.
      switch damage?.reason {
      case .emptyFile?, .notARecording?, .flightRing?, .profileUnknown?:
        throw damage ?? RecordingError(.nothingToRecover)
      default: throw RecordingError(.nothingToRecover)
      }
    }
    (isHeaderProven, initialDigest) = (isProven, initial)
    let statistics = RecordSearch.metadata("statistics", in: bytes).last
    // A file cut off by its writer has no statistics, one of version 2 begins later.
    stepCount = statistics?.first { $0.0 == "steps" }.flatMap { Int64($0.1) }
      .flatMap { (0..<1 << 62).contains($0) ? $0 + header.firstStep : nil }
    let endNote = RecordSearch.metadata("ended", in: bytes).last?.first { $0.0 == "reason" }?.1
    pieces = Rescue.pieces(of: bytes, header, initial, endNote)
    guard !pieces.isEmpty else { throw RecordingError(.nothingToRecover) }
  }

  /// The header, from whichever copy is whole; `nil` when none is.
  static func header(
    in bytes: [UInt8]
  ) throws(RecordingError) -> (RecordingHeader, StateDigest, isProven: Bool)? {
    var first: RecordingError?
    for copy in [RecordSearch.headerCopy(in: bytes), RecordSearch.preamble(in: bytes)] {
      guard var copy else { continue }
      copy.deriveJSON()
      do throws(RecordingError) {
        let (header, initial) = try copy.header()
        return (header, initial, copy.isProven == true)
      } catch {
        first = first ?? error
      }
    }
    switch first?.reason {
    case .versionUnreadable?, .featureUnknown?: throw first ?? RecordingError(.nothingToRecover)
    default: return nil
    }
  }

  private static func pieces(
    of bytes: [UInt8], _ header: RecordingHeader, _ initial: StateDigest, _ endNote: String?
  ) -> [Piece] {
    let cache = ChunkCache(bytes)
    var found: [(place: ChunkPlace, firstStep: Int64, count: Int64)] = []
    for place in RecordSearch.chunks(in: bytes) {
      var reader = ChunkReader(header)
      var messages = RecordedMessages()
      do throws(RecordingError) {
        try reader.read(try cache.contents(of: place), place, into: &messages)
        let steps = try messages.check(from: nil, header.tracks)
        found.append((place, steps.lowerBound, Int64(steps.count)))
      } catch {
        // Whole, but no block of a recording.
        continue
      }
    }
    // Copies of a chunk are dropped; what holds no steps comes before what begins there.
    found.sort {
      ($0.firstStep, $0.count, $0.place.offset) < ($1.firstStep, $1.count, $1.place.offset)
    }
    var runs: [[(place: ChunkPlace, firstStep: Int64, count: Int64)]] = []
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
    return runs.enumerated().compactMap { index, run in
      let isFirst = run.first?.firstStep == 0
      let piece = try? Recording(
        bytes, header: header, initialDigest: isFirst ? initial : nil,
        chunks: run.map { ($0.place, $0.firstStep) },
        endNote: index == runs.count - 1 ? endNote : nil)
      guard let piece, piece.stepCount > 0 || !piece.keyframeSteps.isEmpty else { return nil }
      return Piece(recording: piece)
    }
  }
}
