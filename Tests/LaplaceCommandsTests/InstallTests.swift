import Foundation
import ProgramRunner
import TestSupport
import Testing

private let hasTools =
  FileManager.default.isExecutableFile(atPath: "/usr/bin/sha256sum")
  && FileManager.default.fileExists(atPath: "/proc/self")

/// `Tools/install`, with a release whose program is a script: what is installed, and what is refused
/// with everything left as it was.
@Suite(.enabled(if: hasTools, "releases are for Linux, and need tar and sha256sum"))
struct InstallTests {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  let folder: TemporaryFolder
  var release: String { folder.file("a release") }
  var prefix: String { folder.file("my home/.local") }
  var program: String { prefix + "/bin/laplace" }

  init() throws {
    folder = try TemporaryFolder()
    try makeRelease("1.2.3")
  }

  private func shell(_ words: String, _ arguments: String...) throws {
    let run = try ProgramRun("/bin/sh", ["-euc", words, "sh"] + arguments)
    try #require(run.status == 0, "\(run.errorText)")
  }

  /// - Parameter says: what the program answers to --version.
  private func makeRelease(
    _ version: String, says: String? = nil, machine: String = "$(uname -m)"
  ) throws {
    try shell(
      """
      name="laplace-$2-linux-\(machine)"
      rm -rf "$1" && mkdir -p "$1/$name/bin" "$1/$name/share/man/man1"
      printf '#!/bin/sh\\n%s\\n' "$3" >"$1/$name/bin/laplace" && chmod 755 "$1/$name/bin/laplace"
      echo "$2" >"$1/$name/share/man/man1/laplace.1"
      echo "$2" >"$1/$name/share/man/man1/laplace-$2.1"
      cd "$1" && tar -cf - "$name" | gzip >"$name.tar.gz" && rm -r "$name"
      sha256sum "$name.tar.gz" >SHA256SUMS
      """, release, version, says ?? "echo \(version)")
  }

  @discardableResult
  private func install(
    _ settings: [String: String] = [:], path: String = "/usr/bin:/bin"
  ) throws -> ProgramRun {
    let own = ["PATH": path, "HOME": folder.file("my home"), "LAPLACE_URL": release]
    return try ProgramRun(
      "/bin/sh", [Self.root.appendingPathComponent("Tools/install").path],
      environment: own.merging(settings) { $1 }, folder: folder.path)
  }

  private func version() throws -> String { try ProgramRun(program, ["--version"]).outputText }

  private func refuses(_ words: String, _ settings: [String: String] = [:], path: String? = nil)
    throws
  {
    let before = try? version()
    let run = try install(settings, path: path ?? "/usr/bin:/bin")
    #expect(run.status == 2)
    let lines = run.errorText.split(separator: "\n")
    #expect(lines.count == 1 && run.errorText.contains(words), "\(run.errorText)")
    #expect((try? version()) == before)
    let left = (try? FileManager.default.contentsOfDirectory(atPath: prefix + "/lib/laplace")) ?? []
    #expect(left.count == (before == nil ? 0 : 1), "\(left)")
  }

  @Test func installsAndReplaces() throws {
    let run = try install()
    #expect(run.status == 0, "\(run.errorText)")
    #expect(
      run.errorText == """
        laplace 1.2.3: \(program)
          next: put it on the path: export PATH="\(prefix)/bin:$PATH"

        """)
    #expect(try version() == "1.2.3\n")
    let page = prefix + "/share/man/man1/laplace"
    #expect(try String(contentsOfFile: page + ".1", encoding: .utf8) == "1.2.3\n")
    try makeRelease("1.3.0")
    #expect(try install(["LAPLACE_URL": "file://" + release]).status == 0)
    #expect(try version() == "1.3.0\n")
    #expect(try String(contentsOfFile: page + ".1", encoding: .utf8) == "1.3.0\n")
    // Nothing of the version before stays.
    let pages = try FileManager.default.contentsOfDirectory(atPath: prefix + "/share/man/man1")
    #expect(pages.sorted() == ["laplace-1.3.0.1", "laplace.1"])
    let kept = try FileManager.default.contentsOfDirectory(atPath: prefix + "/lib/laplace")
    #expect(kept.count == 1)
    // Once more, the same one.
    #expect(try install().status == 0)
    #expect(try version() == "1.3.0\n")
  }

  @Test(arguments: [false, true]) func aDamagedArchiveIsRefused(isThereBefore: Bool) throws {
    if isThereBefore { try install() }
    try makeRelease("1.3.0")
    try shell(
      #"for f in "$1"/*.tar.gz; do printf x | dd of="$f" bs=1 seek=40 conv=notrunc; done 2>&1"#,
      release)
    try refuses("has another SHA-256 than SHA256SUMS says")
  }

  @Test(arguments: [false, true]) func aProgramThatDoesNotRunIsRefused(isThereBefore: Bool) throws {
    if isThereBefore { try install() }
    try makeRelease("1.3.0", says: "echo 'libc.so.6: version GLIBC_9.9 not found' >&2; exit 1")
    try refuses("the program does not run here (libc.so.6: version GLIBC_9.9 not found): build it")
  }

  @Test func whatIsMissingIsNamed() throws {
    try install()
    try refuses("/none/SHA256SUMS: cannot be fetched", ["LAPLACE_URL": folder.file("none")])
    try refuses("has no laplace 9.9.9 for linux-", ["LAPLACE_VERSION": "9.9.9"])
    try refuses("set LAPLACE_URL", ["LAPLACE_URL": ""])
    try makeRelease("1.3.0", machine: "vax")
    try refuses("has no laplace for linux-")
    try refuses(
      "neither curl nor wget is here",
      ["LAPLACE_URL": "https://localhost:1/laplace"], path: try bareTools())
    try refuses("cannot be fetched", ["LAPLACE_URL": "http://127.0.0.1:9/laplace"])
  }

  /// A folder of the few programs that every machine has.
  private func bareTools() throws -> String {
    let tools = folder.file("tools")
    try shell(
      """
      mkdir "$1"
      for name in uname mkdir readlink mktemp rm chmod; do ln -s "$(command -v $name)" "$1/$name"; done
      """, tools)
    return tools
  }

  @Test func anotherMachineIsNamed() throws {
    let tools = folder.file("fake")
    try FileManager.default.createDirectory(atPath: tools, withIntermediateDirectories: true)
    try writeProgram(
      "#!/bin/sh\nif [ \"$1\" = -m ]; then echo riscv64; else echo Linux; fi", to: tools + "/uname")
    try refuses(
      "has no laplace for linux-riscv64: build it from source", path: "\(tools):/usr/bin:/bin")
    try writeProgram("#!/bin/sh\necho Plan9", to: tools + "/uname")
    try refuses("releases are for Linux, this is Plan9", path: "\(tools):/usr/bin:/bin")
  }

  @Test func aProgramOfSomebodyElseStays() throws {
    try shell(#"mkdir -p "$1/bin" && echo mine >"$1/bin/laplace""#, prefix)
    let run = try install()
    #expect(run.status == 2 && run.errorText.contains("was not installed by this script"))
    #expect(try String(contentsOfFile: program, encoding: .utf8) == "mine\n")
  }

  @Test func aPlaceThatCannotBeWrittenIsNamed() throws {
    try Data().write(to: URL(fileURLWithPath: folder.file("file")))
    let run = try install(["LAPLACE_PREFIX": folder.file("file")])
    #expect(run.status == 2)
    #expect(
      run.errorText
        == "laplace install: \(folder.file("file")): cannot be written: set LAPLACE_PREFIX to a folder of yours\n"
    )
  }
}
