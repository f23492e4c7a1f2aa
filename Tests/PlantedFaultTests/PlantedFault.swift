import Testing

/// A fault that people really make, planted into a copy of the engine's sources.
///
/// All faults go into one build, each behind a switch that the environment variable
/// `LAPLACE_PLANTED_FAULT` throws when the program starts; without it the build is sound. So the
/// project's own sources stay clean of faults, and one build serves for all of them.
struct PlantedFault: Sendable, CustomTestStringConvertible {
  /// One replacement; the text to replace must stand in the file exactly once.
  struct Edit: Sendable {
    var file: String
    var find: String
    var replace: String
  }

  var name: String
  var edits: [Edit]
  var testDescription: String { name }

  /// The switch, as the planted code reads it: `plantedFault == .fusedMultiplyAdd`.
  static let switchFile = "Sources/DeterministicMath/PlantedFault.swift"
  static let variable = "LAPLACE_PLANTED_FAULT"

  static var switchSource: String {
    let cases = all.map { "  case \(identifier($0.name)) = \"\($0.name)\"" }
    return """
      import Glibc

      public enum PlantedFault: String, Sendable {
      \(cases.joined(separator: "\n"))
      }

      public let plantedFault: PlantedFault? =
        getenv("\(variable)").flatMap { PlantedFault(rawValue: String(cString: $0)) }

      """
  }

  /// `fused-multiply-add` as a Swift name: `fusedMultiplyAdd`.
  static func identifier(_ name: String) -> String {
    let words = name.split(separator: "-")
    return words[0] + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  static let all: [PlantedFault] = [
    fusedMultiplyAdd, libmSine, dictionaryOrder, uninitialisedWord, reorderedSum, islandRace,
    flushToZero, missingField, libmArcTangent, libmMagneticSine, wallClock, noiseRounding,
  ]

  static func named(_ name: String) -> PlantedFault { all.first { $0.name == name }! }
}

extension PlantedFault {
  private static let solver = "Sources/RigidBodies/Solver/SolveContacts.swift"
  private static let narrowPhase = "Sources/RigidBodies/Collision/World+NarrowPhase.swift"

  /// One `a · b + c` of the contact solver rounds once instead of twice.
  static let fusedMultiplyAdd = PlantedFault(
    name: "fused-multiply-add",
    edits: [
      Edit(
        file: solver,
        find: """
              normal = vx * nx + vy * ny
              tangent
          """,
        replace: """
              normal = plantedFault == .fusedMultiplyAdd
                ? Lanes((vx * nx).simd.addingProduct(vy.simd, ny.simd)) : vx * nx + vy * ny
              tangent
          """)
    ])

  /// The C library's sine and cosine in place of the project's own.
  static let libmSine = PlantedFault(
    name: "libm-sine",
    edits: [
      Edit(
        file: "Sources/DeterministicMath/Elementary/Elementary+Trigonometry.swift",
        find: """
              guard x.isFinite else { return (.nan, .nan) }
          """,
        replace: """
              guard x.isFinite else { return (.nan, .nan) }
              if plantedFault == .libmSine { return (Glibc.sin(x), Glibc.cos(x)) }
          """),
      Edit(
        file: "Sources/DeterministicMath/Elementary/Elementary+Trigonometry.swift",
        find: "extension Elementary {\n", replace: "import Glibc\n\nextension Elementary {\n"),
    ])

  /// Contacts are taken in the order of a dictionary's keys, which changes with every process.
  static let dictionaryOrder = PlantedFault(
    name: "dictionary-order",
    edits: [
      Edit(
        file: narrowPhase,
        find: """
              while i < range.end {
                let index = pairTable.candidates.base[i]
          """,
        replace: """
              var order = Array(0..<pairTable.candidates.count)
              if plantedFault == .dictionaryOrder {
                order = Array(Dictionary(uniqueKeysWithValues: order.map { ($0, $0) }).keys)
              }
              if plantedFault == .islandRace { order = racedOrder(pairTable.candidates.count) }
              while i < range.end {
                let index = pairTable.candidates.base[order[i]]
          """)
    ])

