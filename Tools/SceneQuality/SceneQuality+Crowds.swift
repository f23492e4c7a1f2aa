import DeterministicMath
import GoldenWorlds
import RigidBodies
import Scenarios
import Simulation

extension Washer: BenchmarkSimulation {
  /// No box left the drum, whose wall is 2 m thick. Boxes are pressed into one another where
  /// paddles squeeze them: the best peer's figure is 0.14 m at the end, half as much again is the
  /// limit.
  package func quality() -> [QualityMeasure] {
    let center = world.transform(of: drum).position
    var lost = 0.0
    for box in boxes {
      let p = world.transform(of: box).position - center
      if !(p.length < 17) { lost += 1 }
    }
    return [
      QualityMeasure("boxes lost", lost, atMost: 0),
      QualityMeasure("greatest overlap (m)", world.greatestOverlap, atMost: 0.21),
    ]
  }
}

extension Compounds: BenchmarkSimulation {
  /// No piece left through the walls or the floor. Pieces that fall from 300 m wedge into one
  /// another as deep as their arms are long, here as in the best peer (1.09 m at step 400); the
  /// mean overlap tells more: 0.011 m at that peer's end, half as much again is the limit.
  package func quality() -> [QualityMeasure] {
    let inside = BoundingBox(lower: Vec2(-40, -0.5), upper: Vec2(40, 400))
    let figures = SceneFigures(world)
    return [
      QualityMeasure("pieces lost", world.count(of: pieces, outside: inside), atMost: 0),
      QualityMeasure("mean overlap (m)", figures.meanOverlap, atMost: 0.017),
      QualityMeasure("greatest overlap (m)", figures.greatestOverlap, atMost: 1.3),
    ]
  }
}

extension Junkyard: BenchmarkSimulation {
  /// No piece left through the walls or the floor; the pusher is where it was told to be. The block
  /// squeezes pieces: the best peer's deepest overlap is 0.29 m at the end, half as much again is
  /// the limit.
  package func quality() -> [QualityMeasure] {
    let inside = BoundingBox(lower: Vec2(-80, 0), upper: Vec2(80, 100))
    let time = Float(stepCount > 0 ? stepCount - 1 : 0) / 60
    let lag = world.transform(of: pusher).position.x - 60 * Elementary.sin(0.2 * time)
    return [
      QualityMeasure("pieces lost", world.count(of: pieces, outside: inside), atMost: 0),
      QualityMeasure("lag of the pusher (m)", Double(lag < 0 ? -lag : lag), atMost: 1e-4),
      QualityMeasure("greatest overlap (m)", world.greatestOverlap, atMost: 0.45),
    ]
  }
}

extension Rain: BenchmarkSimulation {
  /// Ragdolls hold together, and none falls through its floor. The best peer's joints gape by 0.026
  /// m at worst and by 0.3 mm in the mean.
  package func quality() -> [QualityMeasure] {
    var fallen = 0.0
    for column in 0..<Int(filledCount) {
      for ragdoll in (column * columnSize)..<((column + 1) * columnSize) {
        let floor = ragdoll % columnSize / groupSize
        // A ragdoll at the edge may hang over in part; its hip is above the floor.
        let hip = world.transform(of: hip(of: ragdoll)).position
        let isBeside = hip.x < -125.25 || hip.x > -124.75 + 6.25 * Float(columnCount)
        if hip.y < 45 * Float(floor) && !isBeside { fallen += 1 }
      }
    }
    let figures = SceneFigures(world)
    return [
      QualityMeasure("ragdolls fallen through", fallen, atMost: 0),
      QualityMeasure("greatest gap of a joint (m)", figures.greatestGap, atMost: 0.04),
      QualityMeasure("mean gap of the joints (m)", figures.meanGap, atMost: 0.0005),
    ]
  }
}

extension FallingHinges: BenchmarkSimulation {
  /// Boxes lie on the ground, none in it; hinges hold.
  package func quality() -> [QualityMeasure] {
    var sunk = 0.0
    for box in boxes where !(world.transform(of: box).position.y > 0.2) { sunk += 1 }
    let figures = SceneFigures(world)
    return [
      QualityMeasure("boxes sunk", sunk, atMost: 0),
      QualityMeasure("greatest gap of a hinge (m)", figures.greatestGap, atMost: 0.02),
      QualityMeasure("greatest overlap (m)", figures.greatestOverlap, atMost: 0.02),
    ]
  }
}
