import DeterministicMath

/// What a run remembers of its visits of the state, and the visits themselves.
///
/// What a recorder calls after every step is inlined: what calls it knows the simulation.
struct RunMemory {
  /// The tables of the state.
  let schema: StateSchema
  let layouts: StateLayouts
  private let digests = DigestMemory()
  /// Images that were saved from this run, and not changed since, name it as their origin.
  private let source = StateSource()
  /// The digest of the state as it is, once it was asked for. Good until the next step or restore:
  /// by the contract of a simulation, nothing else changes its state.
  private(set) var knownDigest: StateDigest?
  /// The states at the borders of the step that was observed last.
  private(set) var borderStates: [BorderState] = []

  /// - Parameters:
  ///   - schema: of the simulation that is visited from now on.
  ///   - layouts: of the visit that found the schema.
  init(_ schema: StateSchema, _ layouts: StateLayouts) {
    self.schema = schema
    self.layouts = layouts
  }

  /// The state may have changed.
  @inline(__always)
  mutating func forgetDigest() { knownDigest = nil }

  private var tableCount: Int { schema.tables.count }

  /// The digest of the whole state, where it is not known.
  @inline(__always)
  mutating func digest(of simulation: some VisitedSimulation) -> StateDigest {
    var visitor = ChangeDigestVisitor(digests, layouts)
    simulation.visit(&visitor)
    layouts.end(tableCount: visitor.tableCount, expected: tableCount)
    knownDigest = visitor.digest
    return visitor.digest
  }

  /// Copies the state into `image`.
  @inline(__always)
  mutating func save(
    _ selection: StateSelection, of simulation: some VisitedSimulation,
    into image: inout StateImage
  ) {
    var visitor = SaveVisitor(selection, overwriting: &image, layouts)
    simulation.visit(&visitor)
    layouts.end(tableCount: visitor.tableCount, expected: tableCount)
    visitor.finish(into: &image)
    image.origin.run = source
  }

  #if !hasFeature(Embedded)
    /// Digests the state, whose digest is not known, and copies it into `image`, with one visit.
    @inline(__always)
    mutating func digest(
      of simulation: some VisitedSimulation, saving selection: StateSelection,
      into image: inout StateImage
    ) -> StateDigest {
      var visitor = DigestingSaveVisitor(digests, selection, overwriting: &image, layouts)
      simulation.visit(&visitor)
      layouts.end(tableCount: visitor.digesting.tableCount, expected: tableCount)
      visitor.finish(into: &image)
      image.origin.run = source
      knownDigest = visitor.digesting.digest
      return visitor.digesting.digest
    }
  #endif

  /// Puts the image in the state's place, and what was there back where the simulation could not have
  /// left what the image says.
  ///
  /// - Throws: ``SimulationError/stateDoesNotFit``.
  mutating func restore(
    _ simulation: some VisitedSimulation, from image: StateImage
  ) throws(SimulationError) {
    let isOwn = image.origin.run === source && image.origin.selection == .everything
    if isOwn && layouts.fault == nil {
      // A state that this run was in: it fits, and it is sound.
      knownDigest = nil
      let isWhole = overwrite(simulation, with: image, isOwn: true)
      simulation.stateWasRestored()
      if !isWhole { throw .stateDoesNotFit }
      digests.forgetNaN()
      return
    }
    guard fits(image) else { throw .stateDoesNotFit }
    var previous = StateImage()
    save(.everything, of: simulation, into: &previous)
    // A simulation that visits other tables than it said could not be brought back.
    guard fits(previous) else { throw .stateDoesNotFit }
    knownDigest = nil
    let isSound =
      overwrite(simulation, with: image, isOwn: false) && simulation.isStateSound()
    if !isSound { overwrite(simulation, with: previous, isOwn: true) }
    simulation.stateWasRestored()
    if !isSound { throw .stateDoesNotFit }
    digests.forgetNaN()
  }

  private func fits(_ image: StateImage) -> Bool {
    schema.imageSize(rowCounts: image.rowCounts, .everything) == image.bytes.count
  }

  /// Puts the image in the state's place, whatever it says.
  ///
  /// - Returns: whether every value can be what the image says.
  @discardableResult
  mutating func overwrite(
    _ simulation: some VisitedSimulation, with image: StateImage, isOwn: Bool
  ) -> Bool {
    var visitor = RestoreVisitor(image, isOwn: isOwn, layouts)
    simulation.visit(&visitor)
    layouts.end(tableCount: visitor.tableCount, expected: tableCount)
    return visitor.isComplete
  }

  /// A step is about to be observed.
  mutating func forgetBorders() { borderStates = [] }

  /// What a step left that was observed.
  mutating func note(_ observation: StepObservation, digest: StateDigest) -> ObservedStep {
    borderStates = observation.states
    return ObservedStep(digest: digest, borders: observation.borders)
  }

  func stateAtBorder(_ index: Int) -> BorderState? {
    borderStates.indices.contains(index) ? borderStates[index] : nil
  }

  /// What is wrong with the state or with its description, as far as visits have shown it.
  var fault: StateFault? {
    if let fault = layouts.fault { return fault }
    guard let place = digests.firstNaN else { return nil }
    return .notANumber(field: schema.name(of: place))
  }
}
