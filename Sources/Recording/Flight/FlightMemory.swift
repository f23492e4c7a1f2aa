import Synchronization
import SystemC
import WorkerThreads

/// Memory that a ring lies in: the process's own, or that of a file.
///
/// A file's memory belongs to the operating system. Whatever ends the process, what was stored by
/// then is in the file, without a call and without a signal handler; only a power failure loses what
/// the system had not written yet.
///
/// Addresses are set aside for more than is used. Another thread makes them usable, because memory
/// that the system has to find and clear would be the worst hitch of all.
final class FlightMemory: @unchecked Sendable {
  /// Changes only where ``require(_:)`` is called.
  private(set) var base: UnsafeMutableRawPointer
  /// Bytes from `base` that may be touched.
  var size: Int { usable.load(ordering: .acquiring) }
  /// `nil` for memory without a file.
  let path: String?

  private let usable = Atomic(0)
  /// Bytes of addresses.
  private var reach: Int
  /// −1 for memory without a file.
  private let descriptor: Int32
  /// Held by whoever makes memory usable.
  private let growth = Condition()
  private let isGrowing = Atomic(false)

  /// - Parameters:
  ///   - path: of the file; one that a dead process left there is moved aside. `nil`: none.
  ///   - size: bytes to begin with.
  ///   - sizeMax: bytes that may be asked for later.
  init(path: String?, size: Int, sizeMax: Int) throws(RecordingError) {
    let size = FlightMemory.wholePages(size)
    reach = max(size, FlightMemory.wholePages(sizeMax))
    guard let path else {
      (descriptor, self.path) = (-1, nil)
      base = try FlightMemory.map(-1, reach)
      try use(size)
      return
    }
    try OutputFile.checkTarget(path, replaces: true)
    (descriptor, self.path) = try OutputFile.create(path, input: nil)
    do throws(RecordingError) {
      base = try FlightMemory.map(descriptor, reach)
    } catch {
      if let made = self.path { unlink(made.fileName) }
      close(descriptor)
      throw error
    }
    do throws(RecordingError) {
      try use(size)
    } catch {
      remove()
      throw error
    }
  }

  /// Leaves the file, as a killed process does.
  deinit {
    munmap(base, reach)
    if descriptor >= 0 { close(descriptor) }
  }

  /// Lets another thread make so many bytes usable; until then ``size`` stays as it is.
  func request(_ wanted: Int) {
    let wanted = min(wanted, reach)
    guard wanted > size, !isGrowing.exchange(true, ordering: .acquiring) else { return }
    let grower = SystemThread(named: "flight memory") { [self] in
      growth.withLock { try? use(FlightMemory.wholePages(wanted)) }
      isGrowing.store(false, ordering: .releasing)
    }
    if let grower { grower.detach() } else { isGrowing.store(false, ordering: .releasing) }
  }

  /// Makes so many bytes usable before it returns; they may lie elsewhere then. After an error all
  /// is as it was.
  func require(_ wanted: Int) throws(RecordingError) {
    let wanted = FlightMemory.wholePages(wanted)
    try growth.withLock { () throws(RecordingError) in try makeUsable(wanted) }
  }

  private func makeUsable(_ wanted: Int) throws(RecordingError) {
    guard wanted > size else { return }
    guard wanted > reach else { return try use(wanted) }
    let used = size
    let moved = try FlightMemory.map(descriptor, 2 * wanted)
    let before = (base, reach)
    if descriptor < 0 { moved.copyMemory(from: base, byteCount: used) }
    (base, reach) = (moved, 2 * wanted)
    munmap(before.0, before.1)
    try use(wanted)
  }

  /// Takes room on the disk and memory, and touches it.
  private func use(_ wanted: Int) throws(RecordingError) {
    let used = size
    guard wanted > used else { return }
    if descriptor >= 0 { try FlightMemory.reserve(descriptor, wanted) }
    for offset in stride(from: used, to: wanted, by: Int(getpagesize())) {
      (base + offset).storeBytes(of: 0, as: UInt64.self)
    }
    usable.store(wanted, ordering: .releasing)
  }

  /// Removes the file.
  func remove() {
    guard let path, FileIdentity(name: path) == FileIdentity(descriptor: descriptor) else { return }
    unlink(path.fileName)
  }

  private static func wholePages(_ size: Int) -> Int {
    let page = Int(getpagesize())
    return (max(size, page) + page - 1) / page * page
  }

  /// Takes the room on the disk now: a store into a hole of a full disk would end the process.
  private static func reserve(_ descriptor: Int32, _ size: Int) throws(RecordingError) {
    guard UInt64(size) <= OutputFile.fileSizeLimit else { throw RecordingError(.diskFull) }
    #if os(Linux)
      let code = posix_fallocate(descriptor, 0, off_t(size))
      if code == 0 { return }
      guard code == EOPNOTSUPP || code == EINVAL else {
        throw RecordingError(system: code, "write")
      }
    #endif
    guard ftruncate(descriptor, off_t(size)) == 0 else {
      throw RecordingError(system: errno, "write")
    }
  }

  private static func map(
    _ descriptor: Int32, _ size: Int
  ) throws(RecordingError) -> UnsafeMutableRawPointer {
    let kind = descriptor < 0 ? MAP_PRIVATE | MAP_ANON | MAP_NORESERVE : MAP_SHARED
    let mapped = mmap(nil, size, PROT_READ | PROT_WRITE, kind, descriptor, 0)
    guard let mapped, mapped != MAP_FAILED else { throw RecordingError(system: errno, "map") }
    return mapped
  }
}
