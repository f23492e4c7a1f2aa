import Sessions
import Simulation

/// The phase of a step in which a build leaves the course of another one, as a search found it.
public struct PhaseFinding: Equatable, Codable, Sendable {
  /// The phase's name; `nil` if it is not known.
  public internal(set) var name: String?
  /// Which of its passes, from 1; `nil` if it has one.
  public internal(set) var subStep: Int?
  /// Which round of the step, from 1; `nil` if it has one.
  public internal(set) var round: Int?
  /// The last phase up to whose end the builds agree; `nil` if the first one differs.
  public internal(set) var equalUpTo: String?
  /// The phase that the build is in instead; the phase itself if only one of the builds has it.
  public internal(set) var tookInstead: String?
  /// The fields that differ at the phase's end; `nil` if the builds show other tables there.
  public internal(set) var comparison: StateComparison?
  /// True if the step, run again, ended as it did before.
  public internal(set) var isSameRun: Bool?
  /// The reason why the phase is not known.
  public internal(set) var unknown: String?
  /// How the values differ there.
  package var mechanisms: [BitMechanism] = []

  private enum CodingKeys: String, CodingKey {
    case name, subStep, round, equalUpTo, tookInstead, comparison, isSameRun, unknown
  }

  package init(unknown reason: String) { unknown = reason }

  /// A phase that ends at a border.
  init(_ border: StepBorder, after previous: StepBorder?, other: StepBorder?) {
    name = border.phase
    subStep = border.pass > 0 ? border.pass : nil
    round = border.round > 0 ? border.round : nil
    (equalUpTo, tookInstead) = (previous?.title, other?.title)
  }
}

extension PhaseFinding {
  /// The finding for a person, a line each.
  package var lines: [String] {
    guard let name else { return ["  phase not known: \(unknown ?? "")"] }
    let title = StepBorder.title(name, pass: subStep, round: round)
    var line = "  in phase \(title)"
    if let tookInstead {
      line +=
        tookInstead == title
        ? ", which only one of the builds takes" : ": the build is at \(tookInstead) instead"
    }
    if let equalUpTo { line += "; equal up to \(equalUpTo)" }
    let other =
      isSameRun == false ? ["    (of another run of the build: it did not do the same again)"] : []
    return [line] + other + (comparison?.lines() ?? []).map { "    " + $0 }
  }
}

extension StepBorder {
  /// `solve, sub-step 2, round 3`: what the phase is called, for people.
  package var title: String {
    Self.title(phase, pass: pass > 0 ? pass : nil, round: round > 0 ? round : nil)
  }

  fileprivate static func title(_ phase: String, pass: Int?, round: Int?) -> String {
    phase + (pass.map { ", sub-step \($0)" } ?? "") + (round.map { ", round \($0)" } ?? "")
  }
}
