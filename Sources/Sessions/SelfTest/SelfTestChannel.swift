import AgentProtocol
import Recording
import Simulation
import SystemC

/// Memory in which a child process does a self-test under the eyes of its parent.
///
/// A trap, a hang or an exit of the simulation leaves the place where it happened, at the cost of a
/// few stores for each call of the simulation. The parent writes a request; the child replaces it by
/// the report after each part of the test.
package final class SelfTestChannel {
  /// Names the file to a child process.
  package static let variable = "LAPLACE_SELFTEST"

  private enum Word: Int {
    case beat, action, stepCount, column, labelSize, progress, messageSize, result
  }
  private static let (labelOffset, labelSizeMax, messageOffset) = (256, 3840, 4096)
  /// Room for a report, next to the request.
  private static let reportSizeMax = 4 << 20

  private let base: UnsafeMutableRawPointer
  private let size: Int
  private var part = SelfTestPlace.Part.straight

  /// Maps a file; `nil` if it cannot be made or read.
  ///
  /// - Parameter requestSize: the size of the request that a new file is made for, in bytes; `nil`
  ///   for a file that exists.
  package init?(path: String, requestSize: Int? = nil) {
    let file = open(path, O_RDWR | O_CLOEXEC | (requestSize == nil ? 0 : O_CREAT | O_EXCL), 0o600)
    guard file >= 0 else { return nil }
    defer { close(file) }
    if let requestSize {
      let whole = Self.messageOffset + requestSize + Self.reportSizeMax
      guard ftruncate(file, off_t(whole)) == 0 else { return nil }
    }
    guard let bytes = Files.size(path), bytes > Self.messageOffset else { return nil }
    size = Int(bytes)
    let place = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
    guard let place, place != MAP_FAILED else { return nil }
    base = place
  }

  deinit { munmap(base, size) }

  private subscript(word: Word) -> UInt64 {
    get { base.load(fromByteOffset: word.rawValue * 8, as: UInt64.self) }
    set { base.storeBytes(of: newValue, toByteOffset: word.rawValue * 8, as: UInt64.self) }
  }

  /// A request or a report; empty if there is none.
  package var message: [UInt8] {
    get {
      let count = Int(min(self[.messageSize], UInt64(size - Self.messageOffset)))
      return Array(UnsafeRawBufferPointer(start: base + Self.messageOffset, count: count))
    }
    set {
      // One that has no room is not sent: the parent goes on from the report before.
      guard newValue.count <= size - Self.messageOffset else { return }
      UnsafeMutableRawBufferPointer(start: base + Self.messageOffset, count: newValue.count)
        .copyBytes(from: newValue)
      self[.messageSize] = UInt64(newValue.count)
    }
  }

  /// Changes with each call of the simulation.
  package var beat: UInt64 { self[.beat] }

  /// The hundredths of the test that are done.
  package var progress: Int {
    get { Int(truncatingIfNeeded: self[.progress]) }
    set { self[.progress] = UInt64(newValue) }
  }

  /// True once the last report is written.
  package var isFinished: Bool { self[.result] == 1 }

  /// True if the simulation refuses the parameters or an input.
  package var isRefused: Bool { self[.result] == 2 }

  /// The last call of the simulation.
  package var place: SelfTestPlace {
    var place = SelfTestPlace()
    place.part =
      SelfTestPlace.Part(rawValue: UInt8(truncatingIfNeeded: self[.action] >> 8)) ?? .straight
    place.action =
      SelfTestPlace.Action(rawValue: UInt8(truncatingIfNeeded: self[.action])) ?? .start
    place.stepCount = Int64(bitPattern: self[.stepCount])
    place.column = self[.column]
    let count = Int(min(self[.labelSize], UInt64(Self.labelSizeMax)))
    place.label = String(
      decoding: UnsafeRawBufferPointer(start: base + Self.labelOffset, count: count), as: UTF8.self)
    return place
  }

  func begin(_ part: SelfTestPlace.Part) { self.part = part }

  /// Notes a call of the simulation.
  func note(
    _ action: SelfTestPlace.Action, _ stepCount: Int64, column: UInt64 = 0, label: String = ""
  ) {
    self[.action] = UInt64(part.rawValue) << 8 | UInt64(action.rawValue)
    self[.stepCount] = UInt64(bitPattern: stepCount)
    self[.column] = column
    var count = 0
    for byte in label.utf8.prefix(Self.labelSizeMax) {
      base.storeBytes(of: byte, toByteOffset: Self.labelOffset + count, as: UInt8.self)
      count += 1
    }
    self[.labelSize] = UInt64(count)
    self[.beat] &+= 1
  }

  /// Notes that the self-test is at its end, or cannot go on.
  func end(isDone: Bool) { self[.result] = isDone ? 1 : 2 }
}
