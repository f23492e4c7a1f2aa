import Simulation

/// Why a recording could not be written or read, and where.
///
/// The ``description`` is one line without the file's name, which the caller knows.
public struct RecordingError: Error, Equatable, Sendable {
  /// What went wrong.
  public enum Reason: Equatable, Sendable {
    // Reading.
    /// The file does not start like an MCAP file.
    case notARecording
    /// The file has no bytes at all.
    case emptyFile
    /// The ring of a flight recorder: ``FlightLog`` makes a recording of it.
    case flightRing
    /// An MCAP file, but of another profile.
    case profileUnknown(String)
    /// Made by a version of the format that this build does not read.
    case versionUnreadable(found: Int, readable: Int)
    /// Valid, but uses something this build does not know: a codec, a compression.
    case featureUnknown(String)
    /// The file ends before its recording does: its writer was killed, or it was cut.
    case truncated
    /// A check failed; the text says which.
    case damaged(String)
    /// A declared size is above what this build accepts.
    case tooLarge(what: String, size: UInt64, limit: UInt64)
    /// The recording has no such step.
    case stepOutOfRange(stepCount: Int64)
    /// A stored state is not the one whose digest is stored; the text says which.
    case storedStateWrong(String)
    /// Nothing in the file could be saved.
    case nothingToRecover

    // Writing.
    /// There is no room on the disk.
    case diskFull
    /// The file or its folder may not be written.
    case permissionDenied
    /// The file, or its folder, does not exist.
    case notFound
    /// Another process is writing this recording.
    case beingWritten
    /// There is a file of this name, and nobody asked to replace it.
    case exists
    /// What has this name is no regular file: a symbolic link, a pipe, a device.
    case notARegularFile
    /// The file to write is the one that is read.
    case isInput
    /// A call of the operating system failed with this number, in the system's words.
    case system(operation: String, code: Int32, words: String)
    /// What was handed over does not fit the header; the text says what.
    case unfit(String)
    /// The thread, or the agent, that would be recorded does not compute as IEEE 754 says; the text
    /// says what was found.
    case arithmeticUnsound(String)
    /// The run has taken so many steps, or was restored there: its recording would have no
    /// beginning.
    case runNotFresh(stepCount: Int64)
    /// Another machine could not reproduce the run's state, or the state's description changes.
    case stateUnsound(StateFault)
    /// The run is no longer where its recorder left it: other code stepped or restored it.
    case runMoved(stepCount: Int64)
    /// `RecordingWriter.finish()` or `RecordingWriter.abandon()` was called before.
    case closed
  }

  /// What went wrong.
  public var reason: Reason
  /// Bytes from the start of the file to the record concerned.
  public var offset: UInt64?
  /// The step concerned.
  public var step: Int64?

  /// Makes an error; without a place where none is known.
  public init(_ reason: Reason, offset: UInt64? = nil, step: Int64? = nil) {
    self.reason = reason
    self.offset = offset
    self.step = step
  }
}

extension RecordingError: CustomStringConvertible {
  /// The place, the reason and what to do next, in one line without the file's name.
  public var description: String {
    var place: [String] = []
    if let offset { place.append("byte 0x" + String(offset, radix: 16)) }
    if let step { place.append("step \(step)") }
    let front = place.isEmpty ? "" : place.joined(separator: ", ") + ": "
    return front + reason.description
  }
}

extension RecordingError.Reason: CustomStringConvertible {
  /// The reason and what to do next, in one line.
  public var description: String {
    switch self {
    case .notARecording: "not a recording (no MCAP magic). Give a file made by `record`"
    case .flightRing:
      "what a flight recorder keeps, not a recording yet. Run `recover` to make one of it"
    case .emptyFile: "not a recording (the file is empty). Give a file made by `record`"
    case .profileUnknown(let profile):
      "an MCAP file of profile '\(profile)', not 'laplace'. Give a file made by `record`"
    case .versionUnreadable(let found, let readable):
      "made by format version \(found); this build reads \(readable): use "
        + "\(found > readable ? "a newer" : "an older") laplace"
    case .featureUnknown(let feature): "uses \(feature), unknown to this build: use a newer laplace"
    case .truncated:
      "the recording ends early (its writer was stopped, or the file was cut). "
        + "Run `recover` to keep the complete steps"
    case .damaged(let what): "damaged: \(what). Run `recover` to keep the complete steps"
    case .storedStateWrong(let what):
      "\(what). Inputs and digests are right: record the run anew from them"
    case .tooLarge(let what, let size, let limit):
      "\(what) of \(size) bytes is above the limit of \(limit)"
    case .stepOutOfRange(let stepCount):
      "no such step: the recording has \(stepCount) steps (0…\(stepCount - 1))"
    case .nothingToRecover: "nothing to recover: no complete block was found"
    case .diskFull: "the disk is full. Free some space, or write to another one"
    case .permissionDenied: "permission denied. Choose a folder that you may write to"
    case .notFound: "no such file or folder"
    case .beingWritten: "another process is writing this recording. Choose another name"
    case .exists: "exists already and was left as it is. Choose another name"
    case .notARegularFile:
      "is a symbolic link, a pipe or a device, and was left as it is. Choose another name"
    case .isInput: "is the file that is read, and was left as it is. Choose another name"
    case .system(let operation, _, let words): "\(operation) failed: \(words)"
    case .unfit(let what): what
    case .arithmeticUnsound(let found): "\(found): no other machine could reproduce a recording"
    case .runNotFresh(let stepCount) where stepCount > 0:
      "the run has taken \(stepCount) step\(stepCount == 1 ? "" : "s"): a recording begins before "
        + "step 0; make the recorder first"
    case .runNotFresh:
      "the run was restored: a recording begins where a run is started; record a new run"
    case .stateUnsound(let fault): "\(fault)"
    case .runMoved(let stepCount):
      "the run is at step \(stepCount), and not as its recorder left it: step it through the "
        + "recorder only"
    case .closed: "the recording is closed already"
    }
  }
}
