/// Follows what an app does to an animator, call by call: a journal.
///
/// A class, because an Embedded build has no other type whose functions are looked up while it runs.
package class AnimatorObserver {
  // MARK: Places

  /// A frame begins, or a call from outside one.
  func begin(isFrame: Bool) {}
  func end() {}
  /// The animator may call code of the app next.
  func pass() {}
  /// A command is about to be carried out.
  ///
  /// - Returns: whether ``passCommand()`` follows.
  func willCarryOut(_ command: Command) -> Bool { false }
  /// A command has been carried out that the animator did not give itself.
  func passCommand() {}
  /// Whether the frame that is replayed went on: its app asked for more.
  var hasMoreInFrame: Bool { false }
  /// The frame is over except for delegates that learn of a pause.
  func willEndFrame() {}
  func didEndFrame() {}
  /// Time was added to what waits for the next frame, or taken from it.
  func elapse(_ ticks: Int64) {}
  /// The app asked for something that cannot be replayed.
  func refuse(_ name: StaticString) {}

  // MARK: Objects

  /// The behaviour is about to join the animator, which takes it as it is now.
  ///
  /// - Parameter isFree: `false` if the app put it elsewhere when it learned of this.
  /// - Returns: whether it joins.
  func willJoin(_ behavior: DynamicBehavior, _ isFree: Bool) -> Bool { isFree }
  /// The animator is about to learn of the behaviour, which is in no tree.
  func willDeclare(_ behavior: DynamicBehavior) {}
  /// The animator knows the behaviour no more.
  func forget(_ behavior: DynamicBehavior) {}
  /// The animator reads the item.
  ///
  /// - Returns: what it reads: an item of an app's own class may answer something else next time.
  func read(_ item: any DynamicItem) -> any DynamicItem { item }
  /// The animator has taken the item for what was read last.
  func didTake(_ item: any DynamicItem) {}
  /// The animator is about to write to the item of a slot.
  func willWrite(toSlot slot: Int, _ center: Point, _ transform: AffineTransform2D) {}
  /// The animator is about to drop items that no behaviour in its tree holds. Others may.
  func willDropItems() {}
  /// The item has left a slot or a group.
  func forget(_ item: any DynamicItem) {}
  func didSetGrid() {}

  // MARK: Fields

  /// The answer of a custom field in a replay; `nil` outside one, where its block answers.
  func nextForce(of field: FieldBehavior) -> Vector? { nil }
  /// A custom field's block answered.
  func didAnswer(_ force: Vector, _ field: FieldBehavior) {}
}
