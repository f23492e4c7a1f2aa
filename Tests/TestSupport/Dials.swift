import DeterministicMath
import Simulation

/// A simulation whose faulty twins go wrong after three particular inputs, in their order.
package struct Dials<Variant: DialVariant>: Simulation {
  package struct Parameters: SimulationParameters {
    package var count: Int64 = 8
    package var gain: Float = 1.25
    package init() {}
    package mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("count", &count)
      visitor.field("gain", &gain)
    }
  }

  package enum Input: SimulationRecord {
    case turn(dial: Int64, angle: Float)
    case push

    package static var kinds: [StaticString] { ["turn", "push"] }
    package init(kind: Int) { self = kind == 0 ? .turn(dial: 0, angle: 0) : .push }
    package var kind: Int { if case .turn = self { 0 } else { 1 } }
    package mutating func visitFields(_ visitor: inout some FieldVisitor) {
      guard case .turn(var dial, var angle) = self else { return }
      visitor.field("dial", &dial)
      visitor.field("angle", &angle)
      self = .turn(dial: dial, angle: angle)
    }
  }

  package static var name: StaticString { "dials" }
  package static var stepDuration: StepDuration { StepDuration(1, 60) }
  package static var derivedFields: [DerivedField] {
    [DerivedField("gain", "set by the parameters")]
      + (Variant.fault == .forgetsStage ? [] : [DerivedField("hiddenStage", "read by one variant")])
  }

  let gain: Float
  /// How many of the three inputs have come.
  package private(set) var stage: UInt32 = 0
  var hiddenStage: UInt32 = 0
  package private(set) var angles: [Float]
  package private(set) var level: Float = 0
  package var events: [NoEvent] { [] }

  package init(parameters: Parameters, seed: UInt64) {
    gain = parameters.gain
    let count = Int(min(max(parameters.count, 1), 1000))
    angles = (0..<count).map { Float($0) + 1 + Float(seed & 7) / 8 }
  }

  package mutating func step(_ inputs: [Input]) {
    for input in inputs {
      guard case .turn(let dial, let angle) = input, dial >= 0 else { continue }
      angles[Int(dial % Int64(angles.count))] += angle
      let secrets: [Int64] = [611, 222, 770]
      if stage < 3, dial == secrets[Int(stage)], angle > 2 {
        stage += 1
        hiddenStage += 1
      }
    }
    level = 0
    for index in angles.indices {
      angles[index] = angles[index] * 0.984375 + 0.015625
      level += angles[index] * gain
    }
    switch Variant.fault {
    case .lastBit where stage == 3, .forgetsStage where hiddenStage == 3:
      angles[0] = angles[0].nextUp
    case .trap where stage == 3: fatalError("the third dial is stuck")
    default: break
    }
  }

  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field("stage", &stage, .keyFrame)
    visitor.field("level", &level, .everyStep)
    var count = angles.count
    visitor.table("dials", rowCount: &count)
    if count != angles.count { angles = Array(repeating: 0, count: count) }
    visitor.column("angle", &angles, .everyStep)
  }
}

package enum DialFault: Sendable {
  case none
  /// One float, one unit in the last place, from the third input on.
  case lastBit
  /// The program ends.
  case trap
  /// It goes wrong by what it does not describe: a restored run does not know it.
  case forgetsStage
}

package protocol DialVariant: SendableMetatype {
  static var fault: DialFault { get }
}

package enum RightDials: DialVariant {
  package static var fault: DialFault { .none }
}

package enum LastBitDials: DialVariant {
  package static var fault: DialFault { .lastBit }
}

package enum TrapDials: DialVariant {
  package static var fault: DialFault { .trap }
}

package enum ForgetfulDials: DialVariant {
  package static var fault: DialFault { .forgetsStage }
}

/// A catalogue with the one simulation, for `Variant`'s twin of it.
package func dialCatalogue<V: DialVariant>(_ variant: V.Type) -> [CatalogueEntry] {
  [CatalogueEntry(Dials<V>.self, summary: "dials that are turned", defaultStepCount: 600)]
}
