import Recording
import SystemC

/// An end of a command that is not success: a status and one line for a person.
struct CommandFailure: Error {
  var status: ExitStatus
  /// What, where, which file.
  var message: String
  /// One command or one sentence: what to do next.
  var advice: String?
  /// The last lines of an agent, each of which is printed as a quotation.
  var quoted: [String] = []

  init(_ status: ExitStatus, _ message: String, advice: String? = nil) {
    self.status = status
    self.message = message
    self.advice = advice
  }
}

/// Why a file could not be read or written, without the operation, which the line already names.
func plain(_ error: RecordingError) -> String {
  if case .system(_, _, let words) = error.reason { return words }
  return "\(error)"
}
