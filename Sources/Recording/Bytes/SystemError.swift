import SystemC

extension RecordingError {
  /// The failure of a call of the operating system.
  ///
  /// - Parameters:
  ///   - code: the number of its error.
  ///   - operation: a verb that names the call.
  init(system code: Int32, _ operation: String) {
    switch code {
    case ENOSPC, EDQUOT, EFBIG: self.init(.diskFull)
    case EACCES, EPERM, EROFS: self.init(.permissionDenied)
    case ENOENT, ENOTDIR: self.init(.notFound)
    default: self.init(.system(operation: operation, code: code, words: errorText(code)))
    }
  }
}

/// The operating system's words for an error code.
func errorText(_ code: Int32) -> String { String(cString: strerror(code)) }
