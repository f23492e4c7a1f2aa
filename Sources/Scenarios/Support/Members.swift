import Dynamics

extension Array where Element: DynamicItem {
  /// The items as behaviours take them: Embedded Swift does not turn one kind of array into the other.
  package var members: [any DynamicItem] {
    var members: [any DynamicItem] = []
    members.reserveCapacity(count)
    for item in self { members.append(item) }
    return members
  }
}
