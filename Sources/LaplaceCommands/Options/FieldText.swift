import Recording
import Simulation

// Parameters, inputs and events as people write and read them.

/// The parameter words that `name=value` settings make of `words`.
func applying(
  _ settings: [String], to words: [UInt64], of schema: [FieldSchema]
) throws -> [UInt64] {
  var words = words
  let members = FieldShape.members(schema)
  var known: [String] = []
  for setting in settings {
    guard let equals = setting.firstIndex(of: "=") else {
      throw CommandFailure(.trouble, "--set needs name=value, not '\(setting)'")
    }
    let name = String(setting[..<equals])
    let text = String(setting[setting.index(after: equals)...])
    // `start` sets `start.x` as well.
    if let other = known.first(where: {
      $0 == name || $0.hasPrefix(name + ".") || name.hasPrefix($0 + ".")
    }) {
      let inner = other.count > name.count ? other : name
      throw CommandFailure(.trouble, "--set gives the parameter '\(inner)' twice")
    }
    known.append(name)
    do throws(SettingProblem) {
      try FieldShape.set(name, to: text, of: members, in: &words)
    } catch {
      throw failure(error, name, text, FieldShape.names(members))
    }
  }
  return words
}

private func failure(
  _ problem: SettingProblem, _ name: String, _ text: String, _ names: [String]
) -> CommandFailure {
  switch problem {
  case .nameUnknown:
    let near = nearest(to: name, in: names)
    return CommandFailure(
      .trouble, "no parameter '\(name)'" + (near.map { "; did you mean '\($0)'?" } ?? ""),
      advice: names.isEmpty
        ? "this simulation has no parameters"
        : "the parameters are: " + names.joined(separator: ", "))
  case .valueWrong(let wanted):
    return CommandFailure(.trouble, "parameter '\(name)' needs \(wanted), not '\(text)'")
  case .partWrong(let problem):
    return CommandFailure(.trouble, "parameter '\(name)': \(problem)")
  }
}

/// An input or event on one line: `panChanged x=160.0 y=284.0`.
func describe(_ record: RecordWords, _ kinds: [KindSchema]) -> String {
  FieldShape.text(record, kinds)
}

/// `words` as `name=value` pairs, one for each parameter.
func settings(_ words: [UInt64], of schema: [FieldSchema]) -> [String] {
  var cursor = WordCursor(words)
  return FieldShape.settings(FieldShape.members(schema), &cursor)
}

/// `words` as `name=value` pairs on one line.
func describe(parameters words: [UInt64], _ schema: [FieldSchema]) -> String {
  settings(words, of: schema).joined(separator: " ")
}
