// The agent as a library of WebAssembly: a page puts a request into memory, calls, and reads the
// reply there. `Tools/engine` builds it with LAPLACE_LIBRARY.

#if LAPLACE_LIBRARY
  import AgentProtocol
  import Simulation

  /// What the calls share. A module of WebAssembly has one thread.
  nonisolated(unsafe) private var server: PageServer?
  nonisolated(unsafe) private var request = MessageRoom()
  nonisolated(unsafe) private var reply = MessageRoom()

  extension LaplaceAgent {
    static func offer(_ catalogue: [CatalogueEntry]) {
      server = PageServer(catalogue)
    }
  }

  /// Memory that a message lies in, whichever side wrote it.
  private struct MessageRoom {
    private(set) var base = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 16)
    private var capacity = 16
    var count = 0

    mutating func reserve(_ size: Int) {
      if size <= capacity { return }
      base.deallocate()
      capacity = size
      base = .allocate(byteCount: size, alignment: 16)
    }
  }

  /// Gives room for a request; 0 for a size that no frame may have.
  @_expose(wasm, "laplace_room") @_cdecl("laplace_room")
  public func laplaceRoom(_ size: Int) -> UnsafeMutableRawPointer? {
    guard size >= 1, size <= AgentProtocol.frameSizeMax else { return nil }
    request.reserve(size)
    request.count = size
    return request.base
  }

  /// Answers the request that lies in the room; returns where the reply lies.
  ///
  /// Memory may have grown since the room was asked for, and grows here.
  @_expose(wasm, "laplace_ask") @_cdecl("laplace_ask")
  public func laplaceAsk() -> UnsafeMutableRawPointer? {
    guard let server else { return nil }
    return put(server.reply(to: message))
  }

  /// Begins to record the run as it is now: the steps that are asked for from here on.
  ///
  /// The room holds the number of the run's step, a note on the recording, and markers with their steps.
  /// Replies as an agent does to `stop`, or refuses.
  @_expose(wasm, "laplace_record") @_cdecl("laplace_record")
  public func laplaceRecord() -> UnsafeMutableRawPointer? {
    guard let server else { return nil }
    return put(server.record(message))
  }

  /// Ends the recording; returns where its file lies, or a refusal.
  @_expose(wasm, "laplace_recorded") @_cdecl("laplace_recorded")
  public func laplaceRecorded() -> UnsafeMutableRawPointer? {
    guard let server else { return nil }
    return put(server.recorded())
  }

  private var message: [UInt8] {
    Array(UnsafeRawBufferPointer(start: request.base, count: request.count))
  }

  private func put(_ bytes: [UInt8]) -> UnsafeMutableRawPointer {
    bytes.withUnsafeBytes { bytes in
      reply.reserve(bytes.count)
      reply.count = bytes.count
      if let start = bytes.baseAddress {
        reply.base.copyMemory(from: start, byteCount: bytes.count)
      }
    }
    return reply.base
  }

  /// Gives the seed of hashing, in place of the C library's function, which would import random
  /// numbers from the page. It is constant: a Dictionary has the same order in each page.
  @_cdecl("arc4random_buf")
  public func laplaceHashSeed(_ bytes: UnsafeMutableRawPointer, _ count: Int) {
    bytes.initializeMemory(as: UInt8.self, repeating: 0, count: count)
  }

  /// The size of the last reply, in bytes.
  @_expose(wasm, "laplace_size") @_cdecl("laplace_size")
  public func laplaceSize() -> Int { reply.count }
#endif
