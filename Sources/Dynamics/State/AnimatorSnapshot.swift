#if !hasFeature(Embedded)
  import Simulation

  /// All of an animator at one moment: its state, and what its items and behaviours are.
  ///
  /// A value, to keep, compare, encode and send. ``DynamicAnimator/snapshot()`` makes one,
  /// ``DynamicAnimator/restore(_:making:)`` goes back to it, in the same animator or in another one,
  /// which need not know any of the objects.
  public struct AnimatorSnapshot: Equatable, Sendable {
    /// What an item is, beside where it is: its description by value.
    public struct ItemDescription: Equatable, Sendable, Codable {
      /// What pictures call it.
      public internal(set) var name: String
      /// Width and height of its bounds, in points.
      var width: Double
      var height: Double
      /// The raw value of its collision bounds type.
      var boundsType: UInt8
      var outline: PathNumbers?
      /// A group: only a factory makes one.
      public internal(set) var isGroup: Bool
      var isFounding: Bool

      /// In points.
      public var size: Size { Size(width: width, height: height) }
      /// The outline with which it collides.
      public var collisionBoundsType: CollisionBoundsType {
        CollisionBoundsType(rawValue: boundsType) ?? .rectangle
      }
    }

    /// What a behaviour is, beside its items and numbers.
    public struct BehaviorDescription: Equatable, Sendable, Codable {
      /// What the behaviour does.
      public enum Kind: UInt8, Sendable, Codable {
        /// A ``DynamicBehavior`` that holds others, or nothing.
        case composite
        /// An ``ItemBehavior``.
        case item
        /// A ``GravityBehavior``.
        case gravity
        /// A ``CollisionBehavior``.
        case collision
        /// An ``AttachmentBehavior``.
        case attachment
        /// A ``PushBehavior``.
        case push
        /// A ``FieldBehavior``.
        case field
        /// A ``SnapBehavior``.
        case snap
      }

      /// What it does.
      public internal(set) var kind: Kind
      /// A custom field, or a subclass of `DynamicBehavior`: only a factory makes one.
      public internal(set) var isCustom: Bool
      /// Attachment: its form and its type. Push: its mode. Field: its kind.
      var variants: [UInt8]
      /// Attachment: where its items are joined, and along which axis.
      var place: [Double]
      var parameterCount: Int
      var hadBoundary: Bool
      var identifiers: [String]
      var paths: [PathNumbers]
    }

    /// One object that an animator lacks, for a factory.
    public enum Missing: Sendable {
      /// An item, with the size and outline that it had.
      case item(ItemDescription)
      /// A behaviour, with its kind; its items are asked for one by one.
      case behavior(BehaviorDescription)
    }

    /// What a factory makes.
    public enum Made {
      /// For a missing item.
      case item(any DynamicItem)
      /// For a missing behaviour.
      case behavior(DynamicBehavior)
    }

    var rowCounts: [Int32]
    var bytes: [UInt8]
    /// By slot; `nil` for a free one.
    var items: [ItemDescription?]
    /// By ordinal; `nil` for a free one.
    var behaviors: [BehaviorDescription?]
    var foundingCount: Int
    var freeSlots: [Int32]
  }

  extension AnimatorSnapshot: Codable {}

  /// Why a snapshot does not come back. The animator is then as it was before.
  public enum SnapshotError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A callback of the animator asked for it, within a step.
    case duringStep
    /// The bytes are not a state of an animator.
    case damaged
    /// Neither a description nor the factory makes this item, or the factory's cannot be it.
    case itemMissing(name: String)
    /// Neither a description nor the factory makes this behaviour, or the factory's cannot be it.
    case behaviorMissing(AnimatorSnapshot.BehaviorDescription.Kind)

    public var description: String {
      switch self {
      case .duringStep: "a snapshot cannot be restored from within a step; do so after it"
      case .damaged: "the snapshot is damaged: it does not describe a state of an animator"
      case .itemMissing(let name):
        "the snapshot's item \"\(name)\" cannot be made: let the factory give one that is free"
      case .behaviorMissing(let kind):
        "the snapshot's behaviour (\(kind)) cannot be made: let the factory give one of its kind"
      }
    }
  }

  /// A path as numbers: for each element its kind, then its points.
  struct PathNumbers: Equatable, Sendable, Codable {
    var numbers: [Double] = []

    init(_ path: Path2D) {
      for element in path.elements {
        switch element {
        case .move(let p): numbers += [0, p.x, p.y]
        case .line(let p): numbers += [1, p.x, p.y]
        case .quadratic(let c, let p): numbers += [2, c.x, c.y, p.x, p.y]
        case .cubic(let c, let d, let p): numbers += [3, c.x, c.y, d.x, d.y, p.x, p.y]
        case .close: numbers.append(4)
        }
      }
    }

    /// `nil` for numbers that are no path.
    var path: Path2D? {
      var path = Path2D()
      var rest = numbers[...]
      func points(_ count: Int) -> [Point]? {
        guard rest.count >= 2 * count else { return nil }
        defer { rest = rest.dropFirst(2 * count) }
        return (0..<count).map {
          Point(x: rest[rest.startIndex + 2 * $0], y: rest[rest.startIndex + 2 * $0 + 1])
        }
      }
      while let kind = rest.popFirst() {
        guard kind >= 0, kind <= 4, let p = points(kind == 0 ? 1 : (kind == 4 ? 0 : Int(kind)))
        else { return nil }
        switch kind {
        case 0: path.move(to: p[0])
        case 1: path.addLine(to: p[0])
        case 2: path.addQuadraticCurve(control: p[0], to: p[1])
        case 3: path.addCurve(control1: p[0], control2: p[1], to: p[2])
        case 4: path.close()
        default: return nil
        }
      }
      return path
    }
  }
#endif
