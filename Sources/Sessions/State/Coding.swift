import AgentProtocol
import DeterministicMath
import Simulation

// Results of units travel as JSON. What belongs to other modules, which know no coders, is written
// here; what belongs to this one says so beside its name.

extension ScalarType: Codable {}

extension StateDigest: Codable {
  /// Reads what ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let digest = StateDigest(hexadecimal: text) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "32 hexadecimal digits"))
    }
    self = digest
  }

  /// Writes 32 hexadecimal digits.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension RecordWords: Codable {
  private enum CodingKeys: String, CodingKey {
    case kind = "kind"
    case words = "words"
  }

  /// Reads what ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      kind: try container.decode(Int.self, forKey: .kind),
      words: try container.decode([UInt64].self, forKey: .words))
  }

  /// Writes the kind's number and the words.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(kind, forKey: .kind)
    try container.encode(words, forKey: .words)
  }
}

extension BuildFact: Codable {
  private enum CodingKeys: String, CodingKey {
    case name = "name"
    case value = "value"
  }

  /// Reads what ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      name: try container.decode(String.self, forKey: .name),
      value: try container.decode(String.self, forKey: .value))
  }

  /// Writes name and value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(value, forKey: .value)
  }
}

extension AgentHello: Codable {
  private enum CodingKeys: String, CodingKey {
    case protocolVersion = "protocolVersion"
    case engineVersion = "engineVersion"
    case build = "build"
    case simulations = "simulations"
  }

  /// Reads what ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      protocolVersion: try container.decode(UInt32.self, forKey: .protocolVersion),
      engineVersion: try container.decode(String.self, forKey: .engineVersion),
      build: try container.decode([BuildFact].self, forKey: .build),
      simulations: try container.decode([String].self, forKey: .simulations))
  }

  /// Writes all that the agent said.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(protocolVersion, forKey: .protocolVersion)
    try container.encode(engineVersion, forKey: .engineVersion)
    try container.encode(build, forKey: .build)
    try container.encode(simulations, forKey: .simulations)
  }
}
