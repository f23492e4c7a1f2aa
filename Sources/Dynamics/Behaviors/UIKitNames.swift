// UIKit's own names, without the prefix, where this library's differ.

/// UIKit's name of ``ItemBehavior``.
public typealias DynamicItemBehavior = ItemBehavior

extension Region {
  /// UIKit's name of ``union(with:)``.
  public func byUnion(with other: Region) -> Region { union(with: other) }

  /// UIKit's name of ``intersection(with:)``.
  public func byIntersection(with other: Region) -> Region { intersection(with: other) }

  /// UIKit's name of ``difference(from:)``: the receiver minus `other`.
  public func byDifference(from other: Region) -> Region { difference(from: other) }
}

extension CollisionBehavior {
  /// UIKit's name of ``CollisionMode``.
  public typealias Mode = CollisionMode
}
