/// What functions of the kernel assert of slots, in debug builds: a release build evaluates none of it.
extension World {
  @inline(__always)
  func isUsedBody(_ slot: Int) -> Bool {
    slot >= 0 && slot < bodies.count && bodyFlags.base[slot] & BodyFlag.used != 0
  }
}
