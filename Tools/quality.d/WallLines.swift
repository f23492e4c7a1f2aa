import Dynamics

/// What pulls or pushes an item moves it through no wall.
let wallLines: [QualityLine] =
  [
    (5.0, 0.5, Point(x: 2000, y: 300)), (10, 1, Point(x: 800, y: 1200)),
    (60, 1, Point(x: 10_000, y: 300)),
  ].map { hertz, ratio, anchor in
    QualityLine("wall/spring of \(Int(hertz)) Hz", goal: "< 0.5 pt outside, 0 after 1 s") { _ in
      pulled { item, animator in
        let spring = AttachmentBehavior(
          item: item, offsetFromCenter: Vector(dx: 20, dy: 30), attachedToAnchor: anchor)
        spring.length = 0
        spring.frequency = hertz
        spring.damping = ratio
        animator.addBehavior(spring)
      }
    }
  }
  + [
    QualityLine("wall/snap far outside", goal: "< 0.5 pt outside, 0 after 1 s") { _ in
      pulled { item, animator in
        animator.addBehavior(SnapBehavior(item: item, snapTo: Point(x: 10_000, y: 300)))
      }
    },
    QualityLine("wall/push of 1e4, off centre", goal: "< 0.5 pt outside, 0 after 1 s") { _ in
      pushed(1e4)
    },
    QualityLine("wall/push of 1e9, off centre", goal: "< 0.5 pt outside, 0 after 1 s") { _ in
      pushed(1e9)
    },
  ]

private func pushed(_ magnitude: Double) -> Finding {
  pulled(side: 40, turned: 0.4) { item, animator in
    let push = PushBehavior(items: [item], mode: .continuous)
    push.setTargetOffsetFromCenter(Vector(dx: 5, dy: 15), for: item)
    push.pushDirection = Vector(dx: magnitude, dy: 0.3 * magnitude)
    animator.addBehavior(push)
  }
}

private func pulled(
  side: Double = 100, turned angle: Double = 0, _ pull: (Item, DynamicAnimator) -> Void
) -> Finding {
  let item = box(160, 284, side, turned: angle)
  let scene = Scene([item], falls: false, isFine: true)
  pull(item, scene.animator)
  var worst = 0.0
  var late = 0.0
  scene.run(10) {
    worst = max(worst, scene.farthestOutside)
    if scene.animator.elapsedTime > 5 { late = max(late, scene.farthestOutside) }
  }
  return Finding(
    "\(fixed(worst, 2)) pt, after 5 s \(fixed(late, 2)) pt", isGood: worst < 0.5 && late < 0.5)
}
