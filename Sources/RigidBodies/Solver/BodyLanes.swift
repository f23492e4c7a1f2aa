import DeterministicMath

/// Velocities of eight bodies. `angle` is carried along so that a store writes 16 whole bytes.
struct VelocityLanes {
  var vx: Lanes
  var vy: Lanes
  var w: Lanes
  var angle: Lanes
}

/// What eight bodies moved since the step began.
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

/// Of eight bodies.
struct MassLanes {
  var inverseMass: Lanes
  var inverseInertia: Lanes
  var centerX: Lanes
  var centerY: Lanes
}

/// The place of every lane's body: scattered slots, or eight neighbours.
private protocol BodyPlaces {
  func offset(_ lane: Int) -> Int
}

private struct Scattered: BodyPlaces {
  let slots: UnsafePointer<Int32>

  @inline(__always)
  func offset(_ lane: Int) -> Int { Int(slots[lane]) &* MemoryLayout<BodyMotion>.stride }
}

private struct ScatteredPoses: BodyPlaces {
  let slots: UnsafePointer<Int32>

  @inline(__always)
  func offset(_ lane: Int) -> Int { Int(slots[lane]) &* MemoryLayout<BodyPose>.stride }
}

private struct Neighbours: BodyPlaces {
  @inline(__always)
  func offset(_ lane: Int) -> Int { lane &* MemoryLayout<BodyMotion>.stride }
}

/// Four columns of eight rows of 16 bytes.
@inline(__always)
private func transposed(
  _ base: UnsafeMutableRawPointer, _ places: some BodyPlaces, _ offset: Int
) -> (Lanes, Lanes, Lanes, Lanes) {
  @inline(__always)
  func row(_ lane: Int) -> SIMD4<Float> {
    (base + (places.offset(lane) &+ offset)).assumingMemoryBound(to: SIMD4<Float>.self).pointee
  }
  @inline(__always)
  func half(_ first: Int) -> (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>) {
    let r0 = row(first)
    let r1 = row(first &+ 1)
    let r2 = row(first &+ 2)
    let r3 = row(first &+ 3)
    let low0 = Quad.low(r0, r1)
    let low1 = Quad.low(r2, r3)
    let high0 = Quad.high(r0, r1)
    let high1 = Quad.high(r2, r3)
    return (
      Quad.pairLow(low0, low1), Quad.pairHigh(low0, low1), Quad.pairLow(high0, high1),
      Quad.pairHigh(high0, high1)
    )
  }
  let a = half(0)
  let b = half(4)
  return (
    Lanes(SIMD8(lowHalf: a.0, highHalf: b.0)), Lanes(SIMD8(lowHalf: a.1, highHalf: b.1)),
    Lanes(SIMD8(lowHalf: a.2, highHalf: b.2)), Lanes(SIMD8(lowHalf: a.3, highHalf: b.3))
  )
}

/// Writes four columns as eight rows of 16 bytes.
@inline(__always)
private func transpose(
  _ base: UnsafeMutableRawPointer, _ places: some BodyPlaces, _ offset: Int, _ c0: Lanes,
  _ c1: Lanes, _ c2: Lanes, _ c3: Lanes
) {
  @inline(__always)
  func store(_ lane: Int, _ row: SIMD4<Float>) {
    (base + (places.offset(lane) &+ offset)).assumingMemoryBound(to: SIMD4<Float>.self).pointee =
      row
  }
  @inline(__always)
  func half(
    _ first: Int, _ x: SIMD4<Float>, _ y: SIMD4<Float>, _ z: SIMD4<Float>, _ w: SIMD4<Float>
  ) {
    let low0 = Quad.low(x, y)
    let low1 = Quad.low(z, w)
    let high0 = Quad.high(x, y)
    let high1 = Quad.high(z, w)
    store(first, Quad.pairLow(low0, low1))
    store(first &+ 1, Quad.pairHigh(low0, low1))
    store(first &+ 2, Quad.pairLow(high0, high1))
    store(first &+ 3, Quad.pairHigh(high0, high1))
  }
  let x = c0.simd
  let y = c1.simd
  let z = c2.simd
  let w = c3.simd
  half(0, x.lowHalf, y.lowHalf, z.lowHalf, w.lowHalf)
  half(4, x.highHalf, y.highHalf, z.highHalf, w.highHalf)
}

@inline(__always)
func gatherVelocities(
  _ bodies: UnsafeMutableRawPointer, _ slots: UnsafePointer<Int32>
) -> VelocityLanes {
  let c = transposed(bodies, Scattered(slots: slots), 0)
  return VelocityLanes(vx: c.0, vy: c.1, w: c.2, angle: c.3)
}

@inline(__always)
func gatherDisplacements(
  _ bodies: UnsafeMutableRawPointer, _ slots: UnsafePointer<Int32>
) -> DisplacementLanes {
  let c = transposed(bodies, Scattered(slots: slots), 16)
  return DisplacementLanes(dx: c.0, dy: c.1, versine: c.2, sine: c.3)
}

@inline(__always)
func gatherPoses(_ poses: UnsafeMutableRawPointer, _ slots: UnsafePointer<Int32>) -> PoseLanes {
  let c = transposed(poses, ScatteredPoses(slots: slots), 0)
  return PoseLanes(x: c.0, y: c.1, cosine: c.2, sine: c.3)
}

/// A mass is as long as a pose.
@inline(__always)
func gatherMasses(_ masses: UnsafeMutableRawPointer, _ slots: UnsafePointer<Int32>) -> MassLanes {
  let c = transposed(masses, ScatteredPoses(slots: slots), 0)
  return MassLanes(inverseMass: c.0, inverseInertia: c.1, centerX: c.2, centerY: c.3)
}

/// Writes velocities back. Lanes that share an immovable body all write what they read.
@inline(__always)
func scatterVelocities(
  _ bodies: UnsafeMutableRawPointer, _ slots: UnsafePointer<Int32>, _ v: VelocityLanes
) {
  transpose(bodies, Scattered(slots: slots), 0, v.vx, v.vy, v.w, v.angle)
}

/// Writes displacements back. Lanes that share an immovable body all write what they read.
@inline(__always)
func scatterDisplacements(
  _ bodies: UnsafeMutableRawPointer, _ slots: UnsafePointer<Int32>, _ d: DisplacementLanes
) {
  transpose(bodies, Scattered(slots: slots), 16, d.dx, d.dy, d.versine, d.sine)
}

/// Velocities of eight bodies side by side.
@inline(__always)
func loadVelocities(_ bodies: UnsafeMutableRawPointer) -> VelocityLanes {
  let c = transposed(bodies, Neighbours(), 0)
  return VelocityLanes(vx: c.0, vy: c.1, w: c.2, angle: c.3)
}

@inline(__always)
func storeVelocities(_ bodies: UnsafeMutableRawPointer, _ v: VelocityLanes) {
  transpose(bodies, Neighbours(), 0, v.vx, v.vy, v.w, v.angle)
}

@inline(__always)
func loadDisplacements(_ bodies: UnsafeMutableRawPointer) -> DisplacementLanes {
  let c = transposed(bodies, Neighbours(), 16)
  return DisplacementLanes(dx: c.0, dy: c.1, versine: c.2, sine: c.3)
}

@inline(__always)
func storeDisplacements(_ bodies: UnsafeMutableRawPointer, _ d: DisplacementLanes) {
  transpose(bodies, Neighbours(), 16, d.dx, d.dy, d.versine, d.sine)
}
