import AgentProtocol
import Simulation

extension FlightLog {
  /// Reads a ring's file, which is not changed.
  ///
  /// The process may still be running: what it had recorded by then is read.
  ///
  /// - Throws: `RecordingError`; `nothingToRecover` where nothing whole is in it.
  public init(path: String) throws(RecordingError) {
    try self.init(bytes: try ByteSource(path: path).all(), isOver: true)
  }

  /// Reads a ring's memory.
  ///
  /// - Parameter isOver: whether its process has ended.
  package init(bytes: [UInt8], isOver: Bool) throws(RecordingError) {
    try self.init(bytes, Compression.allCases, isOver: isOver)
  }

  /// Whether the file at `path` is that of a ring.
  package static func isRing(path: String) -> Bool {
    guard let source = try? ByteSource(path: path),
      let (bytes, range) = try? source.read(0, min(source.size, 64))
    else { return false }
    return begins(bytes[range])
  }

  /// The log with other inputs in place of its own.
  ///
  /// - Parameter replacement: of an input; `nil` leaves it out.
  package func redacting(
    _ replacement: (RecordWords) throws -> RecordWords?
  ) throws -> FlightLog {
    var failure: (any Error)?
    let log = try replacingInputs { input in
      if failure != nil { return nil }
      do { return try replacement(input) } catch {
        failure = error
        return nil
      }
    }
    if let failure { throw failure }
    return log
  }

  /// Writes what is held as a recording, which replays and verifies like any other.
  ///
  /// - Parameters:
  ///   - path: of the recording; it appears there when it is complete.
  ///   - replaces: whether a regular file of that name gives way.
  /// - Throws: `RecordingError`; no file is left then.
  public func write(to path: String, replaces: Bool = false) throws(RecordingError) {
    try write(to: path, replaces: replaces, note: endNote)
  }

  /// - Parameters:
  ///   - note: why the run ended at the end of the log; `nil`: it did not.
  ///   - facts: notes on the recording, in its file.
  package func write(
    to path: String, replaces: Bool, note: String?, facts: [BuildFact] = []
  ) throws(RecordingError) {
    var header = header
    header.notes += facts
    var options = RecordingOptions()
    options.replacesFile = replaces
    let (image, digest) = try start()
    let writer = try RecordingWriter(
      path: path, header: header, initial: image, initialDigest: digest, options: options)
    do throws(RecordingError) {
      try forEachEvent { (event) throws(RecordingError) in
        switch event {
        case .step(let inputs, let digest, let state):
          try writer.append(inputs: inputs, digest: digest, state: state)
        case .keyframe(let image): try writer.appendKeyframe(image)
        case .marker(let text): try writer.addMarker(text)
        }
      }
      try writer.finish(note: note)
    } catch {
      writer.abandon()
      throw error
    }
  }
}
