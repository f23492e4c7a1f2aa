import SystemC

/// The line that says what went wrong last on the calling thread.
enum LastError {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { text in free(text) }
    return key
  }()

  /// Good until the thread's next call; empty when nothing went wrong.
  static var text: UnsafePointer<CChar> {
    if pthread_getspecific(key) == nil { set("") }
    return UnsafePointer(pthread_getspecific(key).assumingMemoryBound(to: CChar.self))
  }

  static func set(_ line: String) {
    free(pthread_getspecific(key))
    pthread_setspecific(key, strdup(line))
  }
}

/// Calls `body` and turns what it throws into a status and the thread's line.
func answering(_ body: () throws -> Void) -> Int32 {
  do {
    try body()
    LastError.set("")
    return 0
  } catch {
    let (status, message) = Refusal.describe(error)
    LastError.set(message)
    return status
  }
}

/// Calls `body` for an object that C keeps by its address; `NULL` when it throws.
func making<Object: AnyObject>(_ body: () throws -> Object) -> OpaquePointer? {
  var object: Object?
  let status = answering { object = try body() }
  guard status == 0, let object else { return nil }
  return OpaquePointer(Unmanaged.passRetained(object).toOpaque())
}

/// The object at an address that ``making(_:)`` gave.
func object<Object: AnyObject>(_ type: Object.Type, _ address: OpaquePointer?) throws -> Object {
  guard let address else { throw Refusal("the object is NULL") }
  return Unmanaged<Object>.fromOpaque(UnsafeRawPointer(address)).takeUnretainedValue()
}
