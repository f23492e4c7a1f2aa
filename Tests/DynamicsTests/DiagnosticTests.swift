import Dynamics
import Foundation
import Simulation
import Testing

/// Every code is provoked here, told to the handler, listed, and has its line in the article.
@Suite("UD-CORE-10 coded diagnostics") struct DiagnosticTests {
  /// Does what makes the engine note `code`.
  private func provoke(_ code: Diagnostic.Code, _ told: @escaping (Diagnostic) -> Void) {
    let animator = DynamicAnimator()
    animator.diagnosticHandler = told
    let item = Item(center: .zero, size: Size(width: 10, height: 10))
    switch code {
    case .refused:
      animator.addBehavior(GravityBehavior(items: [Item(center: .zero, size: .zero)]))
    case .valueIgnored: animator.timeScale = .nan
    case .valueClamped:
      let properties = ItemBehavior(items: [item])
      animator.addBehavior(properties)
      properties.friction = -1
    case .gravityRepeated:
      for _ in 0..<2 { animator.addBehavior(GravityBehavior(items: [item])) }
    case .fieldForceNotFinite:
      let field = FieldBehavior.field { _, _, _, _, _, _ in Vector(dx: .nan, dy: 0) }
      field.addItem(item)
      animator.addBehavior(field)
      animator.step()
    case .speedClamped:
      let push = PushBehavior(items: [item], mode: .instantaneous)
      push.magnitude = 1e6
      animator.addBehavior(push)
      animator.step()
    case .collisionBehaviorsExhausted:
      for _ in 0..<32 { animator.addBehavior(CollisionBehavior(items: [item])) }
    case .objectUnknown:
      let other = DynamicAnimator()
      other.addBehavior(GravityBehavior(items: [item]))
      var saver = SaveVisitor(.everything)
      other.visitState(&saver)
      var restorer = RestoreVisitor(saver.finish())
      animator.visitState(&restorer)
      animator.stateWasRestored()
    case .changesEndless:
      let restless = Restless()
      restless.successor = Restless()
      restless.successor?.successor = restless
      animator.addBehavior(GravityBehavior(items: [item]))
      let trigger = DynamicBehavior()
      trigger.action = { [unowned animator] in animator.addBehavior(restless) }
      animator.addBehavior(trigger)
      animator.step()
      restless.successor = nil
    case .animatorReleased: animator.addBehavior(GravityBehavior(items: [item]))
    }
  }

  /// Leaves as soon as it joins, and lets another one of its kind join when it leaves.
  private final class Restless: DynamicBehavior {
    var successor: Restless?
    override func willMove(to animator: DynamicAnimator?) {
      if let animator {
        animator.removeBehavior(self)
      } else if let successor {
        dynamicAnimator?.addBehavior(successor)
      }
    }
  }

  @Test(arguments: Diagnostic.Code.allCases) func everyCodeCanBeProvoked(code: Diagnostic.Code) {
    var told: [Diagnostic.Code] = []
    provoke(code) { told.append($0.code) }
    #expect(told.contains(code), "\(told)")
  }

  @Test func everyCodeHasALineInTheArticle() throws {
    let article = try String(
      contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Sources/Dynamics/Dynamics.docc/Diagnostics.md"),
      encoding: .utf8)
    let lines = article.split(separator: "\n").filter { $0.hasPrefix("| LD") }
    #expect(lines.count == Diagnostic.Code.allCases.count)
    for (line, code) in zip(lines, Diagnostic.Code.allCases) {
      #expect(line.hasPrefix("| \(code.identifier) | ``Diagnostic/Code/\(code)`` |"), "\(line)")
      #expect(line.split(separator: "|").count == 4)
    }
  }

  @Test func listsForTheStepAndForAll() {
    let animator = DynamicAnimator()
    let item = Item(center: .zero, size: Size(width: 10, height: 10))
    var force = Vector(dx: .nan, dy: 0)
    let field = FieldBehavior.field { _, _, _, _, _, _ in force }
    field.addItem(item)
    animator.addBehavior(field)
    animator.step()
    #expect(
      animator.stepDiagnostics.map(\.code) == Array(repeating: .fieldForceNotFinite, count: 4))
    force = .zero
    animator.step()
    #expect(animator.stepDiagnostics.isEmpty)
    #expect(animator.diagnostics.count == 4)
    #expect(
      Diagnostic.Code.fieldForceNotFinite.identifier == "LD04"
        && animator.diagnostics[0].description.hasPrefix("LD04: a field's force"))
    animator.addBehavior(GravityBehavior(items: [Item(center: .zero, size: .zero)]))
    #expect(animator.stepDiagnostics.last?.description.contains("needs sides from 0.001") == true)
  }

  /// Found by the fuzzer: which sign a NaN has is up to the optimiser, and messages showed it.
  @Test func messagesDoNotShowTheSignOfNaN() {
    for nan in [Double.nan, -Double.nan] {
      #expect("\(DynamicsError.itemCenterInvalid(x: nan, y: 1))".hasSuffix("not (nan, 1.0)"))
      #expect("\(DynamicsError.itemBoundsInvalid(width: 2, height: nan))".hasSuffix("2.0 × nan"))
    }
  }

  /// A handler may call the animator, and what it causes does not call it again.
  @Test func handlerMayChangeThings() {
    let animator = DynamicAnimator()
    let item = Item(center: .zero, size: Size(width: 10, height: 10))
    let field = FieldBehavior.field { _, _, _, _, _, _ in Vector(dx: .infinity, dy: 0) }
    field.addItem(item)
    animator.addBehavior(field)
    var calls = 0
    animator.diagnosticHandler = { [unowned animator] _ in
      calls += 1
      animator.timeScale = .nan
      animator.removeBehavior(field)
    }
    animator.step()
    #expect(calls == 4)
    #expect(animator.behaviors.isEmpty && field.dynamicAnimator == nil)
    #expect(animator.diagnostics.filter { $0.code == .valueIgnored }.count == 4)
  }
}
