#if !hasFeature(Embedded)
  import Simulation

  extension DynamicAnimator {
    /// Everything of this moment: state, items and behaviours, those that joined late included.
    ///
    /// Of items and behaviours of an app's own classes it knows what the engine knows of them;
    /// blocks, delegates and actions are in no snapshot. Within a step it is that of the last
    /// substep, without the changes that wait for the step's end.
    ///
    /// - Complexity: O(state).
    public func snapshot() -> AnimatorSnapshot {
      let image = stateImage()
      return AnimatorSnapshot(
        rowCounts: image.rowCounts, bytes: image.bytes,
        items: slots.map { slot in
          slot.item.map { .init($0, isFounding: slot.isFounding) }
        },
        behaviors: known.map { $0.map { .init($0) } }, foundingCount: foundingCount,
        freeSlots: freeSlots)
    }

    /// Goes back to a snapshot, of this animator or of another.
    ///
    /// Objects that this animator knows already, at their places, stay what they are. All others are
    /// asked of `making`; where it gives none, items come back as ``Item``s, behaviours as what they
    /// were. No delegate is called.
    ///
    /// - Parameters:
    ///   - snapshot: what this animator becomes.
    ///   - making: makes an object that is missing; the default makes none.
    /// - Throws: ``SnapshotError``; the animator is then as it was.
    /// - Complexity: O(state).
    public func restore(
      _ snapshot: AnimatorSnapshot,
      making: (AnimatorSnapshot.Missing) -> AnimatorSnapshot.Made? = { _ in nil }
    ) throws(SnapshotError) {
      guard isIdle else { throw .duringStep }
      observer?.refuse("restore(_:making:)")
      let image = StateImage(rowCounts: snapshot.rowCounts, bytes: snapshot.bytes)
      var schema = SchemaVisitor()
      visitState(&schema)
      guard
        schema.schema.imageSize(rowCounts: image.rowCounts, .everything) == image.bytes.count,
        snapshot.isSound
      else { throw .damaged }

      let objects = try foundOrMade(snapshot, making)
      let before = AnimatorObjects(of: self)
      let previous = stateImage()
      let checked = checksFrames
      adopt(objects)
      // From here on no frame is checked: sound snapshots from elsewhere may be absurd.
      if overwrite(with: image) { return }
      adopt(before)
      _ = overwrite(with: previous)
      checksFrames = checked
      throw .damaged
    }

    private func stateImage() -> StateImage {
      var saver = SaveVisitor(.everything)
      visitState(&saver)
      return saver.finish()
    }

    /// - Returns: whether the state is one to go on from.
    private func overwrite(with image: StateImage) -> Bool {
      rows.revisions = nil
      var visitor = RestoreVisitor(image)
      visitState(&visitor)
      guard !visitor.isRefused, isStateSound() else { return false }
      behaviorsMustFollow = true
      stateWasRestored()
      return true
    }
  }

  extension AnimatorSnapshot {
    fileprivate var isSound: Bool {
      foundingCount >= 0 && foundingCount <= behaviors.count
        && freeSlots.allSatisfy { slot in
          items.indices.contains(Int(slot)) && items[Int(slot)] == nil
        }
        && Set(freeSlots).count == freeSlots.count
    }
  }

  extension DynamicAnimator {
    /// The snapshot's objects: those at hand, then those of the factory, then those made by value.
    private func foundOrMade(
      _ snapshot: AnimatorSnapshot,
      _ making: (AnimatorSnapshot.Missing) -> AnimatorSnapshot.Made?
    ) throws(SnapshotError) -> AnimatorObjects {
      var objects = AnimatorObjects(of: self)
      objects.foundingCount = snapshot.foundingCount
      objects.freeSlots = snapshot.freeSlots
      objects.isFounding = snapshot.items.map { $0?.isFounding ?? false }
      objects.items = []
      objects.behaviors = []
      objects.outlines = []
      var taken = ObjectIndex()
      for (slot, description) in snapshot.items.enumerated() {
        guard let description else {
          objects.items.append(nil)
          continue
        }
        let item = try item(description, slot, making)
        guard taken.place(of: item) == nil else { throw .itemMissing(name: description.name) }
        taken.set(0, for: item)
        objects.items.append(item)
      }
      for (ordinal, description) in snapshot.behaviors.enumerated() {
        guard let description else {
          objects.behaviors.append(nil)
          objects.outlines.append(nil)
          continue
        }
        let behavior = try behavior(description, ordinal, making)
        guard taken.place(of: behavior) == nil else { throw .behaviorMissing(description.kind) }
        taken.set(0, for: behavior)
        objects.behaviors.append(behavior)
        guard let outlines = description.boundaries else { throw .damaged }
        objects.outlines.append(outlines)
      }
      return objects
    }

    private func item(
      _ description: AnimatorSnapshot.ItemDescription, _ slot: Int,
      _ making: (AnimatorSnapshot.Missing) -> AnimatorSnapshot.Made?
    ) throws(SnapshotError) -> any DynamicItem {
      if slot < slots.count, let item = slots[slot].item {
        // What an app built itself may have changed its size since.
        if slots[slot].isFounding && description.isFounding { return item }
        if description.describes(item) { return item }
      }
      if case .item(let item) = making(.item(description)) {
        let isFree = item.registeredAnimator == nil || item.registeredAnimator === self
        guard isFree, (try? DynamicAnimator.readable(item)) != nil else {
          throw .itemMissing(name: description.name)
        }
        return item
      }
      guard let item = description.make(), (try? DynamicAnimator.readable(item)) != nil else {
        throw .itemMissing(name: description.name)
      }
      return item
    }

    private func behavior(
      _ description: AnimatorSnapshot.BehaviorDescription, _ ordinal: Int,
      _ making: (AnimatorSnapshot.Missing) -> AnimatorSnapshot.Made?
    ) throws(SnapshotError) -> DynamicBehavior {
      if ordinal < known.count, let behavior = known[ordinal], description.fits(behavior) {
        return behavior
      }
      if case .behavior(let behavior) = making(.behavior(description)) {
        let isFree = behavior.animatorReference == nil || behavior.animatorReference === self
        guard isFree, description.fits(behavior) else { throw .behaviorMissing(description.kind) }
        return behavior
      }
      guard let behavior = description.make(), description.fits(behavior) else {
        throw .behaviorMissing(description.kind)
      }
      return behavior
    }
  }
#endif
