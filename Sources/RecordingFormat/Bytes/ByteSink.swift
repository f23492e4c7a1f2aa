/// The place where a file's bytes go, in their order.
package protocol ByteSink: AnyObject {
  /// Bytes written so far.
  var size: UInt64 { get }
  /// Bytes that stay free for ``write(_:usesReserve:)`` after a failure.
  var reserve: UInt64 { get }
  /// Why nothing more can be written; `nil` while it can.
  var failure: RecordingError? { get }

  /// Appends bytes, all or none.
  ///
  /// - Parameter usesReserve: whether to use the room that is kept for the end of the file; also after an
  ///   earlier failure, whose bytes are not in the file.
  /// - Throws: ``RecordingError``; from then on every call throws it again unless it uses the reserve.
  func write(_ bytes: [UInt8], usesReserve: Bool) throws(RecordingError)

  /// Puts bytes after what was written; the next write takes their place.
  func writeForNow(_ bytes: [UInt8]) throws(RecordingError)

  /// Makes what was written so far durable.
  func sync() throws(RecordingError)
}

/// A file in memory.
package final class ByteBuffer: ByteSink {
  package private(set) var bytes: [UInt8] = []
  package let reserve: UInt64 = 0
  package let failure: RecordingError? = nil

  package init() {}

  package var size: UInt64 { UInt64(bytes.count) }

  package func write(_ bytes: [UInt8], usesReserve: Bool) throws(RecordingError) {
    self.bytes.append(contentsOf: bytes)
  }

  /// Memory holds nothing for others before it is complete.
  package func writeForNow(_ bytes: [UInt8]) throws(RecordingError) {}

  package func sync() throws(RecordingError) {}
}
