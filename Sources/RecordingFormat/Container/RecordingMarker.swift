/// A person's note in a recording.
public struct RecordingMarker: Equatable, Sendable {
  /// Steps taken when it was made.
  public var step: Int64
  /// What the person noted.
  public var text: String
}

extension RecordingMarker {
  /// Reads a line of `/markers`, which is at `range`.
  init?(_ bytes: [UInt8], _ range: Range<Int>) {
    let json = JSONReader(bytes, range)
    guard json.isOneValue, let words = json.member("text")?.stringValue,
      let step = json.member("step")?.numberText.flatMap({ Int64($0) }),
      (0..<1 << 62).contains(step)
    else { return nil }
    self.init(step: step, text: words)
  }
}
