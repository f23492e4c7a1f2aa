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
      /// What it does.
      public internal(set) var kind: BehaviorKind
      /// A custom field, or a subclass of `DynamicBehavior`: only a factory makes one.
      public internal(set) var isCustom: Bool
      /// The words of `AnyBehaviorValues.fixed`.
      var words: [UInt64]
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
    case behaviorMissing(BehaviorKind)

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

  /// A path as numbers: see `Path2D.numbers`.
  struct PathNumbers: Equatable, Sendable, Codable {
    var numbers: [Double] = []

    init(_ path: Path2D) { numbers = path.numbers }

    /// `nil` for numbers that are no path.
    var path: Path2D? { Path2D(numbers: numbers) }
  }
#endif
