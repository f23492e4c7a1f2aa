import DeterministicMath
import Simulation

/// A simulation for tests that names the phases of its step: wind, forces, moves, births.
///
/// `Fault` builds faulty twins with the same name and schema, as another build would have them.
package struct Phased<Fault: PhaseFault>: Simulation {
  package static var name: StaticString { "phased" }
  package static var stepDuration: StepDuration { StepDuration(1, 60) }

  package static var derivedFields: [DerivedField] {
    [DerivedField("random", "follows from the seed")]
  }

  private let random: RandomStream
  package private(set) var stepIndex: Int64 = 0
  /// Numbers drawn from the stream of the wind.
  package private(set) var draws: UInt32 = 0
  /// Halves each step, until it is too small for a full significand.
  package private(set) var damping: Float = 0x1p-120
  package private(set) var ids: [UInt32] = [0, 1, 2]
  package private(set) var x: [Float] = [0, 1, 2]
  package private(set) var v: [Float] = [0.1, -0.2, 0.3]

  package init(parameters: NoParameters, seed: UInt64) {
    random = RandomStream(seed: seed, stream: "wind")
  }

  package mutating func step(_ inputs: [NoEvent]) {
    blow()
    mark("wind")
    if Fault.kind == .otherPhase && isFaultStep {
      move()
      mark("moves")
      push()
      mark("forces")
    } else {
      push()
      mark("forces")
      move()
      mark("moves")
    }
    if stepIndex % 10 == 9 {
      bear()
      mark("births")
    }
    stepIndex += 1
  }

  private var isFaultStep: Bool { stepIndex == Fault.step }

  private mutating func blow() {
    var numbers = random.draws(step: 0, from: draws)
    for index in v.indices { v[index] += 0.01 * (numbers.unitFloat() - 0.5) }
    if Fault.kind == .extraDraw && isFaultStep { _ = numbers.word() }
    draws = numbers.count
  }

  private mutating func push() {
    let h: Float = 1 / 60
    for index in v.indices {
      let spring = -0.7 * x[index]
      switch Fault.kind {
      case .roundedOnce: v[index] = v[index].addingProduct(h, spring)
      case .otherOrder:
        v[index] = (v[index] + h * spring) + (0.3 * x[index] - 0.3 * x[index] * 0.999)
        v[index] -= 0.3 * x[index] - 0.3 * x[index] * 0.999
      default: v[index] += h * spring
      }
    }
    damping *= 0.5
    if Fault.kind == .flushed && damping.isSubnormal { damping = 0 }
    if isFaultStep && Fault.kind == .signOfZero { v[0] = -0.0 } else if stepIndex == 25 { v[0] = 0 }
  }

  private mutating func move() {
    let isTwice = Fault.kind == .wrongValue && isFaultStep
    for index in x.indices { x[index] += (isTwice ? 2 : 1) * v[index] / 60 }
  }

  private mutating func bear() {
    let first = UInt32(ids.count)
    var born = [first, first + 1]
    if Fault.kind == .rowOrder { born.reverse() }
    if Fault.kind == .extraRow { born.append(first + 2) }
    for id in born {
      ids.append(id)
      x.append(Float(id))
      v.append(0)
    }
  }

  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field("stepIndex", &stepIndex)
    visitor.field("draws", &draws)
    visitor.field("damping", &damping)
    var count = ids.count
    visitor.table("grains", rowCount: &count)
    visitor.column("id", &ids, role: .key)
    visitor.column("x", &x, .everyStep)
    visitor.column("v", &v, .everyStep)
  }
}

package enum PhaseFaultKind: Sendable {
  case none, roundedOnce, otherOrder, signOfZero, flushed, extraDraw, rowOrder, extraRow, wrongValue
  case otherPhase
}

package protocol PhaseFault: SendableMetatype {
  static var kind: PhaseFaultKind { get }
  static var step: Int64 { get }
}

extension PhaseFault {
  package static var step: Int64 { 25 }
}

/// The faults, and what each does.
package enum PhaseFaults {
  package enum Sound: PhaseFault { package static var kind: PhaseFaultKind { .none } }
  package enum RoundedOnce: PhaseFault { package static var kind: PhaseFaultKind { .roundedOnce } }
  package enum OtherOrder: PhaseFault { package static var kind: PhaseFaultKind { .otherOrder } }
  package enum SignOfZero: PhaseFault { package static var kind: PhaseFaultKind { .signOfZero } }
  package enum Flushed: PhaseFault { package static var kind: PhaseFaultKind { .flushed } }
  package enum ExtraDraw: PhaseFault { package static var kind: PhaseFaultKind { .extraDraw } }
  package enum RowOrder: PhaseFault { package static var kind: PhaseFaultKind { .rowOrder } }
  package enum ExtraRow: PhaseFault { package static var kind: PhaseFaultKind { .extraRow } }
  package enum WrongValue: PhaseFault { package static var kind: PhaseFaultKind { .wrongValue } }
  package enum OtherPhase: PhaseFault { package static var kind: PhaseFaultKind { .otherPhase } }

  package static func catalogue<F: PhaseFault>(_ fault: F.Type) -> [CatalogueEntry] {
    [CatalogueEntry(Phased<F>.self, summary: "phases of a step", defaultStepCount: 100)]
  }
}
