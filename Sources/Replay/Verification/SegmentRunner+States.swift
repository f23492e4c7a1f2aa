import AgentProtocol
import DeterministicMath
import Dispatch
import Recording
import Sessions
import Simulation

// Comparing the states that a recording holds with those that the agent has.
//
// Equal digests say nothing of them: a digest is stored beside the states, not computed from them. A
// state that a run has whose digest is the recorded one is the recorded state, so a stored one that
// differs is wrong.

extension SegmentRunner {
  /// Compares the stored full state, if there is one here, with the agent's.
  mutating func compareKeyframe() throws {
    guard comparesStates, recording.isKeyframe(stepCount) else { return }
    let stored = try recording.keyframe(atOrBefore: stepCount).image
    let own = try state()
    guard stored == own else {
      throw wrong("the key frame", before: stepCount, stored, own, .everything)
    }
    comparedKeyframeCount += 1
  }

  /// Takes the steps up to `end`, or the step at which it diverges, and compares the stored
  /// every-step states with the agent's.
  mutating func runComparing(to end: Int64) throws -> DigestMismatch? {
    var own = StateImage()
    while stepCount < end {
      try check()
      guard let block = try nextBlock() else { return nil }
      let blockEnd = min(block.end, end)
      let started = stepCount
      while stepCount < blockEnd {
        let digest: StateDigest
        if let agent = agent as? PipeAgent, agent.takesManyRequests {
          if stepCount - stepsAhead.first >= stepsAhead.taken.count {
            try takeAhead(agent, to: blockEnd)
          }
          (digest, own) = stepsAhead.taken[Int(stepCount - stepsAhead.first)]
        } else {
          digest = try step(try recording.inputs(at: stepCount), &own)
        }
        if let mismatch = try recording.mismatch(digest, after: stepCount) { return mismatch }
        stepCount += 1
        // None of a block whose states were left out.
        guard let stored = block.image(before: stepCount) else { continue }
        guard stored == own else {
          throw wrong("the state", before: stepCount, stored, own, .everyStep)
        }
        comparedStateCount += 1
      }
      progress(stepCount - started)
    }
    return nil
  }

  /// The block of the next step; the one that follows is decoded meanwhile.
  private mutating func nextBlock() throws -> DecodedStates.Block? {
    if let block, (block.firstStep..<block.end).contains(stepCount) { return block }
    let decoded = ahead ?? DecodedStates(recording, aroundStep: stepCount)
    ahead = nil
    block = try decoded.block
    if let block, block.end < segmentEnd {
      ahead = DecodedStates(recording, aroundStep: block.end)
    }
    return block
  }

  /// Steps of one message to a program that takes many requests.
  private static let stepsAheadMax: Int64 = 64

  /// Has the agent take the next steps, and asks for the state after each: a message and its answer
  /// for each of them would cost more than small steps do.
  private mutating func takeAhead(_ agent: PipeAgent, to end: Int64) throws {
    let steps = stepCount..<min(end, stepCount + Self.stepsAheadMax)
    let replies = try agent.send(
      steps.flatMap { [.run([try recording.inputs(at: $0)]), .state(.everyStep)] })
    stepsAhead = (stepCount, [])
    for index in stride(from: 0, to: replies.count, by: 2) {
      switch (replies[index], replies[index + 1]) {
      case (.ran(let digests), .state(let image)) where digests.count == 1:
        stepsAhead.taken.append((digests[0], image))
      case (.refused(let reason), _), (_, .refused(let reason)): throw AgentError.refused(reason)
      default: throw AgentError.unexpectedReply
      }
    }
  }

  /// Takes one step and saves the every-step state after it.
  private func step(_ inputs: [RecordWords], _ image: inout StateImage) throws -> StateDigest {
    // A request for each step would cost more than small steps do.
    if let agent = agent as? InProcessAgent {
      let digest = try agent.server.take(inputs)
      try agent.server.save(.everyStep, into: &image)
      return digest
    }
    let digests = try agent.run([inputs])
    image = try agent.state(.everyStep)
    return digests[0]
  }

  private func wrong(
    _ what: String, before step: Int64, _ stored: StateImage, _ own: StateImage,
    _ selection: StateSelection
  ) -> RecordingError {
    wrong(what, before: step, stored, own, selection, recording.header.description.state)
  }

  func wrong(
    _ what: String, before step: Int64, _ stored: StateImage, _ own: StateImage,
    _ selection: StateSelection, _ schema: StateSchema
  ) -> RecordingError {
    let comparison = StateComparison(own, stored, schema, selection, limit: 1)
    let place = comparison?.differences.first.map { ": \($0)" } ?? ""
    return RecordingError(
      .storedStateWrong(
        "\(what) \(step == 0 ? "before step 0" : "after step \(step - 1)") is not the one whose "
          + "digest is recorded\(place)"))
  }
}

/// The states of a block, decoded by another thread.
final class DecodedStates: @unchecked Sendable {
  struct Block: Sendable {
    var firstStep: Int64
    var end: Int64
    /// Empty when the states were left out.
    var images: [StateImage]

    func image(before step: Int64) -> StateImage? {
      images.isEmpty ? nil : images[Int(step - 1 - firstStep)]
    }
  }

  // Written once before the group is left, and read after it was waited for.
  private var result: Result<Block?, RecordingError> = .success(nil)
  private let group = DispatchGroup()

  /// Starts to decode the block in which `step` lies.
  init(_ recording: Recording, aroundStep step: Int64) {
    let shared = recording.shared
    DispatchQueue.global().async(group: group) {
      do throws(RecordingError) {
        let states = try Recording(shared).states(aroundStep: step)
        self.result = .success(
          states.map {
            Block(firstStep: $0.firstStep, end: $0.firstStep + Int64($0.count), images: $0.images)
          })
      } catch {
        self.result = .failure(error)
      }
    }
  }

  /// The block; waits until it is decoded.
  var block: Block? {
    get throws(RecordingError) {
      group.wait()
      return try result.get()
    }
  }
}
