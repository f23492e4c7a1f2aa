import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Chromium, driven over a pair of pipes by messages that end with a zero byte.
final class ChromiumWindow: BrowserWindow {
  private let program: BrowserProgram
  private let stream: ByteStream
  private var number = 0
  private var session: String?
  private var events: [[String: Any]] = []

  var downloads: String { program.folder.file("downloads") }

  init(_ path: String) throws {
    program = try BrowserProgram(
      path,
      """
      mkfifo "$1/in" "$1/out"
      exec "$0" --headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run \
        --enable-unsafe-swiftshader --window-size=1200,900 --user-data-dir="$1/profile" --remote-debugging-pipe \
        3<"$1/in" 4>"$1/out"
      """)
    let folder = program.folder
    stream = try ByteStream(reading: folder.file("out"), writing: folder.file("in"))
    let target = try call("Target.createTarget", ["url": "about:blank"])
    let attached = try call(
      "Target.attachToTarget", ["targetId": try #require(target["targetId"]), "flatten": true])
    session = try #require(attached["sessionId"] as? String)
    for domain in ["Page", "Runtime", "Log", "Network", "Accessibility"] {
      _ = try call("\(domain).enable")
    }
    _ = try call(
      "Browser.setDownloadBehavior", ["behavior": "allow", "downloadPath": downloads])
  }

  /// Sends a command and waits for its reply.
  func call(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
    number += 1
    var message: [String: Any] = ["id": number, "method": method, "params": parameters]
    if let session { message["sessionId"] = session }
    try stream.write(JSONSerialization.data(withJSONObject: message) + [0])
    while true {
      let reply = try next()
      guard reply["id"] as? Int == number else {
        events.append(reply)
        continue
      }
      if let error = reply["error"] { throw BrowserFailure(description: "\(method): \(error)") }
      return reply["result"] as? [String: Any] ?? [:]
    }
  }

  private func next() throws -> [String: Any] {
    let data = try stream.read(upTo: 0)
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  func open(_ url: String) throws {
    // A page that differs in its fragment alone would not be loaded anew.
    for one in ["about:blank", url] {
      events = []
      _ = try call("Page.navigate", ["url": one])
      while !events.contains(where: { $0["method"] as? String == "Page.loadEventFired" }) {
        events.append(try next())
      }
    }
  }

  func run(_ script: String) throws -> Any {
    let reply = try call(
      "Runtime.evaluate",
      [
        "expression": "(async () => { \(script)\n })()", "awaitPromise": true,
        "returnByValue": true, "userGesture": true,
      ])
    if let problem = reply["exceptionDetails"] as? [String: Any] {
      let thrown = (problem["exception"] as? [String: Any])?["description"]
      Issue.record("\(thrown ?? problem)")
    }
    return (reply["result"] as? [String: Any])?["value"] ?? NSNull()
  }

  func complaints() throws -> [String] {
    // What was told before this call has arrived with its reply.
    _ = try run("return 1")
    return events.compactMap { event in
      let details = event["params"] as? [String: Any] ?? [:]
      switch event["method"] as? String {
      case "Runtime.exceptionThrown", "Runtime.consoleAPICalled":
        return "\(details)"
      case "Log.entryAdded":
        let entry = details["entry"] as? [String: Any] ?? [:]
        let text = entry["text"] as? String ?? ""
        // What drawing by software and a test that reads pictures cost: no fault of the page.
        let isCost = ["GPU stall due to ReadPixels", "Canvas2D: Multiple readback operations"]
          .contains { text.contains($0) }
        return isCost && entry["level"] as? String == "warning" ? nil : "\(details)"
      case "Network.requestWillBeSent":
        let url = (details["request"] as? [String: Any])?["url"] as? String ?? ""
        let isOwn = ["file:", "blob:", "data:"].contains { url.hasPrefix($0) }
        return isOwn ? nil : url
      default: return nil
      }
    }
  }

  func drag(_ places: [(x: Double, y: Double)]) throws {
    for (index, place) in places.enumerated() {
      let kinds = index == 0 ? ["mouseMoved", "mousePressed"] : ["mouseMoved"]
      for kind in kinds + (index == places.count - 1 ? ["mouseReleased"] : []) {
        _ = try call(
          "Input.dispatchMouseEvent",
          [
            "type": kind, "x": place.x, "y": place.y, "button": "left",
            "buttons": kind == "mouseReleased" || index == 0 && kind == "mouseMoved" ? 0 : 1,
            "clickCount": kind == "mouseMoved" ? 0 : 1,
          ])
      }
      Thread.sleep(forTimeInterval: 0.02)
    }
  }

  func press(_ key: String) throws {
    let text = key.count == 1 ? ["text": key] : key == "Enter" ? ["text": "\r"] : [:]
    let codes = [
      "Tab": 9, "Enter": 13, "Escape": 27, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39,
      "ArrowDown": 40,
    ]
    let shared: [String: Any] = ["key": key, "windowsVirtualKeyCode": codes[key] ?? 0]
    _ = try call(
      "Input.dispatchKeyEvent",
      shared.merging(["type": "keyDown"]) { $1 }.merging(text) { $1 })
    _ = try call("Input.dispatchKeyEvent", shared.merging(["type": "keyUp"]) { $1 })
  }

  /// What assistive programs are told of the page: role and name of each thing, in order.
  func accessibleNodes() throws -> [(role: String, name: String)] {
    let tree = try call("Accessibility.getFullAXTree")
    let nodes = tree["nodes"] as? [[String: Any]] ?? []
    return nodes.filter { $0["ignored"] as? Bool == false }.map { node in
      let value = { (key: String) in (node[key] as? [String: Any])?["value"] as? String ?? "" }
      return (value("role"), value("name"))
    }
  }
}
