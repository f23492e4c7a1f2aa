import DeterministicMath
import RigidBodies
import Simulation

/// A counter-based generator for tests: the same numbers on every machine.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  init(seed: UInt64) {
    // Mixed, so that neighbouring seeds do not walk the same sequence one step apart.
    state = seed
    state = next() ^ (seed << 32)
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func float(_ low: Float, _ high: Float) -> Float {
    low + (high - low) * (Float(next() >> 40) / 16_777_216)
  }

  mutating func int(_ below: Int) -> Int { Int(next() % UInt64(below)) }

  /// A rotation by any angle.
  mutating func rotation() -> Rotation {
    let t = float(-1, 1)
    let turn = Rotation(cosine: (1 - t * t) / (1 + t * t), sine: 2 * t / (1 + t * t))
    return (next() & 1 == 0 ? turn : turn * Rotation(cosine: -1, sine: 0)).normalized
  }
}

extension World {
  var digest: StateDigest {
    var visitor = DigestVisitor()
    visitState(&visitor)
    return visitor.digest
  }

  func save() -> StateImage {
    var visitor = SaveVisitor(.everything)
    visitState(&visitor)
    return visitor.finish()
  }

  func restore(_ image: StateImage) {
    var visitor = RestoreVisitor(image)
    visitState(&visitor)
    stateWasRestored()
    checksSteps = World.checksByDefault
  }
}

/// The metre world of the benchmark scenes, or the point world of the dynamics face.
enum Units {
  static var metres: WorldDefinition {
    var definition = WorldDefinition()
    definition.gravity = Vec2(0, -10)
    // Often enough that short tests see it.
    definition.renewalPeriod = 7
    return definition
  }

  /// As the dynamics face configures it: points, y down.
  static var points: WorldDefinition {
    var definition = WorldDefinition(lengthUnitsPerMeter: 100)
    definition.linearSlop = 0.1
    definition.speculativeDistance = 0.4
    definition.restitutionThreshold = 25
    definition.sleepLinearThreshold = 1
    definition.sleepAngularThreshold = 2 * (3.141_592_7 / 180)
    definition.maximumLinearSpeed = 48_000
    definition.contactHertz = 60
    definition.contactRateFraction = 0.25
    definition.jointHertz = 120
    definition.jointRateFraction = 0.5
    definition.jointDampingRatio = 0.5
    return definition
  }
}

/// The first field in which two worlds differ: table, group, row, field and both words.
func firstDifference(_ a: World, _ b: World) -> String {
  var visitor = SchemaVisitor()
  a.visitState(&visitor)
  let schema = visitor.schema
  let first = a.save()
  let second = b.save()
  if first.rowCounts != second.rowCounts {
    return "row counts \(first.rowCounts) and \(second.rowCounts)"
  }
  var offset = 0
  for (table, count) in zip(schema.tables, first.rowCounts) {
    for group in table.groups {
      for row in 0..<Int(count) {
        for field in group.fields {
          let place = offset + row * group.rowSize + field.offset
          let range = place..<(place + field.type.size)
          if first.bytes[range] != second.bytes[range] {
            return "\(table.name)[\(row)].\(field.name): "
              + "\(Array(first.bytes[range])) and \(Array(second.bytes[range]))"
          }
        }
      }
      offset += Int(count) * group.rowSize
    }
  }
  return "nothing"
}
