import DeterministicMath

/// Velocities of eight bodies. `angle` is carried along so that a store writes 16 whole bytes.
struct VelocityLanes {
  var vx: Lanes
  var vy: Lanes
  var w: Lanes
  var angle: Lanes
}

/// How far eight bodies moved since the step began.
struct DisplacementLanes {
  var dx: Lanes
  var dy: Lanes
  var versine: Lanes
  var sine: Lanes
}

/// Poses of eight bodies.
struct PoseLanes {
  var x: Lanes
  var y: Lanes
  var cosine: Lanes
  var sine: Lanes
}

/// Inverse masses and centres of eight bodies.
struct MassLanes {
  var inverseMass: Lanes
  var inverseInertia: Lanes
  var centerX: Lanes
  var centerY: Lanes
}

// Strides, not types that know a place: without optimisation a generic call costs more than the
// work.

/// Four columns of eight rows of 16 bytes, in rows of `stride` bytes each.
@inline(__always)
private func gather(
  _ base: UnsafeMutableRawPointer, _ slots: UnsafePointer<Int32>, stride: Int, _ offset: Int
) -> (Lanes, Lanes, Lanes, Lanes) {
  @_transparent
  func row(_ lane: Int) -> SIMD4<Float> {
    (base + (Int(slots[lane]) &* stride &+ offset)).assumingMemoryBound(to: SIMD4<Float>.self)
      .pointee
  }
  return Lanes.columns(row(0), row(1), row(2), row(3), row(4), row(5), row(6), row(7))
}

/// Loads from eight neighbours.
@inline(__always)
private func load(_ base: UnsafeMutableRawPointer) -> (Lanes, Lanes, Lanes, Lanes) {
  @_transparent
  func row(_ lane: Int) -> SIMD4<Float> {
    (base + lane &* MemoryLayout<BodyMotion>.stride)
      .assumingMemoryBound(to: SIMD4<Float>.self).pointee
  }
  return Lanes.columns(row(0), row(1), row(2), row(3), row(4), row(5), row(6), row(7))
}

/// Writes four columns as eight rows of 16 bytes.
@inline(__always)
private func scatter(
  _ base: UnsafeMutableRawPointer, _ slots: UnsafePointer<Int32>, _ offset: Int, _ c0: Lanes,
  _ c1: Lanes, _ c2: Lanes, _ c3: Lanes
) {
  @_transparent
  func store(_ lane: Int, _ row: SIMD4<Float>) {
    (base + (Int(slots[lane]) &* MemoryLayout<BodyMotion>.stride &+ offset))
      .assumingMemoryBound(to: SIMD4<Float>.self).pointee = row
  }
  let low = Quad.transposed(c0.low, c1.low, c2.low, c3.low)
  store(0, low.0)
  store(1, low.1)
  store(2, low.2)
  store(3, low.3)
  let high = Quad.transposed(c0.high, c1.high, c2.high, c3.high)
  store(4, high.0)
  store(5, high.1)
  store(6, high.2)
  store(7, high.3)
}

/// Stores to eight neighbours.
@inline(__always)
private func store(
  _ base: UnsafeMutableRawPointer, _ c0: Lanes, _ c1: Lanes, _ c2: Lanes, _ c3: Lanes
) {
  @_transparent
  func store(_ lane: Int, _ row: SIMD4<Float>) {
    (base + lane &* MemoryLayout<BodyMotion>.stride)
      .assumingMemoryBound(to: SIMD4<Float>.self).pointee = row
  }
  let low = Quad.transposed(c0.low, c1.low, c2.low, c3.low)
  store(0, low.0)
  store(1, low.1)
  store(2, low.2)
  store(3, low.3)
  let high = Quad.transposed(c0.high, c1.high, c2.high, c3.high)
  store(4, high.0)
  store(5, high.1)
  store(6, high.2)
  store(7, high.3)
}

@inline(__always)
func gatherVelocities(
  _ bodies: UnsafeMutableRawPointer, _ slots: UnsafePointer<Int32>
) -> VelocityLanes {
  let c = gather(bodies, slots, stride: MemoryLayout<BodyMotion>.stride, 0)
  return VelocityLanes(vx: c.0, vy: c.1, w: c.2, angle: c.3)
}

@inline(__always)
func gatherDisplacements(
  _ bodies: UnsafeMutableRawPointer, _ slots: UnsafePointer<Int32>
) -> DisplacementLanes {
  let c = gather(bodies, slots, stride: MemoryLayout<BodyMotion>.stride, 16)
  return DisplacementLanes(dx: c.0, dy: c.1, versine: c.2, sine: c.3)
}

@inline(__always)
func gatherPoses(_ poses: UnsafeMutableRawPointer, _ slots: UnsafePointer<Int32>) -> PoseLanes {
  let c = gather(poses, slots, stride: MemoryLayout<BodyPose>.stride, 0)
  return PoseLanes(x: c.0, y: c.1, cosine: c.2, sine: c.3)
}

/// A mass is as long as a pose.
@inline(__always)
func gatherMasses(_ masses: UnsafeMutableRawPointer, _ slots: UnsafePointer<Int32>) -> MassLanes {
  let c = gather(masses, slots, stride: MemoryLayout<BodyPose>.stride, 0)
  return MassLanes(inverseMass: c.0, inverseInertia: c.1, centerX: c.2, centerY: c.3)
}

/// Writes velocities back. Lanes that share an immovable body all write what they read.
@inline(__always)
func scatterVelocities(
  _ bodies: UnsafeMutableRawPointer, _ slots: UnsafePointer<Int32>, _ v: VelocityLanes
) {
  scatter(bodies, slots, 0, v.vx, v.vy, v.w, v.angle)
}

/// Writes displacements back. Lanes that share an immovable body all write what they read.
@inline(__always)
func scatterDisplacements(
  _ bodies: UnsafeMutableRawPointer, _ slots: UnsafePointer<Int32>, _ d: DisplacementLanes
) {
  scatter(bodies, slots, 16, d.dx, d.dy, d.versine, d.sine)
}

/// Velocities of eight bodies side by side.
@inline(__always)
func loadVelocities(_ bodies: UnsafeMutableRawPointer) -> VelocityLanes {
  let c = load(bodies)
  return VelocityLanes(vx: c.0, vy: c.1, w: c.2, angle: c.3)
}

@inline(__always)
func storeVelocities(_ bodies: UnsafeMutableRawPointer, _ v: VelocityLanes) {
  store(bodies, v.vx, v.vy, v.w, v.angle)
}

@inline(__always)
func loadDisplacements(_ bodies: UnsafeMutableRawPointer) -> DisplacementLanes {
  let c = load(bodies + 16)
  return DisplacementLanes(dx: c.0, dy: c.1, versine: c.2, sine: c.3)
}

@inline(__always)
func storeDisplacements(_ bodies: UnsafeMutableRawPointer, _ d: DisplacementLanes) {
  store(bodies + 16, d.dx, d.dy, d.versine, d.sine)
}
