import Foundation
import ProgramRunner
import TestSupport
import Testing

/// The adapters for views, which need Apple's frameworks, are checked against stubs of what they use.
@Suite struct AdapterTests {
  private static let frameworks = ["UIKit", "AppKit", "SwiftUI"]

  private let products: String
  private let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  init() throws {
    // Beside the tests lie the modules that they were built with.
    let tests = try #require(CommandLine.arguments.first { $0.contains("PackageTests.xctest") })
    let end = try #require(tests.range(of: "/LaplacePackageTests.xctest"))
    products = String(tests[..<end.lowerBound])
  }

  private func compile(_ arguments: [String], in folder: URL) throws -> String {
    let run = try ProgramRun(
      "/usr/bin/env",
      ["swiftc", "-swift-version", "6", "-parse-as-library", "-I", folder.path]
        + ["-module-cache-path", folder.path] + arguments)
    return run.status == 0 ? run.errorText : "status \(run.status): \(run.errorText)"
  }

  /// Errors and warnings of a program that uses a framework's adapter.
  private func check(_ framework: String, _ program: String) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let stubs = root.appendingPathComponent("Tests/UIKitDynamicsCompatibilityTests/Stubs")
    for module in ["CoreGraphics", framework] {
      let told = try compile(
        [
          "-emit-module", "-module-name", module, "-o", folder.path + "/\(module).swiftmodule",
          stubs.appendingPathComponent("\(module).swift").path,
        ], in: folder)
      if !told.isEmpty { return told }
    }
    let sources = root.appendingPathComponent("Sources")
    let adapters = sources.appendingPathComponent("UIKitDynamicsCompatibility/Adapters")
    let main = folder.appendingPathComponent("Program.swift")
    try program.write(to: main, atomically: true, encoding: .utf8)
    let files = try FileManager.default.contentsOfDirectory(atPath: adapters.path)
      .map { adapters.appendingPathComponent($0).path }
    // The conversions are the engine's own, which was built without the framework.
    let conversions = sources.appendingPathComponent(
      "Dynamics/Geometry/CoreGraphics+Conversions.swift")
    return try compile(
      ["-typecheck", "-module-name", "Adapters", "-warnings-as-errors"]
        + ["-Xfrontend", "-import-module", "-Xfrontend", "Dynamics"]
        + ["-enable-upcoming-feature", "ExistentialAny", "-I", products + "/Modules"]
        + files.sorted() + [conversions.path, main.path], in: folder)
  }

  @Test(
    "views of UIKit and AppKit, and SwiftUI's, are items of the main actor",
    .enabled(if: Sample.level >= .ci, "slow: runs from Tools/test --ci on"))
  func adapters() throws {
    let programs = [
      "UIKit": """
      import UIKit
      @MainActor func play(_ stage: UIView, _ ball: UIView) -> DisplayDriver {
        let item = ViewItem(ball, collisionBoundsType: .ellipse)
        let animator = DynamicAnimator()
        let collision = CollisionBehavior(items: [item])
        collision.translatesReferenceBoundsIntoBoundary = true
        animator.addBehavior(GravityBehavior(items: [item]))
        animator.addBehavior(collision)
        let driver = DisplayDriver(animator, in: stage)
        driver.isRunning = true
        return driver
      }
      """,
      "AppKit": """
      import AppKit
      @MainActor func play(_ ball: NSView) -> DynamicAnimator {
        let animator = DynamicAnimator()
        animator.addBehavior(SnapBehavior(item: ViewItem(ball), snapTo: .zero))
        return animator
      }
      """,
      "SwiftUI": """
      import SwiftUI
      @MainActor func play(_ ball: some View) -> some View {
        let item = ObservedItem(center: .zero, size: Size(width: 40, height: 40))
        DynamicAnimator().addBehavior(PushBehavior(items: [item], mode: .continuous))
        return ball.placed(by: item)
      }
      """,
    ]
    for framework in Self.frameworks {
      let program = try #require(programs[framework])
      #expect(try check(framework, program) == "", "\(framework)")
    }
  }

  @Test("the check finds an item that is used off the main actor")
  func elsewhere() throws {
    let told = try check(
      "UIKit",
      """
      import UIKit
      nonisolated func play(_ item: ViewItem) -> any DynamicItem { item }
      """)
    #expect(told.contains("main actor-isolated conformance"))
  }
}