  /// Two workers hand in their contacts as they come to them: who is first depends on the machine.
  static let islandRace = PlantedFault(
    name: "island-race",
    edits: [
      Edit(
        file: narrowPhase, find: "import DeterministicMath\n",
        replace: """
          import DeterministicMath
          import Glibc

          nonisolated(unsafe) private var raced: [Int] = []
          nonisolated(unsafe) private var racedCount = 0
          nonisolated(unsafe) private var racedHasBegun = false
          nonisolated(unsafe) private var racedLock = pthread_mutex_t()

          private func hasBegun() -> Bool {
            pthread_mutex_lock(&racedLock)
            defer { pthread_mutex_unlock(&racedLock) }
            return racedHasBegun
          }

          private func handIn(_ first: Int) {
            for island in stride(from: first, to: racedCount, by: 2) {
              pthread_mutex_lock(&racedLock)
              raced.append(island)
              pthread_mutex_unlock(&racedLock)
              // Work of a length that the machine decides, also where both share one processor:
              // a yield would only take turns there.
              usleep(1)
            }
          }

          private func racedOrder(_ count: Int) -> [Int] {
            raced = []
            racedCount = count
            var worker = pthread_t()
            racedHasBegun = false
            let work: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { _ in
              pthread_mutex_lock(&racedLock)
              racedHasBegun = true
              pthread_mutex_unlock(&racedLock)
              handIn(1)
              return nil
            }
            pthread_create(&worker, nil, work, nil)
            while !hasBegun() { sched_yield() }
            handIn(0)
            pthread_join(worker, nil)
            return raced
          }

          """)
    ])

  /// A new contact starts with whatever a fresh allocation holds.
  static let uninitialisedWord = PlantedFault(
    name: "uninitialised-word",
    edits: [
      Edit(
        file: narrowPhase,
        find: """
                  pairTable.active.base[Int(found.pair)].contact = Int32(
                    truncatingIfNeeded: beginContact(found.row, found.manifold))
          """,
        replace: """
                  var row = found.row
                  if plantedFault == .uninitialisedWord {
                    let scratch = UnsafeMutablePointer<UInt32>.allocate(capacity: 20)
                    row.normalImpulse0 = Float(scratch[0] & 0xFFFF) * 1e-6
                    scratch.deallocate()
                  }
                  pairTable.active.base[Int(found.pair)].contact = Int32(
                    truncatingIfNeeded: beginContact(row, found.manifold))
          """),
      Edit(
        file: narrowPhase,
        find: "import DeterministicMath\n", replace: "import DeterministicMath\nimport Glibc\n"),
    ])

  /// A sum of four terms, its brackets moved.
  static let reorderedSum = PlantedFault(
    name: "reordered-sum",
    edits: [
      Edit(
        file: solver,
        find: """
              let s = (apart + turned) + block[point &+ ContactBlock.separation]
          """,
        replace: """
              let s = plantedFault == .reorderedSum
                ? apart + (turned + block[point &+ ContactBlock.separation])
                : (apart + turned) + block[point &+ ContactBlock.separation]
          """)
    ])

  /// Somebody's start-up code lets the processor flush subnormal numbers to zero.
  static let flushToZero = PlantedFault(
    name: "flush-to-zero",
    edits: [
      Edit(
        file: "Sources/Scenarios/Catalogue/Catalogue.swift",
        find: "import Simulation\n",
        replace: """
          import DeterministicMath
          import Glibc
          import Simulation

          private func letSubnormalsFlush() -> Bool {
            var environment = fenv_t()
            fegetenv(&environment)
            environment.__mxcsr |= 0x8040
            fesetenv(&environment)
            return true
          }

          """),
      Edit(
        file: "Sources/Scenarios/Catalogue/Catalogue.swift",
        find: """
            package static var all: [CatalogueEntry] { gestured + others }

          """,
        replace: """
            package static var all: [CatalogueEntry] {
              if plantedFault == .flushToZero { _ = letSubnormalsFlush() }
              return gestured + others
            }

          """),
    ])

