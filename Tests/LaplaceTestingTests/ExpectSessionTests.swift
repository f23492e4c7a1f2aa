import LaplaceTesting
import TestSupport
import Testing

/// The tests that `shrink` writes, and properties whose breach is made small.
@Suite struct ExpectSessionTests {
  static let inputs = #"""
    {"step":0,"kind":"turn","dial":611,"angle":10}
    {"step":2,"kind":"turn","dial":222,"angle":10}
    {"step":2,"kind":"turn","dial":770,"angle":10}
    """#

  func lines(_ body: () throws -> Void) -> [String] {
    do {
      try body()
      return []
    } catch {
      return (error as? DeterminismFailure)?.lines ?? ["\(error)"]
    }
  }

  func session<V: DialVariant>(
    _ variant: V.Type, steps: Int64 = 3, digest: String? = nil, never: String? = nil
  ) -> [String] {
    lines {
      try expectSession(
        Dials<V>.self, seed: 2, parameters: ["count=3"], steps: steps, inputs: Self.inputs,
        digest: digest, never: never)
    }
  }

  @Test func faultyBuildFails() throws {
    let found = session(RightDials.self, digest: "?")
    #expect(found[0] == "dials: the state after step 2 is not the one of a sound build")
    let digest = String(try #require(found[1].split(separator: " ").last))
    #expect(session(RightDials.self, digest: digest) == [])
    #expect(session(LastBitDials.self, digest: digest).count == 2)
    // Before the third input both are the same.
    #expect(
      session(RightDials.self, steps: 2, digest: "?")
        == session(LastBitDials.self, steps: 2, digest: "?"))
  }

  @Test func conditionMustNotHold() {
    #expect(
      session(RightDials.self, never: "stage == 3") == ["dials: stage == 3 holds after step 2"])
    #expect(session(RightDials.self, never: "stage == 4") == [])
    #expect(session(RightDials.self, never: "stag == 4")[0].hasPrefix("dials: stag == 4: "))
  }

  @Test func wrongTextIsSaid() {
    #expect(
      lines { try expectSession(Dials<RightDials>.self, parameters: ["cont=3"], steps: 1) }[0]
        .hasPrefix("dials: parameter 'cont=3'"))
    #expect(
      lines { try expectSession(Dials<RightDials>.self, steps: 1, inputs: "{}") }[0]
        .hasPrefix("dials: inputs: line 1: "))
  }

  /// A property that breaks is told by the smallest session.
  @Test func propertyIsMadeSmall() {
    func inputs(_ step: Int64) -> [Dials<RightDials>.Input] {
      let dial: Int64 = step == 40 ? 611 : step == 77 ? 222 : step == 90 ? 770 : step % 100
      return [.push, .turn(dial: dial, angle: 7.75)]
    }
    func check(_ stage: UInt32) -> [String] {
      lines {
        try expectAlways(Dials<RightDials>.self, steps: 120, inputs: inputs) { $0.stage < stage }
      }
    }
    #expect(check(4) == [])
    let found = check(3)
    #expect(found.count == 5, "\(found)")
    #expect(found[0] == "dials: it does not hold after step 90")
    #expect(
      found[1] == "  nor after step 0 of a session with 3 of 240 inputs, seed 1, count=0 gain=0.0")
    #expect(found[2].hasPrefix(#"  {"step":0,"kind":"turn","dial":611,"angle":"#))
  }
}
