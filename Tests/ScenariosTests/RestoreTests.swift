import DeterministicMath
import Dynamics
import Scenarios
import Simulation
import TestSupport
import Testing

#if DEBUG
  private let stepsMax = 240
  private let stride = 5
#else
  private let stepsMax = 1200
  private let stride = 1
#endif

/// A catalogue scenario with its gestures and the parameters to try it with.
struct RestoreCase: Sendable, CustomTestStringConvertible {
  var name: String
  var parameters: [UInt64]
  var testDescription: String { "\(name) \(parameters)" }

  static var all: [RestoreCase] {
    var cases: [RestoreCase] = []
    for entry in Catalogue.gestured {
      cases.append(RestoreCase(name: entry.name, parameters: entry.defaultParameters))
    }
    for variant in Int64(1)...3 {
      var p = OrbitDemo.Parameters()
      p.variant = variant
      cases.append(RestoreCase(name: "orbit", parameters: p.words))
    }
    for boundary in Int64(0)...2 {
      var p = CollisionsDemo.Parameters()
      p.mode = 2
      p.boundary = boundary
      p.overlaps = true
      p.isObserved = true
      cases.append(RestoreCase(name: "collisions", parameters: p.words))
    }
    var push = PushDemo.Parameters()
    push.item = 1
    push.isContinuous = true
    cases.append(RestoreCase(name: "push", parameters: push.words))
    var corners = StickyCornersDemo.Parameters()
    corners.hasNoise = true
    cases.append(RestoreCase(name: "sticky_corners", parameters: corners.words))
    var snap = SnapDemo.Parameters()
    snap.replaces = true
    snap.angle = 2
    cases.append(RestoreCase(name: "snap", parameters: snap.words))
    for scenario in [Int64(4), 6, 8] {
      var cell = SweepDemo.Parameters()
      cell.scenario = scenario
      cell.gravity = 0.3
      cases.append(RestoreCase(name: "sweep", parameters: cell.words))
    }
    for part in Int64(1)...3 {
      var p = RobustnessDemo.Parameters()
      p.part = part
      cases.append(RestoreCase(name: "robustness", parameters: p.words))
    }
    return cases
  }
}

/// The first fields in which two images differ.
func differences(_ schema: StateSchema, _ a: StateImage, _ b: StateImage) -> [String] {
  var names: [String] = []
  guard a.rowCounts == b.rowCounts else { return ["rows \(a.rowCounts) \(b.rowCounts)"] }
  var offset = 0
  for (table, count) in zip(schema.tables, a.rowCounts) {
    for group in table.groups {
      for row in 0..<Int(count) {
        for field in group.fields {
          let start = offset + row * group.rowSize + field.offset
          let range = start..<(start + field.type.size)
          if a.bytes[range] != b.bytes[range], names.count < 6 {
            names.append(
              "\(table.name)[\(row)].\(field.name) \(Array(a.bytes[range])) \(Array(b.bytes[range]))"
            )
          }
        }
      }
      offset += group.rowSize * Int(count)
    }
  }
  return names
}

@Suite("UD-CORE-03 restore")
struct RestoreTests {
  /// Proves that the described state is all there is: at every step of every scenario, with its
  /// gestures, a fresh scenario restored from the image goes on to the same digests.
  @Test(
    "UD-CORE-03 UD-CORE-04 restored at every step, digests stay equal",
    arguments: Sample.of(RestoreCase.all, 12, inDebug: 4))
  func everyStep(test: RestoreCase) throws {
    let entry = try #require(Catalogue.all.first { $0.name == test.name })
    let inputs = script(entry.gestures, stepDuration: StepDuration(1, 60)).mapValues {
      $0.map { $0.recordWords }
    }
    let run = try entry.start(parameters: test.parameters, seed: 7)
    let steps = min(stepsMax, Int(entry.defaultStepCount))
    var digests: [StateDigest] = [run.digest()]
    var images: [StateImage] = []
    var events: [[RecordWords]] = []
    for step in 0..<steps {
      var image = StateImage()
      try run.save(.everything, into: &image)
      images.append(image)
      try run.step(inputs[step] ?? [])
      digests.append(run.digest())
      events.append(try run.events())
    }
    let other = try entry.start(parameters: test.parameters, seed: 7)
    for start in Swift.stride(from: 0, to: steps, by: stride) {
      // Alternately into a fresh scenario and into one that has run elsewhere.
      let target =
        start % 2 == 0 ? try entry.start(parameters: test.parameters, seed: 7) : other
      try target.restore(images[start], stepCount: Int64(start))
      #expect(target.digest() == digests[start], "restored at step \(start)")
      var back = StateImage()
      try target.save(.everything, into: &back)
      #expect(back == images[start], "image restored at step \(start)")
      for step in start..<min(start + 40, steps) {
        try target.step(inputs[step] ?? [])
        #expect(try target.events() == events[step], "restored at \(start), events of step \(step)")
        guard target.digest() == digests[step + 1] else {
          var found = StateImage()
          try target.save(.everything, into: &found)
          let names = differences(
            run.description.state, images[step + 1 < steps ? step + 1 : step], found)
          Issue.record("restored at \(start), diverged after step \(step): \(names)")
          return
        }
      }
    }
  }

  @Test(
    "UD-CORE-04 the same inputs give the same digests",
    arguments: Sample.of(RestoreCase.all, inDebug: 12))
  func replay(test: RestoreCase) throws {
    let entry = try #require(Catalogue.all.first { $0.name == test.name })
    let inputs = script(entry.gestures, stepDuration: StepDuration(1, 60))
    let first = try entry.start(parameters: test.parameters, seed: 1)
    let second = try entry.start(parameters: test.parameters, seed: 1)
    for step in 0..<120 {
      let words = (inputs[step] ?? []).map { $0.recordWords }
      try first.step(words)
      try second.step(words)
      #expect(first.digest() == second.digest(), "step \(step)")
      #expect(try first.events() == second.events())
    }
  }

  /// A free-falling body follows the model's operations to the bit.
  @Test("gravity's motion model predicts every step exactly")
  func motionModel() throws {
    var s = GravityDemo(parameters: .init(), seed: 1)
    let model = try #require(s.motionModel)
    var y: Float = 100
    var v: Float = 0
    for step in 0..<600 {
      for _ in 0..<model.worldSteps {
        var d: Float = 0
        for _ in 0..<model.substeps {
          v = v + model.substep * model.gravityY
          d = d + model.substep * v
        }
        y = y + d
      }
      s.step([])
      #expect(Float(s.frog.center.y) == y, "step \(step)")
    }
  }
}
