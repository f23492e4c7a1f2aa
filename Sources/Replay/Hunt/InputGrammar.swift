import DeterministicMath
import Recording
import Simulation

/// What inputs look like, learned from examples: which kinds there are, how far apart they come, and
/// what their fields hold.
package struct InputGrammar: Sendable {
  var gaps: [Int64] = []
  var examples: [RecordWords] = []
  /// Examples of a kind with as many words, whose words may be mixed.
  var mixable: [Int: [RecordWords]] = [:]

  package var isEmpty: Bool { examples.isEmpty }

  /// - Parameters:
  ///   - scripts: inputs of sessions, each ordered by step.
  ///   - kinds: of the inputs.
  package init(learning scripts: [[ScriptedInput]], kinds: [KindSchema]) {
    for script in scripts {
      var last: Int64 = 0
      for input in script {
        gaps.append(input.step - last)
        last = input.step
        examples.append(input.input)
        let kind = input.input.kind
        // Words of texts, lists and the like only have a meaning together.
        if kinds.indices.contains(kind),
          FieldSchema.leaves(kinds[kind].fields).allSatisfy(\.isPlain)
        {
          mixable[kind, default: []].append(input.input)
        }
      }
    }
  }

  /// Inputs that no example has, drawn from a seed.
  package func session(seed: UInt64, stepCount: Int64) -> [ScriptedInput] {
    guard !examples.isEmpty else { return [] }
    let random = RandomStream(seed: seed, stream: "hunt")
    var draws = random.draws(step: 0)
    func pick(_ count: Int) -> Int { Int(draws.word() % UInt64(count)) }
    var script: [ScriptedInput] = []
    var step: Int64 = 0
    while script.count < 100_000 {
      // Those of one step come together as often as they were seen to.
      step += gaps[pick(gaps.count)]
      guard step < stepCount else { break }
      var input = examples[pick(examples.count)]
      if let others = mixable[input.kind] {
        for word in input.words.indices where pick(2) == 0 {
          input.words[word] = others[pick(others.count)].words[word]
        }
      }
      script.append(ScriptedInput(step: step, input: input))
    }
    return script
  }
}

extension FieldSchema {
  /// Whether it is one word that means something alone.
  fileprivate var isPlain: Bool {
    switch type {
    case .text, .list, .optional, .cases, .keyed: false
    default: true
    }
  }
}
