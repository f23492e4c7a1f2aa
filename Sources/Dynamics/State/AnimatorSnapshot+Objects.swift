#if !hasFeature(Embedded)
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
      kind = Kind(rawValue: behavior.kind.rawValue) ?? .composite
      isCustom = false
      variants = []
      place = []
      parameterCount = behavior.parameters.count
      hadBoundary = false
      identifiers = []
      paths = []
      switch behavior {
      case let attachment as AttachmentBehavior:
        variants = [attachment.form.rawValue, attachment.attachedBehaviorType.rawValue]
        let (point, axis) = (attachment.joinPoint, attachment.joinAxis)
        place = [point.x, point.y, axis.dx, axis.dy]
      case let push as PushBehavior: variants = [push.mode.rawValue]
      case let field as FieldBehavior:
        variants = [field.fieldKind.rawValue]
        isCustom = field.fieldKind == .custom
      case let collision as CollisionBehavior:
        hadBoundary = collision.boundaryIdentifiers != nil
        identifiers = collision.boundaries.map { $0.identifier?.name ?? "" }
        paths = collision.boundaries.map { PathNumbers($0.path) }
      default: isCustom = kind == .composite && type(of: behavior) != DynamicBehavior.self
      }
    }

    /// Whether a behaviour can become the one described: boundaries are put into it.
    func fits(_ behavior: DynamicBehavior) -> Bool {
      var other = AnimatorSnapshot.BehaviorDescription(behavior)
      (other.hadBoundary, other.identifiers, other.paths) = (hadBoundary, identifiers, paths)
      return self == other
    }

    func make() -> DynamicBehavior? {
      if isCustom { return nil }
      switch kind {
      case .composite: return DynamicBehavior()
      case .item: return ItemBehavior()
      case .gravity: return GravityBehavior()
      case .collision: return CollisionBehavior()
      case .attachment:
        guard variants.count == 2, place.count == 4,
          let form = AttachmentBehavior.JointForm(rawValue: variants[0]),
          let type = AttachmentBehavior.AttachmentType(rawValue: variants[1])
        else { return nil }
        return AttachmentBehavior(
          form, type, at: Point(x: place[0], y: place[1]),
          axis: Vector(dx: place[2], dy: place[3]))
      case .push:
        guard let first = variants.first, let mode = PushBehavior.Mode(rawValue: first) else {
          return nil
        }
        return PushBehavior(mode: mode)
      case .field:
        guard let first = variants.first, let kind = FieldKind(rawValue: first) else { return nil }
        return FieldBehavior(kind)
      case .snap: return SnapBehavior(ofSnapshot: ())
      }
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
