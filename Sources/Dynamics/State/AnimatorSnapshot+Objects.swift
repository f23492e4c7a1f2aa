#if !hasFeature(Embedded)
  import Simulation

  extension AnimatorSnapshot.ItemDescription {
    init(_ item: any DynamicItem, isFounding: Bool) {
      name = item.name
      width = item.bounds.width
      height = item.bounds.height
      boundsType = item.collisionBoundsType.rawValue
      outline = item.collisionBoundingPath.map { PathNumbers($0) }
      isGroup = item.itemGroup != nil
      self.isFounding = isFounding
    }

    /// Whether an item may stand for the one described.
    func describes(_ item: any DynamicItem) -> Bool {
      self == AnimatorSnapshot.ItemDescription(item, isFounding: isFounding)
    }

    func make() -> Item? {
      if isGroup { return nil }
      switch collisionBoundsType {
      case .rectangle: return Item(name, center: .zero, size: size)
      case .ellipse: return Item(name, center: .zero, ellipse: size)
      case .path:
        guard let path = outline?.path else { return nil }
        let item = Item(name, center: .zero, path: path)
        item.bounds.size = size
        return item
      }
    }
  }

  extension AnimatorSnapshot.BehaviorDescription {
    init(_ behavior: DynamicBehavior) {
      kind = behavior.kind
      words = behavior.values.fixed.recordWords.words
      isCustom =
        (behavior as? FieldBehavior)?.fieldKind.traits.callsBlock == true
        || kind == .composite && type(of: behavior) != DynamicBehavior.self
      let collision = behavior as? CollisionBehavior
      hadBoundary = collision?.boundaryIdentifiers != nil
      identifiers = collision?.boundaries.map { $0.identifier?.name ?? "" } ?? []
      paths = collision?.boundaries.map { PathNumbers($0.path) } ?? []
    }

    /// Whether a behaviour can become the one described: boundaries are put into it.
    func fits(_ behavior: DynamicBehavior) -> Bool {
      var other = AnimatorSnapshot.BehaviorDescription(behavior)
      (other.hadBoundary, other.identifiers, other.paths) = (hadBoundary, identifiers, paths)
      return self == other
    }

    func make() -> DynamicBehavior? {
      if isCustom { return nil }
      let record = RecordWords(kind: Int(kind.rawValue), words: words)
      return (try? AnyBehaviorValues(record))?.make()
    }

    /// The boundaries described, without shapes; `nil` where the numbers are none.
    var boundaries: [Boundary]? {
      guard identifiers.count == paths.count else { return nil }
      var made: [Boundary] = []
      for (identifier, numbers) in zip(identifiers, paths) {
        guard let path = numbers.path else { return nil }
        made.append(
          Boundary(
            identifier: BoundaryIdentifier(identifier), path: path, lines: path.polylines()))
      }
      return made
    }
  }
#endif
