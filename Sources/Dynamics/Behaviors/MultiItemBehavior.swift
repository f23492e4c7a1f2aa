/// The common part of behaviours that act on a changing list of items.
public class MultiItemBehavior: DynamicBehavior {
  package init(_ kind: BehaviorKind, items: [any DynamicItem]) {
    super.init(kind)
    for item in items where memberIndex(of: item) == nil { appendMember(Member(item)) }
  }

  /// In the order in which they were added; each once.
  public final var items: [any DynamicItem] { members.map { $0.item } }

  /// Adds an item; a present one is ignored. An item that makes no body is refused with a
  /// diagnostic. See ``add(item:)`` for errors instead.
  public final func addItem(_ item: any DynamicItem) {
    do throws(DynamicsError) { try add(item: item) } catch { note(Diagnostic(.refused, error)) }
  }

  /// Like ``addItem(_:)``, with typed errors.
  public final func add(item: any DynamicItem) throws(DynamicsError) {
    if memberIndex(of: item) != nil { return }
    if let animator = animatorReference { try animator.check(joining: item) }
    perform(.addItem(self, item: item))
  }

  /// Removes an item; an absent one is ignored.
  public final func removeItem(_ item: any DynamicItem) {
    if memberIndex(of: item) == nil { return }
    perform(.removeItem(self, item: item))
  }
}
