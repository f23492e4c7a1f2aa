import ArgumentParser
import Replay
import Sessions
import Simulation

// Planting a fault in a recording, without another build.

extension RecordCommand {
  private static let flipForm = "write a field and a step, such as 'bodies[1].positionX@900'"

  /// Refuses `--flip` next to options that may leave out the flipped state.
  func validateFlip() throws {
    guard let flip else { return }
    if parts(of: flip) == nil {
      throw ValidationError("--flip \(flip): not a field and a step: \(Self.flipForm)")
    }
    if last != nil {
      throw ValidationError("--flip is for whole recordings: leave out --last, or --flip")
    }
    if budget != nil {
      throw ValidationError("--budget may leave out the state: leave out --budget, or --flip")
    }
  }

  /// The field and the step of `field@step`; an `@` within the field's brackets is part of it.
  private func parts(of flip: String) -> (field: FieldPath, step: Int64)? {
    guard let at = flip.lastIndex(of: "@"), let field = FieldPath(String(flip[..<at])),
      let step = Int64(flip[flip.index(after: at)...]), step >= 0
    else { return nil }
    return (field, step)
  }

  private func flipFailure(
    _ problem: String, _ advice: String, _ status: ExitStatus = .trouble
  ) -> CommandFailure {
    CommandFailure(status, "--flip \(flip ?? ""): \(problem)", advice: advice)
  }

  /// The flip that was asked for, of a field that this run has.
  func bitFlip(_ run: any RunningSimulation, stepCount: Int64) throws -> BitFlip? {
    guard let flip, let (field, step) = parts(of: flip) else { return nil }
    let reader: PathReader
    do throws(FieldPathProblem) {
      reader = try PathReader(field, in: run.description.state)
    } catch {
      throw error.failure("--flip \(flip)")
    }
    if field.isMany {
      throw flipFailure("'\(field.text)' means every row", "name one row, such as 'bodies[0]'")
    }
    if reader.place == nil {
      throw flipFailure(
        "'\(field.text)' is computed from other fields", "name a field of its velocity")
    }
    if step >= stepCount {
      throw flipFailure(
        "the run has \(count(Int(stepCount), "step")), and the first one is step 0",
        "give an earlier step, or more steps with --steps")
    }
    if !run.restores {
      throw flipFailure(
        "the agent does not restore states", "flip the bit in the code of the agent")
    }
    return BitFlip(reader, after: step)
  }

  /// Flips the bit, and returns words for what was changed.
  func plant(_ flip: BitFlip, in run: any RunningSimulation) throws -> String {
    let field = flip.reader.path.text
    do {
      let (before, after) = try flip.flip(in: run)
      return "\(field) after step \(flip.step): \(before.shown) -> \(after.shown)"
    } catch BitFlip.Problem.absent {
      throw flipFailure(
        "there is no '\(field)' after step \(flip.step)",
        "record without --flip, then: \(toolName) replay RECORDING --at \(flip.step) --print state",
        .refused)
    } catch BitFlip.Problem.refused(let value) {
      throw flipFailure(
        "\(run.description.name) does not accept \(value.shown) there",
        "flip a bit of another field", .refused)
    } catch BitFlip.Problem.corrected {
      throw flipFailure(
        "\(run.description.name) computes '\(field)' again from other fields when it is restored",
        "flip a bit of a field that it depends on", .refused)
    }
  }
}
