import Simulation
import TestSupport
import Testing

/// Ranges hold for every width of whole number, in inputs and in states.
@Suite struct FieldRangeTests {
  struct One<Value: StateInteger>: StateRow, SimulationParameters, Equatable, Sendable
  where Value: Sendable {
    var value: Value = 0
    var list: [Value] = []
    mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("value", &value, in: .between(0, 2))
      visitor.field("list", &list, in: .between(0, 2))
    }
  }

  struct Holder<Value: StateInteger & Sendable>: Simulation {
    typealias Input = NoEvent
    static var name: StaticString { "holder" }
    static var stepDuration: StepDuration { StepDuration(1, 10) }
    var one = One<Value>()
    init(parameters: NoParameters, seed: UInt64) {}
    mutating func step(_ inputs: [NoEvent]) {}
    mutating func visitState(_ visitor: inout some StateVisitor) { visitor.field("one", &one) }
  }

  struct Width: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// Whether an input with a value is accepted.
    var acceptsInput: @Sendable (UInt64) -> Bool
    /// Whether a state is restored: with a value, or with a value in a list of three.
    var acceptsState: @Sendable (_ value: Int, _ inList: Bool) -> Bool

    init<Value: StateInteger & Sendable>(_ type: Value.Type) {
      testDescription = "\(type)"
      acceptsInput = { word in (try? One<Value>(words: [word, 1, word])) != nil }
      acceptsState = { value, inList in
        var holder = Holder<Value>(parameters: NoParameters(), seed: 1)
        if inList {
          holder.one.list = [1, Value(value), 2]
        } else {
          holder.one.value = Value(value)
        }
        var image = StateImage()
        SimulationRun(holder).save(.everything, into: &image)
        let run = SimulationRun(Holder<Value>(parameters: NoParameters(), seed: 1))
        let foreign = StateImage(rowCounts: image.rowCounts, bytes: image.bytes)
        return (try? run.restore(foreign, stepCount: 1)) != nil && run.simulation.one == holder.one
      }
    }
  }

  static let widths = [
    Width(Int8.self), Width(Int16.self), Width(Int32.self), Width(Int64.self), Width(Int.self),
    Width(UInt8.self), Width(UInt16.self), Width(UInt32.self), Width(UInt64.self), Width(UInt.self),
  ]

  @Test("a number out of range is refused", arguments: widths)
  func isRefused(_ width: Width) {
    for value in [0, 1, 2] {
      #expect(width.acceptsInput(UInt64(value)), "\(value)")
      #expect(width.acceptsState(value, false) && width.acceptsState(value, true), "\(value)")
    }
    for value in [3, 5, 127] {
      #expect(!width.acceptsInput(UInt64(value)), "\(value)")
      #expect(!width.acceptsState(value, false) && !width.acceptsState(value, true), "\(value)")
    }
  }

  @Test("a negative number out of range is refused")
  func isNegative() {
    for width in Self.widths.prefix(5) {
      #expect(!width.acceptsState(-1, false), "\(width.testDescription)")
      #expect(!width.acceptsInput(UInt64(bitPattern: -1)), "\(width.testDescription)")
    }
  }

  struct Choice: StateRow, SimulationParameters, Equatable, Sendable {
    var level: Int8?
    var speed: Float?
    mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("level", &level, in: .between(1, 3))
      visitor.field("speed", &speed, in: .between(1, 3))
    }
  }

  struct Chooser: Simulation {
    typealias Input = NoEvent
    static var name: StaticString { "chooser" }
    static var stepDuration: StepDuration { StepDuration(1, 10) }
    var choice = Choice()
    init(parameters: NoParameters, seed: UInt64) {}
    mutating func step(_ inputs: [NoEvent]) {}
    mutating func visitState(_ visitor: inout some StateVisitor) {
      visitor.field("choice", &choice)
    }
  }

  @Test("an absent value is in any range")
  func isAbsent() throws {
    for (level, speed) in [(nil, nil), (1, nil), (nil, 3)] as [(Int8?, Float?)] {
      var chooser = Chooser(parameters: NoParameters(), seed: 1)
      (chooser.choice.level, chooser.choice.speed) = (level, speed)
      var image = StateImage()
      SimulationRun(chooser).save(.everything, into: &image)
      let run = SimulationRun(Chooser(parameters: NoParameters(), seed: 1))
      try run.restore(
        StateImage(rowCounts: image.rowCounts, bytes: image.bytes), stepCount: 1)
      #expect(run.simulation.choice == chooser.choice)
      #expect(try Choice(words: try chooser.choice.checkedWords()) == chooser.choice)
    }
  }
}
