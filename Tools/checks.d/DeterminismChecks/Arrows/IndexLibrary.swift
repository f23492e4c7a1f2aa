import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The toolchain's reader of index stores, `libIndexStore`, loaded while this program runs: the part
/// of its C interface that is needed here.
final class IndexLibrary {
  typealias Handle = UnsafeMutableRawPointer
  typealias Context = UnsafeMutableRawPointer
  /// A C structure of an address and a length, as is the library's own for text.
  typealias Text = iovec

  let createStore: @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<Handle?>?) -> Handle?
  let disposeStore: @convention(c) (Handle) -> Void
  let applyUnits:
    @convention(c) (Handle, UInt32, Context, @convention(c) (Context, Text) -> Bool) -> Bool

  let createUnit:
    @convention(c) (Handle, UnsafePointer<CChar>, UnsafeMutablePointer<Handle?>?) -> Handle?
  let disposeUnit: @convention(c) (Handle) -> Void
  let mainFile: @convention(c) (Handle) -> Text
  let moduleName: @convention(c) (Handle) -> Text
  let applyDependencies:
    @convention(c) (Handle, Context, @convention(c) (Context, Handle) -> Bool) -> Bool
  let dependencyKind: @convention(c) (Handle) -> UInt32
  let dependencyName: @convention(c) (Handle) -> Text
  let dependencyPath: @convention(c) (Handle) -> Text

  let createRecord:
    @convention(c) (Handle, UnsafePointer<CChar>, UnsafeMutablePointer<Handle?>?) -> Handle?
  let disposeRecord: @convention(c) (Handle) -> Void
  let applyOccurrences:
    @convention(c) (Handle, Context, @convention(c) (Context, Handle) -> Bool) -> Bool
  let occurrenceRoles: @convention(c) (Handle) -> UInt64
  let occurrenceSymbol: @convention(c) (Handle) -> Handle
  let symbolName: @convention(c) (Handle) -> Text
  let symbolUSR: @convention(c) (Handle) -> Text
  let symbolSubkind: @convention(c) (Handle) -> UInt32

  /// - Throws: ``CodeCheck/Failure`` when the toolchain has no such library, or an older one.
  init() throws(CodeCheck.Failure) {
    let path = try IndexLibrary.path()
    guard let library = dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
      throw CodeCheck.Failure(description: "\(path): cannot be loaded")
    }
    func function<Function>(
      _ name: String, _ type: Function.Type = Function.self
    ) throws(CodeCheck.Failure) -> Function {
      guard let address = dlsym(library, "indexstore_" + name) else {
        throw CodeCheck.Failure(description: "\(path): has no indexstore_\(name)")
      }
      return unsafeBitCast(address, to: type)
    }
    createStore = try function("store_create")
    disposeStore = try function("store_dispose")
    applyUnits = try function("store_units_apply_f")
    createUnit = try function("unit_reader_create")
    disposeUnit = try function("unit_reader_dispose")
    mainFile = try function("unit_reader_get_main_file")
    moduleName = try function("unit_reader_get_module_name")
    applyDependencies = try function("unit_reader_dependencies_apply_f")
    dependencyKind = try function("unit_dependency_get_kind")
    dependencyName = try function("unit_dependency_get_name")
    dependencyPath = try function("unit_dependency_get_filepath")
    createRecord = try function("record_reader_create")
    disposeRecord = try function("record_reader_dispose")
    applyOccurrences = try function("record_reader_occurrences_apply_f")
    occurrenceRoles = try function("occurrence_get_roles")
    occurrenceSymbol = try function("occurrence_get_symbol")
    symbolName = try function("symbol_get_name")
    symbolUSR = try function("symbol_get_usr")
    symbolSubkind = try function("symbol_get_subkind")
  }

  /// Beside the compiler's own libraries. Asked of the compiler: what the shell finds by its name may
  /// only lead to it.
  private static func path() throws(CodeCheck.Failure) -> String {
    guard let compiler = Programs.find("swiftc") else {
      throw CodeCheck.Failure(description: "no swiftc on the path: put the Swift toolchain on it")
    }
    struct Target: Decodable {
      struct Paths: Decodable { var runtimeResourcePath: String }
      var paths: Paths
    }
    let answer = try Programs.output(
      compiler, ["-print-target-info"], failing: "asking for the toolchain's folder")
    guard let target = try? JSONDecoder().decode(Target.self, from: Data(answer)) else {
      throw CodeCheck.Failure(description: "\(compiler) -print-target-info: not understood")
    }
    let folder = URL(fileURLWithPath: target.paths.runtimeResourcePath).deletingLastPathComponent()
    for name in ["libIndexStore.so", "libIndexStore.dylib"] {
      let path = folder.appendingPathComponent(name).path
      if FileManager.default.fileExists(atPath: path) { return path }
    }
    throw CodeCheck.Failure(description: "\(folder.path): the toolchain has no libIndexStore")
  }

  static func string(_ text: Text) -> String {
    String(
      decoding: UnsafeRawBufferPointer(start: text.iov_base, count: text.iov_len), as: UTF8.self)
  }
}
