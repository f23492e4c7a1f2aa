import DeterministicMath
import Simulation

// Writing what was kept as whole recordings.

extension Rescue {
  /// Steps between two pieces, taken again by the simulation.
  public struct RebuiltGap: Sendable {
    /// The full state before the first of them.
    public var initial: StateImage
    /// The digest and the every-step state after each.
    public var steps: [(digest: StateDigest, state: StateImage)]

    /// Makes a gap that was rebuilt.
    public init(initial: StateImage, steps: [(digest: StateDigest, state: StateImage)]) {
      self.initial = initial
      self.steps = steps
    }
  }

  /// A recording that was written.
  public struct Written: Sendable {
    /// Its file.
    public var path: String
    /// The steps of the run that it holds.
    public var steps: Range<Int64>
    /// Those of them that were rebuilt.
    public var rebuilt: [Range<Int64>] = []
  }

  /// Writes what was kept as new, whole recordings; the file that was read is never touched.
  ///
  /// - Parameters:
  ///   - path: of the recording of the first piece. One that follows on a gap at step 2048 lies
  ///     beside it, as `NAME-2048.mcap`.
  ///   - replaces: whether files of these names give way.
  ///   - rebuild: gives the steps between two pieces, or before the first one (`nil`), if it can:
  ///     both are then in one recording.
  /// - Returns: the recordings, in the order of their steps.
  /// - Throws: `RecordingError`; recordings that are complete by then stay.
  @discardableResult
  public func write(
    to path: String, replaces: Bool = false,
    rebuild: (_ before: Piece?, _ after: Piece) -> RebuiltGap? = { _, _ in nil }
  ) throws(RecordingError) -> [Written] {
    var written: [Written] = []
    var index = 0
    while index < pieces.count {
      let first = pieces[index]
      let gap = index == 0 && first.steps.lowerBound > 0 ? rebuild(nil, first) : nil
      let start = gap == nil ? first.steps.lowerBound : 0
      let name = index == 0 ? path : Rescue.name(path, start)
      let writer = try writer(name, replaces: replaces, first, gap)
      var result = Written(path: name, steps: start..<start)
      do throws(RecordingError) {
        if let gap {
          try append(gap, to: writer)
          result.rebuilt.append(0..<first.steps.lowerBound)
        }
        try writer.append(0..<first.recording.stepCount, of: first.recording)
        while index + 1 < pieces.count, let gap = rebuild(pieces[index], pieces[index + 1]) {
          result.rebuilt.append(pieces[index].steps.upperBound..<pieces[index + 1].steps.lowerBound)
          try append(gap, to: writer)
          let next = pieces[index + 1].recording
          try writer.append(0..<next.stepCount, of: next)
          index += 1
        }
        try writer.finish(note: pieces[index].recording.endNote)
      } catch {
        writer.abandon()
        throw error
      }
      result.steps = start..<pieces[index].steps.upperBound
      written.append(result)
      index += 1
    }
    return written
  }

  private static func name(_ path: String, _ step: Int64) -> String {
    let suffix = ".mcap"
    return path.hasSuffix(suffix)
      ? path.dropLast(suffix.count) + "-\(step)" + suffix : path + "-\(step)"
  }

  /// A writer that begins with a piece, or with the gap before it.
  private func writer(
    _ path: String, replaces: Bool, _ piece: Piece, _ gap: RebuiltGap?
  ) throws(RecordingError) -> RecordingWriter {
    var options = RecordingOptions()
    options.replacesFile = replaces
    options.input = self.path.flatMap { FileIdentity(path: $0) }
    var header = piece.recording.header
    let initial: StateImage
    if let gap {
      initial = gap.initial
      header.firstStep = 0
    } else if piece.recording.keyframeSteps.first == 0 {
      initial = try piece.recording.keyframe(atOrBefore: 0).image
    } else {
      options.beginsWithoutKeyframe = true
      let tables = header.description.state.tables.count
      initial =
        try piece.recording.anchorOfFirstBlock()
        ?? StateImage(rowCounts: Array(repeating: 0, count: tables), bytes: [])
    }
    return try RecordingWriter(
      path: path, header: header, initial: initial,
      initialDigest: try gap == nil ? piece.recording.digest(after: -1) : initialDigest,
      options: options)
  }

  private func append(_ gap: RebuiltGap, to writer: RecordingWriter) throws(RecordingError) {
    let holdsState = recording.header.tracks.takesStates
    for step in gap.steps {
      try writer.append(inputs: [], digest: step.digest, state: holdsState ? step.state : nil)
    }
  }
}
