import Recording
import Replay

/// The builds that `Tools/builds` has made, as it lists them: `builds.json`.
struct BuildManifest: Decodable {
  struct Entry: Codable {
    var name: String
    var instructionSet: String?
    var description: String?
    /// Program and arguments; absent when the build was skipped.
    var command: [String]?
    /// Why there is no such build here.
    var skipped: String?
    var expect: Build.Expectation?
    /// Whether it is quick enough for every day.
    var quick: Bool?
    /// Whether several processes of it may work at a time.
    var parallel: Bool?
  }

  static let defaultPath = ".build-agents/builds.json"
  /// Names that stand for several builds.
  static let groups = ["all", "quick"]
  static let advice = "Tools/builds all"

  var version: Int
  var builds: [Entry]

  /// Reads and checks the file.
  static func read(_ path: String) throws -> BuildManifest {
    guard let bytes = try? Files.read(path) else {
      throw CommandFailure(.trouble, "\(path): there is no build list", advice: advice)
    }
    let manifest: BuildManifest
    do {
      manifest = try decoded(BuildManifest.self, bytes)
    } catch let error as DecodingError {
      throw CommandFailure(
        .trouble, "\(path): is not a build list: \(words(error))", advice: advice)
    }
    guard manifest.version == 1 else {
      throw CommandFailure(
        .refused,
        "\(path): is a build list of version \(manifest.version); this tool reads version 1",
        advice: advice)
    }
    for entry in manifest.builds where entry.skipped == nil && entry.command?.first == nil {
      throw CommandFailure(
        .trouble, "\(path): build '\(entry.name)' has neither a command nor a reason to be skipped",
        advice: advice)
    }
    return manifest
  }

  /// The entries that `selection` asks for: `all`, `quick`, or names with commas between.
  func selected(_ selection: String, from path: String) throws -> [Entry] {
    let names = selection.split(separator: ",").map(String.init)
    let groups = Self.groups
    for name in names
    where !groups.contains(name) && !builds.contains(where: { $0.name == name }) {
      let near = nearest(to: name, in: builds.map(\.name)).map { "; did you mean '\($0)'?" } ?? ""
      throw CommandFailure(
        .trouble, "\(path): no build '\(name)'\(near)",
        advice: "the builds are: all, quick, \(builds.map(\.name).joined(separator: ", "))")
    }
    return builds.filter { build in
      names.contains(build.name) || names.contains("all")
        || (names.contains("quick") && build.quick == true)
    }
  }

  static func words(_ error: DecodingError) -> String {
    switch error {
    case .keyNotFound(let key, let context):
      "\(place(context)) has no '\(key.stringValue)'"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "\(place(context)) has the wrong type"
    case .dataCorrupted(let context) where context.codingPath.isEmpty: "it is not JSON"
    case .dataCorrupted(let context): "\(place(context)) has an unknown value"
    @unknown default: "it cannot be read"
    }
  }

  private static func place(_ context: DecodingError.Context) -> String {
    if context.codingPath.isEmpty { return "it" }
    let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }
    return String(path.joined().drop { $0 == "." })
  }
}
