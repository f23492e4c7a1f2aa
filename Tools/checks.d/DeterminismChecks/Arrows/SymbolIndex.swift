import Foundation

/// Which symbols each file of a module defines and uses, as the compiler noted while it built.
package struct SymbolIndex: Sendable {
  package struct File: Sendable {
    package var path: String
    /// Names, by the compiler's identifier of the symbol.
    package var defined: [String: String]
    package var used: [String: String]

    package init(path: String, defined: [String: String], used: [String: String]) {
      self.path = path
      self.defined = defined
      self.used = used
    }
  }

  /// Sorted by path.
  package var files: [File]

  package init(files: [File]) { self.files = files }

  /// The store that belongs to a build's products: `index/store` in the folder of the program, or
  /// in one around it; `nil` in builds that write none, as release builds.
  package static func store(ofBuildWith program: String) -> String? {
    var folder = URL(fileURLWithPath: program).resolvingSymlinksInPath()
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      let store = folder.appendingPathComponent("index/store").path
      if FileManager.default.fileExists(atPath: store) { return store }
    }
    return nil
  }

  /// Reads the files of modules that still exist.
  ///
  /// - Parameter store: the folder that `swift build` calls `index/store`.
  /// - Throws: ``CodeCheck/Failure`` when the store, or a module in it, cannot be read.
  package static func read(
    store: String, modules: [String]
  ) throws(CodeCheck.Failure) -> [String: SymbolIndex] {
    let library = try IndexLibrary()
    guard let open = library.createStore(store, nil) else {
      throw CodeCheck.Failure(description: "\(store): not an index store; build in debug first")
    }
    defer { library.disposeStore(open) }
    var newest: [String: [String: File]] = [:]
    for unit in SymbolIndex.units(library, open) {
      guard let reader = library.createUnit(open, unit, nil) else { continue }
      defer { library.disposeUnit(reader) }
      let path = IndexLibrary.string(library.mainFile(reader))
      let module = IndexLibrary.string(library.moduleName(reader))
      guard modules.contains(module), FileManager.default.fileExists(atPath: path)
      else { continue }
      for record in SymbolIndex.records(library, reader, path) {
        newest[module, default: [:]][path] = SymbolIndex.file(library, open, record, path)
      }
    }
    for module in modules where newest[module] == nil {
      throw CodeCheck.Failure(description: "\(store): nothing of module \(module); build it first")
    }
    return newest.mapValues { SymbolIndex(files: $0.values.sorted { $0.path < $1.path }) }
  }

  private static func units(_ library: IndexLibrary, _ store: IndexLibrary.Handle) -> [String] {
    var names: [String] = []
    withUnsafeMutablePointer(to: &names) { list in
      _ = library.applyUnits(store, 1, list) { context, name in
        context.assumingMemoryBound(to: [String].self).pointee.append(IndexLibrary.string(name))
        return true
      }
    }
    return names
  }

  /// The records of a unit that tell of its own file: of other modules it has them, too.
  private static func records(
    _ library: IndexLibrary, _ unit: IndexLibrary.Handle, _ path: String
  ) -> [String] {
    struct Walk {
      let library: IndexLibrary
      let path: String
      var records: [String] = []
    }
    var walk = Walk(library: library, path: path)
    withUnsafeMutablePointer(to: &walk) { walk in
      _ = library.applyDependencies(unit, walk) { context, dependency in
        let walk = context.assumingMemoryBound(to: Walk.self)
        let library = walk.pointee.library
        let isRecord: UInt32 = 2
        if library.dependencyKind(dependency) == isRecord,
          IndexLibrary.string(library.dependencyPath(dependency)) == walk.pointee.path
        {
          walk.pointee.records.append(IndexLibrary.string(library.dependencyName(dependency)))
        }
        return true
      }
    }
    return walk.records
  }

  private static func file(
    _ library: IndexLibrary, _ store: IndexLibrary.Handle, _ record: String, _ path: String
  ) -> File? {
    guard let reader = library.createRecord(store, record, nil) else { return nil }
    defer { library.disposeRecord(reader) }
    struct Walk {
      let library: IndexLibrary
      var file: File
    }
    var walk = Walk(library: library, file: File(path: path, defined: [:], used: [:]))
    withUnsafeMutablePointer(to: &walk) { walk in
      _ = library.applyOccurrences(reader, walk) { context, occurrence in
        let walk = context.assumingMemoryBound(to: Walk.self)
        let library = walk.pointee.library
        let symbol = library.occurrenceSymbol(occurrence)
        // A property's accessors say nothing that the property does not.
        let isAccessor = [3, 4, 1000, 1001, 1002, 1003, 1014, 1015]
          .contains(library.symbolSubkind(symbol))
        if isAccessor { return true }
        let roles = library.occurrenceRoles(occurrence)
        let definition: UInt64 = 1 << 1
        let reference: UInt64 = 1 << 2
        let usr = IndexLibrary.string(library.symbolUSR(symbol))
        let name = IndexLibrary.string(library.symbolName(symbol))
        if roles & definition != 0 { walk.pointee.file.defined[usr] = name }
        if roles & reference != 0 { walk.pointee.file.used[usr] = name }
        return true
      }
    }
    return walk.file
  }
}
