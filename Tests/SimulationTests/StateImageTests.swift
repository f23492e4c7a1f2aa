import DeterministicMath
import Simulation
import Testing

/// Saving, restoring and digesting: what is saved is all of the state, and nothing else is.
@Suite struct StateImageTests {
  private func image(_ run: SimulationRun<ToySimulation>, _ selection: StateSelection = .everything)
    -> StateImage
  {
    var image = StateImage()
    run.save(selection, into: &image)
    return image
  }

  @Test("a restored run has the digest of the saved one and continues like it", arguments: 0..<35)
  func restoredRunContinues(saveStep: Int) throws {
    let original = try runToy(steps: saveStep)
    let copy = SimulationRun<ToySimulation>(parameters: .init(), seed: 1)
    try copy.restore(image(original), stepCount: original.stepCount)
    #expect(copy.simulation.restoreCount == 1)
    #expect(copy.stepCount == Int64(saveStep))
    #expect(copy.digest() == original.digest())
    #expect(image(copy) == image(original))
    for step in saveStep..<saveStep + 40 {
      try original.step(toyInputs(step))
      try copy.step(toyInputs(step))
      #expect(copy.digest() == original.digest(), "step \(step)")
      #expect(copy.events() == original.events(), "step \(step)")
    }
  }

  @Test("a run with more rows restores to fewer and back")
  func rowCountsChange() throws {
    let many = try runToy(steps: 10)
    let none = try runToy(steps: 1)
    let full = image(many)
    #expect(full.rowCounts == [4, 3, 1, 1, 1])
    try many.restore(image(none), stepCount: 1)
    #expect(many.digest() == none.digest())
    try many.restore(full, stepCount: 10)
    #expect(image(many) == full)
  }

  @Test("every bit of an image counts: flipping it changes both lanes of the digest")
  func everyBitCounts() throws {
    let run = try runToy(steps: 10)
    let original = image(run)
    let digest = run.digest()
    var refusedCount = 0
    for index in original.bytes.indices {
      for bit in 0..<8 {
        var flipped = original
        flipped.bytes[index] ^= 1 << UInt8(bit)
        do {
          try run.restore(flipped, stepCount: 10)
        } catch {
          refusedCount += 1
          continue
        }
        let other = run.digest()
        #expect(other.low != digest.low, "byte \(index), bit \(bit)")
        #expect(other.high != digest.high, "byte \(index), bit \(bit)")
        #expect(image(run) == flipped, "byte \(index), bit \(bit)")
      }
    }
    #expect(refusedCount == 0, "no flip of one bit makes NaN of these numbers")
    try run.restore(original, stepCount: 10)
    #expect(run.digest() == digest)
  }

