import Simulation

/// Where two descriptions of a simulation part, in one line; `nil` when they agree.
///
/// - Parameters: what was recorded, and what the agent says.
package func schemaDifference(_ a: SimulationDescription, _ b: SimulationDescription) -> String? {
  if a.name != b.name { return "'\(a.name)' against '\(b.name)'" }
  if a.stepDuration != b.stepDuration { return "the step durations differ" }
  if !b.readsInputs(of: a) { return "the kinds of input differ" }
  if a.parameters != b.parameters { return "other parameters" }
  if a.state == b.state { return nil }
  for (left, right) in zip(a.state.tables, b.state.tables) where left != right {
    if left.name != right.name { return "table '\(left.name)' against '\(right.name)'" }
    return fieldDifference(left, right)
  }
  return "\(a.state.tables.count) tables against \(b.state.tables.count)"
}

extension SimulationDescription {
  /// True if this build reads the inputs of a recording: since then, kinds have only been appended.
  package func readsInputs(of recorded: SimulationDescription) -> Bool {
    inputs.starts(with: recorded.inputs)
  }
}

/// Where two tables of one name part: a field that only one has, or the first that differs.
private func fieldDifference(_ left: StateSchema.Table, _ right: StateSchema.Table) -> String {
  let fields = (left.groups.flatMap(\.fields), right.groups.flatMap(\.fields))
  let names = (fields.0.map(\.name), fields.1.map(\.name))
  if let missing = names.0.first(where: { !names.1.contains($0) }) {
    return "\(left.name): it leaves out the field '\(missing)'"
  }
  if let surplus = names.1.first(where: { !names.0.contains($0) }) {
    return "\(left.name): it has a field '\(surplus)' that was not recorded"
  }
  for (one, other) in zip(fields.0, fields.1) where one != other {
    return one.name == other.name
      ? "\(left.name): field '\(one.name)' has another type, place or meaning"
      : "\(left.name): field '\(one.name)' against '\(other.name)'"
  }
  return "\(left.name): the fields are grouped differently"
}
