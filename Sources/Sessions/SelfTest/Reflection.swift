import Simulation
@_spi(Reflection) import Swift

/// The stored properties of types, as reflection metadata tells of them.
enum Reflection {
  /// One stored property of a structure.
  struct Property {
    var name: String
    /// Bytes from the start of the value.
    var offset: Int
    var type: Any.Type
    /// A structure, an enumeration, an optional or a tuple: no class, existential or function.
    var isValue: Bool

    var size: Int { Reflection.size(of: type) }
  }

  /// The stored properties of a structure or a class, in order; none for other types.
  static func properties(of type: Any.Type) -> [Property] {
    var found: [Property] = []
    // `.classType`, which is no constant in Swift 6's eyes.
    let options = _EachFieldOptions(rawValue: type is AnyClass ? 1 : 0)
    _forEachField(of: type, options: options) { name, offset, type, kind in
      let isValue =
        switch kind {
        case .struct, .enum, .optional, .tuple: true
        default: false
        }
      found.append(
        Property(
          name: plain(String(cString: name)), offset: offset, type: type, isValue: isValue))
      return true
    }
    return found
  }

  /// Whether this build can tell of stored properties at all: it cannot when it was built with
  /// reflection metadata disabled, and would then find nothing missing.
  static var isAvailable: Bool {
    struct Probe { var known = 1 }
    return properties(of: Probe.self).map(\.name) == ["known"]
      && Mirror(reflecting: Probe()).children.first?.label == "known"
  }

  /// Whether a structure that holds something tells of nothing: its module was built without
  /// reflection metadata.
  static func isSilent(_ type: Any.Type) -> Bool {
    size(of: type) > 0 && properties(of: type).isEmpty
  }

  static func size(of type: Any.Type) -> Int {
    func open<T>(_: T.Type) -> Int { MemoryLayout<T>.size }
    return _openExistential(type, do: open)
  }

  /// As it is written in the source: `_x` is what a wrapper makes of `x`.
  static func plain(_ name: String) -> String {
    let lazy = "$__lazy_storage_$_"
    return name.hasPrefix(lazy) ? String(name.dropFirst(lazy.count)) : name
  }

  /// Without the module: `Village.Unit`.
  static func title(_ type: Any.Type) -> String { "\(type)" }

  /// True if a list of two values holds the same elements in another order.
  static func areReordered(_ list: String, _ a: Any, _ b: Any) -> Bool {
    func elements(_ value: Any) -> [String] {
      let content = Mirror(reflecting: value).children.first { plain($0.label ?? "") == list }
      return content.map { Mirror(reflecting: $0.value).children.map { "\($0.value)" } } ?? []
    }
    let (before, after) = (elements(a), elements(b))
    return before != after && before.sorted() == after.sorted()
  }

  static func derivedNames(of type: Any.Type) -> Set<String> {
    guard let described = type as? any StateDescribed.Type else { return [] }
    return Set(described.derivedFields.map { "\($0.name)" })
  }

  /// Whether values of the type refer to something else, which only a comparison of states can
  /// judge.
  static func isReference(_ type: Any.Type) -> Bool {
    if type is AnyClass || type is any _Pointer.Type || type == OpaquePointer.self { return true }
    if let type = type as? any Container.Type { return isReference(type.content) }
    if type is any StateValue.Type { return false }
    let parts = properties(of: type)
    return !parts.isEmpty && parts.allSatisfy { !$0.isValue || isReference($0.type) }
  }
}

/// A type that holds values of another one.
private protocol Container { static var content: Any.Type { get } }
extension Optional: Container { static var content: Any.Type { Wrapped.self } }
extension Array: Container { static var content: Any.Type { Element.self } }