  @Test("row counts count, even of empty rows")
  func rowCountsCount() {
    func digest(_ counts: [Int]) -> StateDigest {
      var visitor = DigestVisitor()
      for count in counts {
        var rows = count
        visitor.table("", rowCount: &rows)
      }
      return visitor.digest
    }
    let digests = [[0, 0], [1, 0], [0, 1], [1, 1], [0], [0, 0, 0]].map(digest)
    for (index, one) in digests.enumerated() {
      for other in digests[(index + 1)...] { #expect(one != other) }
    }
  }

  @Test("padding between rows is not state")
  func paddingDoesNotCount() throws {
    let run = try runToy(steps: 10)
    var simulation = run.simulation
    simulation.particles.withUnsafeMutableBytes { bytes in
      for row in 0..<bytes.count / 24 {
        for byte in 21..<24 { bytes[row * 24 + byte] = 0xA5 }
      }
    }
    var visitor = DigestVisitor()
    simulation.visitState(&visitor)
    #expect(visitor.digest == run.digest())
    var save = SaveVisitor(.everything)
    simulation.visitState(&save)
    #expect(save.finish() == image(run))
  }

  @Test("what is stored every step is a part of the whole")
  func everyStepSelection() throws {
    let run = try runToy(steps: 10)
    let state = run.description.state
    let whole = image(run)
    let part = image(run, .everyStep)
    #expect(part.rowCounts == whole.rowCounts)
    #expect(whole.bytes.count == 4 * (21 + 8 + 8 + 8) + 3 * 4 + 4 + 8 + 1)
    #expect(part.bytes.count == 4 * (21 + 8) + 8)
    #expect(state.imageSize(rowCounts: whole.rowCounts, .everything) == whole.bytes.count)
    #expect(state.imageSize(rowCounts: whole.rowCounts, .everyStep) == part.bytes.count)
    #expect(Array(part.bytes[..<(4 * 29)]) == Array(whole.bytes[..<(4 * 29)]))
  }

  @Test("saving into a used image gives what saving into a fresh one gives")
  func storageIsReused() throws {
    let run = try runToy(steps: 10)
    var reused = StateImage(rowCounts: [7, 7], bytes: [UInt8](repeating: 0xFF, count: 5000))
    run.save(.everything, into: &reused)
    #expect(reused == image(run))
    run.save(.everyStep, into: &reused)
    #expect(reused == image(run, .everyStep))
  }

  @Test("an image that does not fit is refused and changes nothing")
  func misfits() throws {
    let run = try runToy(steps: 10)
    let good = image(run)
    let digest = run.digest()
    var misfits: [(name: String, image: StateImage)] = []
    func misfit(_ name: String, _ change: (inout StateImage) -> Void) {
      var image = good
      change(&image)
      misfits.append((name, image))
    }
    misfit("one byte more") { $0.bytes.append(0) }
    misfit("one byte less") { $0.bytes.removeLast() }
    misfit("no bytes") { $0.bytes = [] }
    misfit("one table more") { $0.rowCounts.append(0) }
    misfit("one table less") { $0.rowCounts.removeLast() }
    misfit("no tables") { $0.rowCounts = [] }
    misfit("nothing") { $0 = StateImage() }
    misfit("one row more") { $0.rowCounts[0] += 1 }
    misfit("one row less") { $0.rowCounts[1] -= 1 }
    misfit("negative rows") { $0.rowCounts[0] = -1 }
    misfit("fewest rows") { $0.rowCounts[0] = .min }
    misfit("most rows") { $0.rowCounts = $0.rowCounts.map { _ in .max } }
    // The sizes agree, but a single value has one row: more would write past it.
    misfit("two rows of a single value") {
      $0.rowCounts[2] = 2
      $0.bytes += [0, 0, 0, 0]
    }
    misfit("no row of a single value") {
      $0.rowCounts[4] = 0
      $0.bytes.removeLast()
    }
    misfit("a single value takes the rows of a table") {
      $0.rowCounts[1] = 2
      $0.rowCounts[2] = 2
    }
    misfits.append(("only what is stored every step", image(run, .everyStep)))
    for misfit in misfits {
      #expect(throws: SimulationError.stateDoesNotFit, "\(misfit.name)") {
        try run.restore(misfit.image, stepCount: 77)
      }
      #expect(run.digest() == digest, "\(misfit.name)")
      #expect(run.stepCount == 10, "\(misfit.name)")
      #expect(run.simulation.restoreCount == 0, "\(misfit.name)")
    }
  }

  @Test("random images of any shape are restored or refused, never trap", arguments: 0..<64)
  func hostileImages(seed: UInt64) throws {
    let run = try runToy(steps: 10)
    var random = RandomStream(seed: seed, stream: "images").draws(step: 0)
    for _ in 0..<50 {
      let rows = (0..<5).map { _ in Int32(truncatingIfNeeded: random.integer(in: -2...5)) }
      let fitting = run.description.state.imageSize(rowCounts: rows, .everything)
      let count = Int(random.integer(below: 2)) + (fitting ?? 30)
      let image = StateImage(
        rowCounts: rows, bytes: (0..<count).map { _ in UInt8(truncatingIfNeeded: random.word()) })
      let before = run.digest()
      do throws(SimulationError) {
        try run.restore(image, stepCount: 3)
        #expect(fitting == count, "seed \(seed)")
        #expect(self.image(run) == image, "seed \(seed)")
      } catch {
        #expect(fitting != count, "seed \(seed)")
        #expect(run.digest() == before, "seed \(seed)")
      }
    }
  }

