import Recording
import Simulation

/// A run or a file did not do what it was asked for; one line says why.
struct Failure: Error {
  var message: String

  init(_ message: String) { self.message = message }
}

/// What was handed over makes no sense; one line says what.
struct Refusal: Error, CustomStringConvertible {
  var message: String
  var description: String { message }

  init(_ message: String) { self.message = message }

  /// Why a call did not do what it was asked for, as its status and in one line.
  static func describe(_ error: any Error) -> (status: Int32, message: String) {
    switch error {
    case let refusal as Refusal: (1, refusal.message)
    case let failure as Failure: (2, failure.message)
    case let error as RecordingError: (2, error.description)
    case let error as SimulationError: (2, error.description)
    default: (2, "\(error)")
    }
  }
}

/// The text behind a pointer from C; line breaks and the like are refused, for names end up in
/// messages of one line.
///
/// - Throws: `Refusal` where there is none.
func text(_ pointer: UnsafePointer<CChar>?, _ what: String) throws -> String {
  guard let pointer else { throw Refusal("\(what) is NULL") }
  let text = String(cString: pointer)
  guard text.utf8.count <= 4096, text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
    throw Refusal("\(what) is too long or holds control characters")
  }
  return text
}
