import CProcessorHints
import SystemC

/// A thread of the system that runs one function.
package struct SystemThread: @unchecked Sendable {
  private let thread: pthread_t

  /// Starts a thread that runs `body`; `nil` when the system has none to give.
  ///
  /// Either ``join()`` or ``detach()`` is called once.
  ///
  /// - Parameters:
  ///   - name: for debuggers and profilers; 15 bytes at most.
  ///   - stackSizeMin: bytes of its stack at least; Musl gives 128 KiB by default.
  package init?(
    named name: String, stackSizeMin: Int = 1 << 20, _ body: @escaping @Sendable () -> Void
  ) {
    let room = Unmanaged.passRetained(Body(name, body))
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    var stackSize = 0
    pthread_attr_getstacksize(&attributes, &stackSize)
    if stackSize < stackSizeMin { pthread_attr_setstacksize(&attributes, stackSizeMin) }
    #if canImport(Darwin)
      var thread: pthread_t?
      let entry: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = { raw in
        Unmanaged<Body>.fromOpaque(raw).takeRetainedValue().run()
        return nil
      }
      guard pthread_create(&thread, &attributes, entry, room.toOpaque()) == 0, let thread else {
        room.release()
        return nil
      }
    #else
      var thread = pthread_t()
      let entry: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { raw in
        if let raw { Unmanaged<Body>.fromOpaque(raw).takeRetainedValue().run() }
        return nil
      }
      guard pthread_create(&thread, &attributes, entry, room.toOpaque()) == 0 else {
        room.release()
        return nil
      }
    #endif
    self.thread = thread
  }

  /// Starts a thread with the stack of a main thread: simulations rely on that much.
  ///
  /// - Precondition: the system has a thread to give.
  package static func large(
    named name: String, _ body: @escaping @Sendable () -> Void
  ) -> SystemThread {
    guard let thread = SystemThread(named: name, stackSizeMin: 8 << 20, body) else {
      fatalError("no thread '\(name)' can be started: end other programs, or use fewer jobs")
    }
    return thread
  }

  /// Waits until the function has returned.
  package func join() { pthread_join(thread, nil) }

  /// Lets the thread end unobserved.
  package func detach() { pthread_detach(thread) }

  private final class Body {
    private let name: String
    private let body: @Sendable () -> Void

    init(_ name: String, _ body: @escaping @Sendable () -> Void) {
      self.name = name
      self.body = body
    }

    func run() {
      #if canImport(Darwin)
        pthread_setname_np(name)
      #elseif os(Linux)
        thread_set_name(name)
      #endif
      body()
    }
  }
}
