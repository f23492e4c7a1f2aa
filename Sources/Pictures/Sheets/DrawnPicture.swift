import Simulation

/// Steps drawn as SVG, in a program of one's own: what `laplace render` draws of a recording.
///
/// ```swift
/// var picture = DrawnPicture(title: "Two boxes fall")
/// picture.add(animator.drawing(), caption: "after a second")
/// print(picture.svg)
/// ```
///
/// Equal drawings give equal bytes everywhere.
public struct DrawnPicture {
  private var sheet: PictureSheet

  /// - Parameters:
  ///   - title: above the picture.
  ///   - summary: beside the title, where there is room.
  ///   - size: pixels of the drawn part's longer side, or of the width where several steps stand
  ///     side by side; 100 … 8000.
  ///   - columns: how many steps stand side by side; 0: as suits.
  ///   - isDark: bright on dark.
  public init(
    title: String, summary: String = "", size: Double = 640, columns: Int = 0, isDark: Bool = false
  ) {
    let size = size >= 100 ? Swift.min(size, 8000) : 100
    sheet = PictureSheet(
      title: title, summary: summary, frames: [], content: .everything,
      theme: isDark ? .dark : .light, size: size,
      arrangement: .strip(columns: Swift.max(0, columns)))
  }

  /// Adds what a step shows.
  ///
  /// - Parameters:
  ///   - drawing: the step.
  ///   - caption: above it; usually the step or the time.
  public mutating func add(_ drawing: StepDrawing, caption: String) {
    sheet.frames.append(
      PictureSheet.Frame(
        step: Int64(sheet.frames.count), seconds: 0, drawing: drawing, caption: caption))
  }

  /// The picture; empty when nothing was added.
  public var svg: String { sheet.frames.isEmpty ? "" : sheet.svg }
}