  /// How long a body has been slow decides when it sleeps, and the description leaves it out.
  static let missingField = PlantedFault(
    name: "missing-field",
    edits: [
      Edit(
        file: "Sources/RigidBodies/State/World+State.swift",
        find: """
              visitor.group(
                SleepTimer.group, of: bodyTable.sleepTimers.base,
          """,
        replace: """
              if plantedFault == .missingField { return }
              visitor.group(
                SleepTimer.group, of: bodyTable.sleepTimers.base,
          """)
    ])

  private static let animatorStep = "Sources/Dynamics/Animator/DynamicAnimator+Step.swift"

  /// The C library's arc tangent turns what is snapped.
  static let libmArcTangent = PlantedFault(
    name: "libm-arc-tangent",
    edits: [
      Edit(
        file: animatorStep,
        find: """
              if canTurn { motion[index].snapTurn += pull * Vector(dx: cosine, dy: sine).angle }
          """,
        replace: """
              if canTurn {
                motion[index].snapTurn +=
                  pull
                  * (plantedFault == .libmArcTangent
                    ? Double(Glibc.atan2f(Float(sine), Float(cosine)))
                    : Vector(dx: cosine, dy: sine).angle)
              }
          """),
      Edit(
        file: animatorStep, find: "import DeterministicMath\n",
        replace: "import DeterministicMath\nimport Glibc\n"),
    ])

  /// The C library's sine turns velocities in a magnetic field, in single precision.
  static let libmMagneticSine = PlantedFault(
    name: "libm-magnetic-sine",
    edits: [
      Edit(
        file: animatorStep,
        find: """
              let x = Double(v.x)
              let y = Double(v.y)
              return Vec2(
                Float(turn.cosine * x - turn.sine * y), Float(turn.sine * x + turn.cosine * y))
          """,
        replace: """
              let x = Double(v.x)
              let y = Double(v.y)
              if plantedFault == .libmMagneticSine {
                let (s, c) = (Double(Glibc.sinf(Float(angle))), Double(Glibc.cosf(Float(angle))))
                return Vec2(Float(c * x - s * y), Float(s * x + c * y))
              }
              return Vec2(
                Float(turn.cosine * x - turn.sine * y), Float(turn.sine * x + turn.cosine * y))
          """)
    ])

  /// How long bodies have been slow is measured by the clock on the wall.
  static let wallClock = PlantedFault(
    name: "wall-clock",
    edits: [
      Edit(
        file: "Sources/RigidBodies/Islands/World+Islands.swift",
        find: "    if bodyTable.countSlow(activity.awakeBodies, duration, limits) {",
        replace: """
              var duration = duration
              if plantedFault == .wallClock {
                var now = timespec()
                clock_gettime(CLOCK_MONOTONIC, &now)
                duration *= 1 + Float(now.tv_nsec & 0xFFFF | 0x4000) * 1e-6
              }
              if bodyTable.countSlow(activity.awakeBodies, duration, limits) {
          """),
      Edit(
        file: "Sources/RigidBodies/Islands/World+Islands.swift",
        find: "import DeterministicMath\n", replace: "import DeterministicMath\nimport Glibc\n"),
    ])

  /// A noise field's force carries an error of single precision.
  static let noiseRounding = PlantedFault(
    name: "noise-rounding",
    edits: [
      Edit(
        file: "Sources/Dynamics/Behaviors/FieldBehavior+Lanes.swift",
        find: """
                let n = pattern.vectors(x: items.x, y: items.y, lanes: lanes)
                return FieldEffects(kind: .force, lanes: lanes, x: s * n.x, y: s * n.y)
          """,
        replace: """
                let n = pattern.vectors(x: items.x, y: items.y, lanes: lanes)
                if plantedFault == .noiseRounding {
                  let gain = s * DoubleLanes(all: 1 + 0x1p-24)
                  return FieldEffects(kind: .force, lanes: lanes, x: gain * n.x, y: gain * n.y)
                }
                return FieldEffects(kind: .force, lanes: lanes, x: s * n.x, y: s * n.y)
          """)
    ])
}
