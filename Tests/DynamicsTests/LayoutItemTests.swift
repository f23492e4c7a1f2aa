import Dynamics
import Testing

@Suite("Layout items")
struct LayoutItemTests {
  @Test("F-19 F-20 cells, supplementary and decoration views are found by their place")
  func elements() {
    let cells = (0..<4).map { index in
      LayoutElement(
        section: index / 2, item: index % 2,
        frame: Rect(x: 0, y: 60 * Double(index), width: 300, height: 44))
    }
    let header = LayoutElement(
      .supplementary(kind: "header"), section: 1, item: 0,
      frame: Rect(x: 0, y: 400, width: 300, height: 20))
    let shade = LayoutElement(
      .decoration(kind: "header"), section: 1, item: 0,
      frame: Rect(x: 0, y: 500, width: 300, height: 20))
    #expect(cells[1].center == Point(x: 150, y: 82))
    let animator = DynamicAnimator()
    let gravity = GravityBehavior(items: cells + [header, shade])
    animator.addBehavior(gravity)
    for cell in cells {
      #expect(animator.layoutElementForCell(section: cell.section, item: cell.item) === cell)
    }
    #expect(animator.layoutElementForCell(section: 2, item: 0) == nil)
    #expect(
      animator.layoutElementForSupplementaryView(ofKind: "header", section: 1, item: 0) === header)
    #expect(
      animator.layoutElementForSupplementaryView(ofKind: "footer", section: 1, item: 0) == nil)
    #expect(
      animator.layoutElementForDecorationView(ofKind: "header", section: 1, item: 0) === shade)
    #expect(animator.items(in: Rect(x: 0, y: 0, width: 10, height: 50)).count == 1)
    // A cell that was removed and comes back as another object for the same place.
    gravity.removeItem(cells[2])
    animator.step()
    #expect(animator.layoutElementForCell(section: 1, item: 0) == nil)
    let again = LayoutElement(
      section: 1, item: 0, frame: Rect(x: 0, y: 120, width: 300, height: 44))
    gravity.addItem(again)
    animator.step()
    #expect(animator.layoutElementForCell(section: 1, item: 0) === again)
  }

  @Test("a column of spring cells follows a scrolled anchor and comes to rest")
  func springCells() {
    let animator = DynamicAnimator()
    var springs: [AttachmentBehavior] = []
    let cells = (0..<5).map { index in
      LayoutElement(
        section: 0, item: index, frame: Rect(x: 10, y: 50 * Double(index), width: 300, height: 44))
    }
    for cell in cells {
      let spring = AttachmentBehavior(item: cell, attachedToAnchor: cell.center)
      spring.length = 0
      spring.damping = 0.8
      spring.frequency = 2
      animator.addBehavior(spring)
      springs.append(spring)
    }
    let ends = cells.map { $0.center + Vector(dx: 0, dy: 40) }
    for (spring, end) in zip(springs, ends) { spring.anchorPoint = end }
    animator.run(seconds: 4)
    #expect(!animator.isRunning)
    for (cell, end) in zip(cells, ends) { #expect(cell.center.distance(to: end) < 0.5) }
  }

  @Test("UD-SCN-10 F-04 a proxy's view transform: the original first, then turn, then way")
  func proxy() {
    let proxy = LayoutProxy(
      center: Point(x: 100, y: 50), bounds: Rect(x: 0, y: 0, width: 40, height: 20),
      originalTransform: AffineTransform2D(scaleX: 2, y: 3))
    #expect(proxy.viewTransform == AffineTransform2D(scaleX: 2, y: 3))
    proxy.center = Point(x: 130, y: 90)
    proxy.transform = AffineTransform2D(rotation: pi / 2)
    let seen = proxy.viewTransform.apply(to: Point(x: 1, y: 1))
    // (1, 1) → (2, 3) → (−3, 2) → (27, 42).
    #expect(abs(seen.x - 27) < 1e-12)
    #expect(abs(seen.y - 42) < 1e-12)
  }
}
