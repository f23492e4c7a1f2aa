// The engine's own calls are part of what is imported here.
@_exported import Dynamics

#if !canImport(UIKit)
  // UIKit's names. Where there is UIKit, they are its own.

  /// UIKit's name of `DynamicAnimator`.
  public typealias UIDynamicAnimator = DynamicAnimator
  /// UIKit's name of `DynamicAnimatorDelegate`.
  public typealias UIDynamicAnimatorDelegate = DynamicAnimatorDelegate
  /// UIKit's name of `DynamicBehavior`.
  public typealias UIDynamicBehavior = DynamicBehavior
  /// UIKit's name of `ItemBehavior`.
  public typealias UIDynamicItemBehavior = ItemBehavior
  /// UIKit's name of `DynamicItemGroup`.
  public typealias UIDynamicItemGroup = DynamicItemGroup
  /// UIKit's name of `CollisionBoundsType`.
  public typealias UIDynamicItemCollisionBoundsType = CollisionBoundsType
  /// UIKit's name of `GravityBehavior`.
  public typealias UIGravityBehavior = GravityBehavior
  /// UIKit's name of `CollisionBehavior`.
  public typealias UICollisionBehavior = CollisionBehavior
  /// UIKit's name of `AttachmentBehavior`.
  public typealias UIAttachmentBehavior = AttachmentBehavior
  /// UIKit's name of `SnapBehavior`.
  public typealias UISnapBehavior = SnapBehavior
  /// UIKit's name of `PushBehavior`.
  public typealias UIPushBehavior = PushBehavior
  /// UIKit's name of `FieldBehavior`.
  public typealias UIFieldBehavior = FieldBehavior
  /// UIKit's name of `FloatRange`.
  public typealias UIFloatRange = FloatRange
  /// UIKit's name of `Region`.
  public typealias UIRegion = Region
  /// UIKit's name of `EdgeInsets2D`.
  public typealias UIEdgeInsets = EdgeInsets2D
  /// UIKit's name of `Vector`.
  public typealias UIOffset = Vector

  extension Vector {
    /// As `UIOffset`.
    public init(horizontal: Double, vertical: Double) { self.init(dx: horizontal, dy: vertical) }

    /// As of a `UIOffset`.
    public var horizontal: Double {
      get { dx }
      set { dx = newValue }
    }

    /// As of a `UIOffset`.
    public var vertical: Double {
      get { dy }
      set { dy = newValue }
    }
  }
#endif
