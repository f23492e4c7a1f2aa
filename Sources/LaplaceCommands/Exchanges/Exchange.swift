import ArgumentParser
import Recording

/// One way in which a bad build is not made like a good one: a flag, or an object file.
struct Exchange: Equatable {
  enum Kind: String, Codable, CaseIterable {
    case flag
    case module
  }

  var kind: Kind
  /// How reports name it.
  var name: String
  /// What stands in the command of a build, without and with the exchange.
  var good: String
  var bad: String
}

/// Parses `FLAG`, which only the bad build has, and `GOOD => BAD`.
struct FlagArgument: ExpressibleByArgument {
  var exchange: Exchange

  init?(argument: String) {
    let (good, bad) = sides(of: argument) ?? ("", argument.trimmed)
    guard good != bad else { return nil }
    exchange = Exchange(
      kind: .flag,
      name: bad.isEmpty ? "without \(good)" : good.isEmpty ? bad : "\(bad) instead of \(good)",
      good: good, bad: bad)
  }
}

/// Parses `GOOD => BAD`: two folders of object files, or two such files.
struct ModulesArgument: ExpressibleByArgument {
  var good: String
  var bad: String

  init?(argument: String) {
    guard let (good, bad) = sides(of: argument), !good.isEmpty, !bad.isEmpty else { return nil }
    (self.good, self.bad) = (good, bad)
  }

  /// Files that are linked: objects, and archives of them.
  private static let suffixes = [".o", ".a"]

  /// One exchange for each pair of files; a pair of equal files has the good one on both sides.
  ///
  /// - Throws: `CommandFailure` where a file is in one of the folders only, or there is none.
  func exchanges() throws -> [Exchange] {
    let names = try Self.names(good)
    for name in Set(names).symmetricDifference(try Self.names(bad)).sorted() {
      let (has, lacks) = names.contains(name) ? (good, bad) : (bad, good)
      throw CommandFailure(
        .trouble, "\(lacks): has no \(name), which \(has) has",
        advice: "build both from the same source, into a folder each")
    }
    if names.isEmpty {
      throw CommandFailure(
        .trouble, "\(good): holds no object file",
        advice: "name two folders of *.o or *.a files: --modules 'good => bad'")
    }
    return try names.sorted().map { name in
      let (one, other) = (Self.path(good, name), Self.path(bad, name))
      let isSame = try attempt(one) { try Files.read(one) == Files.read(other) }
      return Exchange(
        kind: .module, name: name.isEmpty ? other : name, good: shellWord(one),
        bad: shellWord(isSame ? one : other))
    }
  }

  private static func path(_ folder: String, _ name: String) -> String {
    name.isEmpty ? folder : "\(folder)/\(name)"
  }

  /// The files of a folder, below it; one empty name for a file.
  private static func names(_ path: String) throws -> [String] {
    guard Files.exists(path) else {
      throw CommandFailure(
        .trouble, "\(path): no such file or folder", advice: "build it first, then name it")
    }
    guard Files.isFolder(path) else { return [""] }
    return Files.paths(below: path).filter { name in
      suffixes.contains { name.hasSuffix($0) }
    }
  }
}

/// The sides of `GOOD => BAD`; `nil` where there is no arrow.
private func sides(of text: String) -> (good: String, bad: String)? {
  let parts = text.split(separator: "=>", omittingEmptySubsequences: false)
  return parts.count == 2 ? (parts[0].trimmed, parts[1].trimmed) : nil
}
