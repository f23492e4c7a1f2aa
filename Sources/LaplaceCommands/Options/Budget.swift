import ArgumentParser

/// Parses a time: `30s`, `2m`, `500ms`; a number alone is seconds.
struct Budget: ExpressibleByArgument {
  var seconds: Double

  init(seconds: Double) { self.seconds = seconds }

  init?(argument: String) {
    let units: [(suffix: String, factor: Double)] = [
      ("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600), ("", 1),
    ]
    guard let unit = units.first(where: { argument.hasSuffix($0.suffix) }),
      let number = Double(argument.dropLast(unit.suffix.count)), number > 0, number < 1e6
    else { return nil }
    seconds = number * unit.factor
  }

  var defaultValueDescription: String { "\(Int(seconds))s" }
}
