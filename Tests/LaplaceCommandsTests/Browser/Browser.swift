import Foundation
import ProgramRunner
import TestSupport
import Testing

/// A browser that is on this machine, and what tests ask of it, whatever it is.
enum Browser: String, CaseIterable, CustomTestStringConvertible, Sendable {
  case chromium
  case firefox

  var testDescription: String { rawValue }

  private var names: [String] {
    switch self {
    case .chromium: ["chromium", "chromium-browser", "google-chrome"]
    case .firefox: ["firefox-esr", "firefox"]
    }
  }

  /// The program; `nil` where this machine has none.
  var path: String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return names.lazy.flatMap { name in folders.map { "\($0)/\(name)" } }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Those that are on this machine.
  static let present = allCases.filter { $0.path != nil }

  /// Those that a test runs in where what it tests is the page's own: the first one, and all where every
  /// case is taken.
  static let usual = Sample.level == .all ? present : Array(present.prefix(1))

  /// Runs `body` with a window of its own program, which one test at a time has.
  ///
  /// The program is started once: that takes longer than most tests.
  func use<Result>(_ body: (any BrowserWindow) throws -> Result) throws -> Result {
    Browser.lock.lock()
    defer { Browser.lock.unlock() }
    if Browser.windows[self] == nil {
      switch self {
      case .chromium: Browser.windows[self] = try ChromiumWindow(try #require(path))
      case .firefox: Browser.windows[self] = try FirefoxWindow(try #require(path))
      }
    }
    do {
      return try body(try #require(Browser.windows[self]))
    } catch let error as BrowserFailure {
      // What does not answer is not asked again.
      Browser.windows[self] = nil
      throw error
    }
  }

  private static let lock = NSRecursiveLock()
  nonisolated(unsafe) private static var windows: [Browser: any BrowserWindow] = [:]
}

/// A browser that does not answer, or answers with an error.
struct BrowserFailure: Error, CustomStringConvertible {
  var description: String
}

/// A window in which pages are opened one after another.
protocol BrowserWindow: AnyObject {
  /// Where downloads go.
  var downloads: String { get }
  /// Opens a file; returns when its scripts ran.
  func open(_ url: String) throws
  /// Runs JavaScript as the page's own and returns what it returns; `await` is allowed.
  func run(_ script: String) throws -> Any
  /// What the console told as an error since the page was opened, and what the page asked of a network.
  func complaints() throws -> [String]
  /// Moves a pressed pointer from place to place.
  func drag(_ places: [(x: Double, y: Double)]) throws
  /// Presses and releases a key of that name, such as `ArrowLeft`.
  func press(_ key: String) throws
}

extension BrowserWindow {
  /// Opens a page and waits until it is shown, or until it says why it cannot be.
  func show(_ page: String, _ fragment: String = "") throws {
    try open(URL(fileURLWithPath: page).absoluteString + fragment)
    _ = try run(
      """
      const facts = document.documentElement.dataset;
      while (!facts.ready && !facts.error) await new Promise(done => setTimeout(done, 5));
      return 1;
      """)
  }

  /// What a script returned, as a list.
  func list(_ script: String) throws -> [Any] { try #require(try run(script) as? [Any]) }

  /// Waits for a download of that name, and returns where it is.
  func downloaded(_ name: String) throws -> String {
    let path = downloads + "/" + name
    for _ in 0..<1000 {
      let isWhole = !FileManager.default.fileExists(atPath: path + ".part")
      let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size]) as? Int ?? 0
      if isWhole && size > 0 { return path }
      Thread.sleep(forTimeInterval: 0.02)
    }
    throw BrowserFailure(description: "\(name) was not downloaded")
  }
}

/// A browser's program: it runs as long as this process does, and no longer.
final class BrowserProgram {
  let folder: TemporaryFolder

  /// - Parameter command: of the shell, with the browser as `$0` and its folder as `$1`; `exec`s it.
  init(_ path: String, _ command: String) throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    let watch = """
      parent=$PPID
      ( \(command) ) >"$1/output" 2>&1 &
      browser=$!
      while kill -0 $parent 2>/dev/null && kill -0 $browser 2>/dev/null && [ -d "$1" ]; do
        sleep 0.5
      done
      kill $browser 2>/dev/null
      wait $browser 2>/dev/null
      rm -rf "$1"
      """
    let words = ["-c", watch, path, folder.path]
    Thread.detachNewThread { _ = try? ProgramRun("/bin/sh", words) }
  }
}
