import Foundation
import TestSupport
import Testing

/// Firefox, driven over Marionette: JSON in a socket, each message behind its length.
final class FirefoxWindow: BrowserWindow {
  private let program: BrowserProgram
  private let stream: ByteStream
  private var number = 0

  var downloads: String { program.folder.file("downloads") }

  init(_ path: String) throws {
    // It tells its port in a file of its profile.
    program = try BrowserProgram(
      path,
      """
      mkdir -p "$1/profile" "$1/downloads"
      cat >"$1/profile/user.js" <<END
      user_pref("marionette.port", 0);
      user_pref("browser.shell.checkDefaultBrowser", false);
      user_pref("browser.download.folderList", 2);
      user_pref("browser.download.dir", "$1/downloads");
      user_pref("browser.download.alwaysOpenPanel", false);
      user_pref("browser.helperApps.neverAsk.saveToDisk", "application/octet-stream,application/jsonl");
      user_pref("datareporting.policy.dataSubmissionEnabled", false);
      END
      exec "$0" --headless --marionette --remote-allow-system-access --no-remote \
        --width 1200 --height 900 --profile "$1/profile"
      """)
    let told = program.folder.file("profile/MarionetteActivePort")
    var port: UInt16?
    for _ in 0..<3000 {
      port = (try? String(contentsOfFile: told, encoding: .utf8)).flatMap { UInt16($0) }
      if port != nil { break }
      Thread.sleep(forTimeInterval: 0.02)
    }
    guard let port else { throw BrowserFailure(description: "Firefox did not start in a minute") }
    stream = try ByteStream(port: port)
    _ = try next()
    _ = try call("WebDriver:NewSession", ["capabilities": ["alwaysMatch": [String: Any]()]])
    _ = try call("WebDriver:SetTimeouts", ["script": 120_000])
  }

  private func next() throws -> Any {
    let count = try #require(Int(String(decoding: try stream.read(upTo: 0x3A), as: UTF8.self)))
    return try JSONSerialization.jsonObject(with: try stream.read(count: count))
  }

  @discardableResult
  private func call(_ name: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
    number += 1
    let data = try JSONSerialization.data(withJSONObject: [0, number, name, parameters])
    try stream.write(Data("\(data.count):".utf8) + data)
    let reply = try #require(try next() as? [Any])
    if let error = reply[2] as? [String: Any] {
      throw BrowserFailure(description: "\(name): \(error["message"] ?? error)")
    }
    return reply[3] as? [String: Any] ?? [:]
  }

  func open(_ url: String) throws {
    try call("WebDriver:Navigate", ["url": "about:blank"])
    try inChrome("Services.console.reset(); return 1;")
    try call("WebDriver:Navigate", ["url": url])
  }

  /// The script stands in an element of its own, as the page's scripts do: it sees what they declare.
  func run(_ script: String) throws -> Any {
    let wait = """
      const done = arguments[arguments.length - 1], element = document.createElement('script');
      element.textContent = arguments[0];
      document.documentElement.append(element);
      const timer = setInterval(() => {
        if (element.dataset.told === undefined) return;
        clearInterval(timer);
        element.remove();
        done(element.dataset.told);
      }, 5);
      """
    let own = """
      { const own = document.currentScript; (async () => { \(script)
      })().then(told => [true, told], error => [false, `${error} ${error.stack}`])
      .then(told => { own.dataset.told = JSON.stringify(told); }); }
      """
    let reply = try call("WebDriver:ExecuteAsyncScript", ["script": wait, "args": [own]])
    let text = try #require(reply["value"] as? String)
    let told = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [Any])
    if told[0] as? Bool != true { Issue.record("\(told)") }
    return told.count > 1 ? told[1] : NSNull()
  }

  /// Runs JavaScript as the browser's own.
  @discardableResult
  private func inChrome(_ script: String) throws -> Any {
    try call("Marionette:SetContext", ["value": "chrome"])
    defer { _ = try? call("Marionette:SetContext", ["value": "content"]) }
    return try call("WebDriver:ExecuteScript", ["script": script, "args": [Any]()])["value"]
      ?? NSNull()
  }

  func complaints() throws -> [String] {
    let told = try inChrome(
      """
      // A browser without WebGL says so; the page then draws without.
      return Services.console.getMessageArray().map(String)
        .filter(one => one.includes('file:///') || one.includes('blob:'))
        .filter(one => !one.includes('Warning: "Failed to create WebGL context'));
      """)
    let asked = try run(
      """
      return performance.getEntriesByType('resource').map(entry => entry.name)
        .filter(name => !/^(file|blob|data):/.test(name));
      """)
    return (told as? [String] ?? []) + (asked as? [String] ?? [])
  }

  private func act(_ type: String, _ more: [String: Any], _ actions: [[String: Any]]) throws {
    let one = ["type": type, "id": type, "actions": actions].merging(more) { $1 }
    try call("WebDriver:PerformActions", ["actions": [one]])
  }

  func drag(_ places: [(x: Double, y: Double)]) throws {
    var actions: [[String: Any]] = []
    for (index, place) in places.enumerated() {
      actions.append(
        ["type": "pointerMove", "x": Int(place.x), "y": Int(place.y), "duration": 20])
      if index == 0 { actions.append(["type": "pointerDown", "button": 0]) }
    }
    actions.append(["type": "pointerUp", "button": 0])
    try act("pointer", ["parameters": ["pointerType": "mouse"]], actions)
  }

  func press(_ key: String) throws {
    // WebDriver's own signs for keys without a character.
    let signs = [
      "Tab": "\u{E004}", "Enter": "\u{E007}", "Escape": "\u{E00C}", "ArrowLeft": "\u{E012}",
      "ArrowUp": "\u{E013}", "ArrowRight": "\u{E014}", "ArrowDown": "\u{E015}",
    ]
    let value = signs[key] ?? key
    try act(
      "key", [:], [["type": "keyDown", "value": value], ["type": "keyUp", "value": value]])
  }
}
