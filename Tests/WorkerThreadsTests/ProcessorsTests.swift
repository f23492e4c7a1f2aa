import CProcessorHints
import Testing
import WorkerThreads

#if os(Linux)
  /// A container gives a process fewer processors than the machine has; workers that each spin for a
  /// processor would then keep one another from it.
  @Test func processorsAreThoseThatTheThreadMayUse() throws {
    var before = [UInt8](repeating: 0, count: Int(processor_mask_size))
    try #require(processor_affinity(&before) == 0)
    defer { _ = processor_set_affinity(before) }
    #expect(Processors.usableCount == before.reduce(0) { $0 + $1.nonzeroBitCount })

    let first = try #require(before.firstIndex { $0 != 0 })
    var one = [UInt8](repeating: 0, count: before.count)
    one[first] = before[first] & (~before[first] &+ 1)
    try #require(processor_set_affinity(one) == 0)
    #expect(Processors.usableCount == 1)
  }
#endif
