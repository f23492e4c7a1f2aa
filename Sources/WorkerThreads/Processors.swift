import CProcessorHints
import SystemC

/// The processors of this machine. Foundation would count them, too, and nothing else here needs it.
package enum Processors {
  /// How many the calling thread may run on: containers and `taskset` give a process fewer than the
  /// machine has. At least 1.
  package static var usableCount: Int {
    let known = usable.count
    return known > 0 ? known : max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }

  /// The numbers of those that the calling thread may run on; empty where the system does not say.
  package static var usable: [Int] {
    #if os(Linux)
      var mask = [UInt8](repeating: 0, count: Int(processor_mask_size))
      guard processor_affinity(&mask) == 0 else { return [] }
      return (0..<mask.count * 8).filter { mask[$0 / 8] >> UInt8($0 % 8) & 1 == 1 }
    #else
      return []
    #endif
  }

  /// Lets the calling thread, and those that it starts from now on, run on these only, where the
  /// system can do that.
  package static func use(_ processors: ArraySlice<Int>) {
    #if os(Linux)
      var mask = [UInt8](repeating: 0, count: Int(processor_mask_size))
      for processor in processors { mask[processor / 8] |= 1 << UInt8(processor % 8) }
      if !processors.isEmpty { _ = processor_set_affinity(mask) }
    #endif
  }
}
