/// A simulation as runs visit it, where it lies.
///
/// What a run does with it is written once (``RunMemory``), for any of these: for ``PlacedSimulation``, so
/// that it is compiled for each simulation; in Embedded builds for ``ErasedSimulation``, so that a program
/// of many simulations has it once.
protocol VisitedSimulation {
  func visit(_ visitor: inout some StateVisitor)
  func isStateSound() -> Bool
  func stateWasRestored()
}

#if hasFeature(Embedded)
  typealias Visited<S: Simulation> = ErasedSimulation
#else
  typealias Visited<S: Simulation> = PlacedSimulation<S>
#endif

/// A simulation of a type that is known.
struct PlacedSimulation<S: Simulation>: VisitedSimulation {
  let place: UnsafeMutablePointer<S>

  /// - Parameter place: where the simulation lies, as long as this is used.
  @inline(__always)
  init(_ place: UnsafeMutablePointer<S>) { self.place = place }

  @inline(__always)
  func visit(_ visitor: inout some StateVisitor) { place.pointee.visitState(&visitor) }

  @inline(__always)
  func isStateSound() -> Bool { place.pointee.isStateSound() }

  @inline(__always)
  func stateWasRestored() { place.pointee.stateWasRestored() }
}
