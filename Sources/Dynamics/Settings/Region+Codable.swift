#if !hasFeature(Embedded)
  /// A list of steps for a stack of sets, operands first; each a keyed container with `operation`
  /// and, for a circle, `radiusSquared`, for a rectangle `halfWidth` and `halfHeight`, in points.
  extension Region: Codable {
    private enum CodingKeys: String, CodingKey {
      case operation, radiusSquared, halfWidth, halfHeight
    }

    public func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      for node in nodes {
        var step = list.nestedContainer(keyedBy: CodingKeys.self)
        try step.encode(node.operation.word, forKey: .operation)
        switch node.operation {
        case .circle: try step.encode(node.a, forKey: .radiusSquared)
        case .rectangle:
          try step.encode(node.a, forKey: .halfWidth)
          try step.encode(node.b, forKey: .halfHeight)
        default: break
        }
      }
    }

    /// - Throws: `DecodingError` for unknown operations, negative sizes and programs that leave no
    ///   or several sets.
    public init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      var nodes: [Node] = []
      while !list.isAtEnd {
        let step = try list.nestedContainer(keyedBy: CodingKeys.self)
        let word = try step.decode(String.self, forKey: .operation)
        guard let operation = Operation(word: word) else {
          throw DecodingError.dataCorruptedError(
            forKey: .operation, in: step, debugDescription: "no operation on regions: \(word)")
        }
        var node = Node(operation: operation)
        switch operation {
        case .circle: node.a = try step.decode(Double.self, forKey: .radiusSquared)
        case .rectangle:
          node.a = try step.decode(Double.self, forKey: .halfWidth)
          node.b = try step.decode(Double.self, forKey: .halfHeight)
        default: break
        }
        guard node.a >= 0, node.b >= 0 else {
          throw DecodingError.dataCorruptedError(
            forKey: .operation, in: step, debugDescription: "a \(word) of negative size")
        }
        nodes.append(node)
      }
      guard let region = Region(program: nodes) else {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: decoder.codingPath,
            debugDescription: "the operations do not leave exactly one region"))
      }
      self = region
    }
  }

  extension Region.Operation {
    fileprivate static var all: [(Region.Operation, String)] {
      [
        (.infinite, "infinite"), (.circle, "circle"), (.rectangle, "rectangle"),
        (.inverse, "inverse"), (.union, "union"), (.intersection, "intersection"),
        (.difference, "difference"), (.empty, "empty"),
      ]
    }

    fileprivate var word: String {
      for (operation, word) in Self.all where operation == self { return word }
      return ""
    }

    fileprivate init?(word: String) {
      for (operation, name) in Self.all where name == word {
        self = operation
        return
      }
      return nil
    }
  }
#endif
