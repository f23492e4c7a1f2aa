import CProcessorHints

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// The processors of this machine. Foundation would count them, too, and nothing else here needs it.
package enum Processors {
  /// How many the calling thread may run on: containers and `taskset` give a process fewer than the
  /// machine has. At least 1.
  package static var usableCount: Int {
    #if os(Linux)
      var mask = [UInt8](repeating: 0, count: Int(processor_mask_size))
      if processor_affinity(&mask) == 0 {
        return max(1, mask.reduce(0) { $0 + $1.nonzeroBitCount })
      }
    #endif
    return max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }
}
