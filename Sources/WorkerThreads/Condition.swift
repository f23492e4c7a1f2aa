import SystemC

/// A lock, and a queue of threads that wait for what it protects to change.
package final class Condition: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>

  package init() {
    mutex = .allocate(capacity: 1)
    condition = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    #if canImport(Darwin)
      pthread_cond_init(condition, nil)
    #else
      // Waits by a clock that nobody sets.
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      pthread_cond_init(condition, &attributes)
      pthread_condattr_destroy(&attributes)
    #endif
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Waits until no other thread holds the lock, and takes it until ``unlock()``.
  package func lock() { pthread_mutex_lock(mutex) }

  /// Gives up what ``lock()`` took.
  package func unlock() { pthread_mutex_unlock(mutex) }

  /// Runs `body` while no other thread holds the lock.
  package func withLock<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock()
    defer { unlock() }
    return try body()
  }

  /// Gives the lock up until another thread calls ``wakeAll()``, or for no reason at all: the caller
  /// looks again whether what it waits for is so. Only within ``withLock(_:)``.
  package func wait() { pthread_cond_wait(condition, mutex) }

  /// As ``wait()``, until a time at most.
  ///
  /// - Parameter end: of the clock ``MonotonicClock/nanoseconds``.
  /// - Returns: whether it was woken before.
  package func wait(until end: Int64) -> Bool {
    #if canImport(Darwin)
      let rest = max(0, end - MonotonicClock.nanoseconds)
      var time = timespec(
        tv_sec: Int(rest / 1_000_000_000), tv_nsec: Int(rest % 1_000_000_000))
      return pthread_cond_timedwait_relative_np(condition, mutex, &time) == 0
    #else
      var time = timespec()
      time.tv_sec = .init(end / 1_000_000_000)
      time.tv_nsec = .init(end % 1_000_000_000)
      return pthread_cond_timedwait(condition, mutex, &time) == 0
    #endif
  }

  /// Wakes all threads that wait.
  package func wakeAll() { pthread_cond_broadcast(condition) }
}

/// A clock that runs evenly and that nobody sets.
package enum MonotonicClock {
  /// Since some moment in the past.
  package static var nanoseconds: Int64 { nanoseconds(CLOCK_MONOTONIC) }

  /// The same in seconds.
  package static var seconds: Double { Double(nanoseconds) / 1e9 }

  /// Processor time of the calling thread.
  package static var processorNanoseconds: Int64 { nanoseconds(CLOCK_THREAD_CPUTIME_ID) }

  private static func nanoseconds(_ clock: clockid_t) -> Int64 {
    var now = timespec()
    clock_gettime(clock, &now)
    return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
  }
}
