import Sessions
import Simulation

/// What the search for a phase came to, for a person.
package enum PhaseText {
  /// One line for each thing that is known.
  package static func lines(_ finding: PhaseFinding, limit: Int = 6) -> [String] {
    switch finding {
    case .unknown(let reason): return ["  phase not known: \(reason)"]
    case .found(let found):
      var line = "  in phase \(found.border.title)"
      if let other = found.otherBorder, !other.isSamePlace(as: found.border) {
        line += ": the build is at \(other.title) instead"
      } else if found.otherBorder != nil {
        line += ", which only one of the builds takes"
      }
      if let previous = found.previous { line += "; equal up to \(previous.title)" }
      var lines = [line]
      if !found.isSameRun {
        lines.append("    (of another run of the build: it did not do the same again)")
      }
      if let comparison = found.comparison {
        let listed = comparison.differences.prefix(limit)
        lines += listed.map { "    \($0)" }
        let more = comparison.count - listed.count
        if more > 0 { lines.append("    and \(more) more") }
      }
      return lines
    }
  }
}
