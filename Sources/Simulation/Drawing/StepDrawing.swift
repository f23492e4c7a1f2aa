/// What a step shows, for people who look for a fault: layers of shapes, marks, links and arrows.
///
/// ```swift
/// var drawing = StepDrawing(unit: "m", isYUp: true)
/// let blue = drawing.style(DrawingStyle("blue", .blue))
/// let goal = drawing.style(DrawingStyle("goal", .slate, line: .dashed, symbol: .none))
/// var units = DrawingLayer("units")
/// var goals = DrawingLayer("goals", role: .annotation)
/// for unit in self.units {
///   let place = DrawingPoint(unit.x, unit.y)
///   units.shapes.append(
///     DrawingShape(
///       id: unit.id, style: blue, center: place, outlines: [.circle(center: place, radius: 0.4)]))
///   goals.links.append(
///     DrawingLink(from: place, to: DrawingPoint(unit.goalX, unit.goalY), style: goal))
/// }
/// drawing.layers = [goals, units]
/// ```
///
/// A pure function of the state, made when it is asked for and at no cost otherwise. Lengths are in
/// the simulation's own unit, times in seconds. Its order is a function of the state, too.
///
/// The simulation chooses a shape's ``DrawingShape/id``; it need not be the index of a row. In
/// drawings of `LaplaceDynamics` the ids of layers `bodies` and `rest` are slots of table `items`,
/// in drawings of the kernel alone slots of table `bodies`, as are those of layer `scenery` in both.
/// Regions of layer `fields` are counted from 0.
public struct StepDrawing: Equatable, Sendable {
  /// What the picture should show; `nil`: whatever holds its subjects.
  public var frame: DrawingFrame?
  /// The y axis points up; the default is down, as on a screen.
  public var isYUp: Bool
  /// The unit of length, such as `m`, as scale bars and legends name it; may be empty.
  public var unit: String
  /// What marks refer to by index; an index that is none stands for ``DrawingStyle/plain``.
  public var styles: [DrawingStyle] = []
  /// From the back to the front.
  public var layers: [DrawingLayer] = []

  /// Makes an empty drawing.
  public init(unit: String = "", isYUp: Bool = false) {
    self.unit = unit
    self.isYUp = isYUp
  }

  /// Adds a style, unless there is one with its name already.
  ///
  /// - Returns: its index. Complexity: O(styles).
  public mutating func style(_ style: DrawingStyle) -> Int {
    // Bytes, not characters: Embedded Swift has no tables for comparing those.
    let name = Array(style.name.utf8)
    if !name.isEmpty {
      for index in styles.indices where Array(styles[index].name.utf8) == name { return index }
    }
    styles.append(style)
    return styles.count - 1
  }

  /// The style at an index that a mark has.
  public func style(at index: Int) -> DrawingStyle {
    styles.indices.contains(index) ? styles[index] : .plain
  }
}

/// What a ``StepDrawing`` is wanted to hold.
public struct DrawingRequest: Equatable, Sendable {
  /// The names of the layers that are wanted beside those that are always there; `nil`: all.
  public var layers: [String]?
  /// Arrows that are samples of a field stand on a grid of so many columns over the frame, 2 … 64.
  public var columns = 16

  /// Asks for everything.
  public init() {}

  /// Whether a layer is worth filling; one that is not stays empty.
  public func wants(_ layer: String) -> Bool {
    guard let layers else { return true }
    let name = Array(layer.utf8)
    for one in layers where Array(one.utf8) == name { return true }
    return false
  }
}