  @Test("a schema whose image would not fit into memory has no size")
  func sizesDoNotOverflow() {
    let group = StateSchema.Group(
      cadence: .everyStep, rowSize: Int.max / 2,
      fields: [.init(label: "x", type: .uint8, offset: 0)])
    let schema = StateSchema(tables: [StateSchema.Table(name: "t", groups: [group, group, group])])
    #expect(schema.imageSize(rowCounts: [1], .everything) == nil)
    #expect(schema.imageSize(rowCounts: [3], .everything) == nil)
    #expect(schema.imageSize(rowCounts: [0], .everything) == 0)
  }

  @Test("two seeds give two states, one seed one")
  func seeds() throws {
    #expect(try runToy(seed: 1).digest() == runToy(seed: 1).digest())
    #expect(try runToy(seed: 1).digest() != runToy(seed: 2).digest())
  }

  /// The digest as it is defined, computed from an image and its schema alone.
  private func plainDigest(_ image: StateImage, _ schema: StateSchema) -> StateDigest {
    var sum = StateDigest()
    var offset = 0
    for (table, count) in zip(schema.tables.indices, image.rowCounts) {
      let tableTag = UInt64(table + 1) << 16
      var rows = RecordHash(tag: tableTag, row: .max)
      rows.feed(UInt64(count))
      sum += rows.finish()
      for (group, shape) in schema.tables[table].groups.enumerated() {
        var rows = StateDigest()
        for row in 0..<UInt32(count) {
          let bytes = image.bytes[offset..<offset + shape.rowSize]
          addPlainHash(of: Array(bytes), row: row, to: &rows)
          offset += shape.rowSize
        }
        var hash = RecordHash(tag: tableTag + UInt64(group + 1), row: .max)
        hash.feed(rows.low)
        hash.feed(rows.high)
        sum += hash.finish()
      }
    }
    return sum
  }

  private func addPlainHash(of bytes: [UInt8], row: UInt32, to sum: inout StateDigest) {
    let words = stride(from: 0, to: bytes.count, by: 4).map { start in
      bytes[start..<min(start + 4, bytes.count)].reversed().reduce(UInt32(0)) {
        $0 << 8 | UInt32($1)
      }
    }
    let key = RowHash.key(row: row)
    for j in stride(from: 0, to: words.count, by: 2) {
      let even = words[j] &+ RowHash.key(word: j) &+ key
      let next = j + 1 < words.count ? words[j + 1] : 0
      let odd = next &+ RowHash.key(word: j + 1) &+ (key << 16 | key >> 16)
      sum.low &+= UInt64(even) * UInt64(odd)
      sum.high &+= UInt64(even ^ 0x9E37_79B9) * UInt64(odd ^ 0x7F4A_7C15)
    }
  }

  @Test("the digest of a run is that of its image, table by table, row by row", arguments: 0..<35)
  func digestOfImage(steps: Int) throws {
    let run = try runToy(steps: steps)
    #expect(run.digest() == plainDigest(image(run), run.description.state))
  }

  @Test("golden digest of the toy run: the description's digest never changes silently")
  func goldenDigest() throws {
    let digest = try runToy(steps: 40).digest().description
    #expect(digest == "76232c510a0f09ac9ec9d454e197357c")
  }

  @Test("the schema names every table, group and field, in order")
  func schema() throws {
    let state = try runToy(steps: 0).description.state
    #expect(state.tables.map(\.name) == ["particles", "edges", "nextID", "time", "phase"])
    #expect(state.tables.map(\.isSingleValue) == [false, false, true, true, true])
    let groups = state.tables[0].groups
    #expect(groups.map(\.cadence) == [.everyStep, .everyStep, .keyFrame, .keyFrame])
    #expect(groups.map(\.rowSize) == [21, 8, 8, 8])
    #expect(groups[0].fields.map(\.name) == ["x", "y", "vx", "vy", "id", "flags"])
    #expect(groups[0].fields.map(\.offset) == [0, 4, 8, 12, 16, 20])
    #expect(groups[0].fields[4].role == .key)
    let types = state.tables.flatMap { $0.groups.flatMap { $0.fields.map(\.type) } }
    #expect(
      types == [
        .float32, .float32, .float32, .float32, .uint32, .uint8, .float64, .int64, .uint64,
        .int32, .uint32, .float64, .uint8,
      ])
  }
}
