#if !hasFeature(Embedded)
  /// A run whose simulation can be looked at from outside, for tests of its description.
  package protocol InspectedRun: RunningSimulation {
    /// The simulation as it stands: shares what it refers to.
    var simulationValue: Any { get }

    /// Hands the state over without the run's memory of earlier visits.
    ///
    /// - Parameter visitor: reads only.
    /// - Returns: type and address of the simulation during the visit.
    func inspect(
      _ visitor: inout some StateVisitor
    ) -> (type: Any.Type, address: UnsafeRawPointer)

    /// Restores an image without a look at what it holds, and says what the state is afterwards.
    ///
    /// For a true state of the same simulation only. The run is of no use afterwards.
    func stateAfterUncheckedRestore(_ image: StateImage) -> StateImage
  }

  extension SimulationRun: InspectedRun {
    package var simulationValue: Any { simulation }

    package func inspect(
      _ visitor: inout some StateVisitor
    ) -> (type: Any.Type, address: UnsafeRawPointer) {
      var copy = simulation
      return withUnsafeMutablePointer(to: &copy) { place in
        place.pointee.visitState(&visitor)
        return (S.self, UnsafeRawPointer(place))
      }
    }
  }
#endif
