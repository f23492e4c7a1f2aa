import Simulation

/// Compares all stored properties of two values by reflection, visited or not.
///
/// Two simulations are in one state, one of which went there and the other was restored to it.
/// What differs is lost: the description does not visit it, and nothing rebuilds it.
struct ValueComparison {
  struct Loss: Hashable, Sendable {
    /// `units[5].cooldown`.
    var place: String
    /// The type that stores it, and the property: `Unit.cooldown`.
    var property: String
    var expected: String
    var actual: String
  }

  private(set) var losses: [Loss] = []
  /// Numbers, texts and cases that were compared.
  private(set) var valueCount = 0
  private var seen: Set<[ObjectIdentifier]> = []
  private var named: Set<String> = []
  private let valueCountMax = 2_000_000

  init(expected: Any, actual: Any) { compare(expected, actual, "", owner: "") }

  private mutating func compare(_ a: Any, _ b: Any, _ path: String, owner: String) {
    if valueCount > valueCountMax { return }
    if let same = areEqual(a, b) {
      valueCount += 1
      if !same { lose(a, b, path, owner) }
      return
    }
    if let list = a as? any PlainList, list.holdsSameBits(as: b) {
      valueCount += 1
      return
    }
    if a is any _Pointer || a is OpaquePointer || a is any AnyObject.Type { return }
    let (x, y) = (Mirror(reflecting: a), Mirror(reflecting: b))
    guard x.displayStyle == y.displayStyle else { return lose(a, b, path, owner) }
    switch x.displayStyle {
    case .class:
      let pair = [ObjectIdentifier(a as AnyObject), ObjectIdentifier(b as AnyObject)]
      guard seen.insert(pair).inserted, type(of: a) == type(of: b) else { return }
      compareProperties(x, y, path, type(of: a))
    case .struct: compareProperties(x, y, path, type(of: a))
    case .enum: compareCases(a, b, x, y, path, owner)
    case .optional:
      switch (x.children.first, y.children.first) {
      case (let p?, let q?): compare(p.value, q.value, path, owner: owner)
      case (nil, nil): valueCount += 1
      default: lose(a, b, path, owner)
      }
    case .dictionary: compareDictionaries(a, b, path, owner)
    case .set:
      valueCount += 1
      if a as? Set<AnyHashable> != b as? Set<AnyHashable> { lose(a, b, path, owner) }
    case .collection, .tuple: compareElements(a, b, x, y, path, owner)
    default: return
    }
  }

  /// `nil`: look inside.
  private func areEqual(_ a: Any, _ b: Any) -> Bool? {
    if let a = a as? any StateScalar { return (b as? any StateScalar)?.word == a.word }
    if let a = a as? String { return (b as? String).map { Array($0.utf8) == Array(a.utf8) } }
    if let a = a as? Bool { return b as? Bool == a }
    if let a = a as? any BinaryInteger {
      func equals<T: BinaryInteger>(_ a: T) -> Bool { b as? T == a }
      return equals(a)
    }
    return nil
  }

  private mutating func compareProperties(
    _ x: Mirror, _ y: Mirror, _ path: String, _ type: Any.Type
  ) {
    let derived = Reflection.derivedNames(of: type)
    let title = Reflection.title(type)
    for (p, q) in zip(x.children, y.children) {
      let name = Reflection.plain(p.label ?? "?")
      // A lazy property is made from the others when it is asked for.
      if derived.contains(name) || name != p.label { continue }
      compare(
        p.value, q.value, path.isEmpty ? name : path + "." + name, owner: title + "." + name)
    }
    if let p = x.superclassMirror, let q = y.superclassMirror {
      compareProperties(p, q, path, p.subjectType)
    }
  }

  private mutating func compareCases(
    _ a: Any, _ b: Any, _ x: Mirror, _ y: Mirror, _ path: String, _ owner: String
  ) {
    let (p, q) = (x.children.first, y.children.first)
    if p?.label != q?.label || (p == nil && "\(a)" != "\(b)") { return lose(a, b, path, owner) }
    valueCount += 1
    if let p, let q { compare(p.value, q.value, path, owner: owner) }
  }

  private mutating func compareElements(
    _ a: Any, _ b: Any, _ x: Mirror, _ y: Mirror, _ path: String, _ owner: String
  ) {
    guard x.children.count == y.children.count else {
      return lose("\(x.children.count) elements", "\(y.children.count)", path, owner)
    }
    for (index, (p, q)) in zip(x.children, y.children).enumerated() {
      let isLabelled = x.displayStyle == .tuple && p.label?.hasPrefix(".") == false
      let place = isLabelled ? ".\(p.label ?? "")" : "[\(index)]"
      compare(p.value, q.value, path + place, owner: owner)
    }
  }

  private mutating func compareDictionaries(
    _ a: Any, _ b: Any, _ path: String, _ owner: String
  ) {
    guard let a = a as? [AnyHashable: Any], let b = b as? [AnyHashable: Any] else { return }
    guard a.count == b.count else {
      return lose("\(a.count) elements", "\(b.count)", path, owner)
    }
    for key in a.keys.sorted(by: { "\($0)" < "\($1)" }) {
      guard let p = a[key], let q = b[key] else { return lose(a, b, path, owner) }
      compare(p, q, path + "[\(key)]", owner: owner)
    }
  }

  /// One loss of each property is enough to name it.
  private mutating func lose(_ a: Any, _ b: Any, _ path: String, _ owner: String) {
    guard named.insert(owner).inserted else { return }
    losses.append(Loss(place: path, property: owner, expected: short(a), actual: short(b)))
  }

  private func short(_ value: Any) -> String {
    let text = String(describing: value)
    return text.count <= 40 ? text : text.prefix(39) + "…"
  }
}

/// An array, compared at the speed of memory where its elements are plain bits.
private protocol PlainList {
  func holdsSameBits(as other: Any) -> Bool
}

extension Array: PlainList {
  fileprivate func holdsSameBits(as other: Any) -> Bool {
    guard _isPOD(Element.self), !Reflection.isReference(Element.self),
      let other = other as? [Element], count == other.count
    else { return false }
    return withUnsafeBytes { a in other.withUnsafeBytes { b in a.elementsEqual(b) } }
  }
}
