import Simulation

/// A whole picture: title, one or more steps, legend and scale bar.
package struct PictureSheet {
  /// A step to draw.
  package struct Frame {
    /// The state after this step; −1: before the first.
    package var step: Int64
    package var seconds: Double
    package var drawing: StepDrawing
    /// In place of step and time.
    package var caption: String?

    package init(step: Int64, seconds: Double, drawing: StepDrawing, caption: String? = nil) {
      (self.step, self.seconds, self.drawing, self.caption) = (step, seconds, drawing, caption)
    }
  }

  package enum Arrangement: Equatable {
    /// Side by side, in so many columns; 0: as suits.
    case strip(columns: Int)
    /// One after the other, in place; so many seconds each.
    case animation(secondsEach: Double)
  }

  package var title: String
  /// Beside the title, where there is room.
  package var summary = ""
  package var frames: [Frame]
  package var content: PictureContent
  package var theme: PictureTheme
  /// Length of the drawn part's longer side (for a strip: the whole strip's width), in pixels.
  package var size: Double
  package var arrangement = Arrangement.strip(columns: 0)

  package init(
    title: String, summary: String = "", frames: [Frame], content: PictureContent,
    theme: PictureTheme, size: Double, arrangement: Arrangement = .strip(columns: 0)
  ) {
    (self.title, self.summary, self.frames) = (title, summary, frames)
    (self.content, self.theme, self.size) = (content, theme, size)
    self.arrangement = arrangement
  }

  private static let margin = 20.0
  private static let titleHeight = 54.0
  private static let captionHeight = 20.0
  private static let gap = 14.0

  /// - Precondition: at least one frame.
  package var svg: String {
    let view = PictureView(frames.map(\.drawing))
    if case .animation(let seconds) = arrangement, frames.count > 1 {
      return single(view, secondsEach: seconds)
    }
    return frames.count == 1 ? single(view, secondsEach: 0) : strip(view)
  }

  // MARK: Arrangements

  private func single(_ view: PictureView, secondsEach: Double) -> String {
    let height = view.proportion > 1 ? size : size * view.proportion
    let width = height / view.proportion
    let sheetWidth = Swift.max(width, 460) + 2 * PictureSheet.margin
    let box = PictureBox(
      x: (sheetWidth - width) / 2, y: PictureSheet.titleHeight + 8, width: width, height: height)
    let fitted = view.fitted(into: box)
    let scales = PictureScales(frames.map(\.drawing), fitted)
    var body = stage(fitted)
    let isAnimated = frames.count > 1
    if isAnimated { body += animationStyle(count: frames.count, secondsEach) }
    for (index, frame) in frames.enumerated() {
      if isAnimated {
        let delay = rounded(Double(index) * secondsEach, 6)
        let hidden = index == 0 ? "" : " visibility=\"hidden\""
        body += "<g class=\"f\"\(hidden) style=\"animation-delay:\(delay)s\">\n"
      }
      body += text(PictureSheet.margin, 46, size: 13, colour: theme.faint, caption(frame))
      body += layers(frame.drawing, fitted, scales, isSmall: false)
      if isAnimated { body += "</g>\n" }
    }
    return document(
      width: sheetWidth, bottom: box.y + box.height, fitted, scales, subtitle: nil, body)
  }

  private func strip(_ view: PictureView) -> String {
    let columns = columnCount(view)
    let rows = (frames.count + columns - 1) / columns
    let inner = Swift.max(size, 460)
    let width = (inner - Double(columns - 1) * PictureSheet.gap) / Double(columns)
    let height = width * view.proportion
    var body = ""
    let first = view.fitted(
      into: PictureBox(
        x: PictureSheet.margin, y: PictureSheet.titleHeight + PictureSheet.captionHeight,
        width: width, height: height))
    let scales = PictureScales(frames.map(\.drawing), first)
    let pitch = height + PictureSheet.captionHeight + PictureSheet.gap
    for (index, frame) in frames.enumerated() {
      let x = PictureSheet.margin + Double(index % columns) * (width + PictureSheet.gap)
      let y =
        PictureSheet.titleHeight + PictureSheet.captionHeight + Double(index / columns) * pitch
      let fitted = view.fitted(into: PictureBox(x: x, y: y, width: width, height: height))
      body += text(x, y - 6, size: 11, colour: theme.faint, stepName(frame))
      body += stage(fitted)
      body += layers(frame.drawing, fitted, scales, isSmall: true)
    }
    let bottom = PictureSheet.titleHeight + Double(rows) * pitch - PictureSheet.gap
    let firstStep = frames[0].step
    let lastStep = frames[frames.count - 1].step
    return document(
      width: inner + 2 * PictureSheet.margin, bottom: bottom, first, scales,
      subtitle: frames[0].caption == nil
        ? "steps \(firstStep) to \(lastStep), \(frames.count) of them" : nil, body)
  }

  /// Asked for, or such that panels are readable and the sheet is not much higher than wide.
  private func columnCount(_ view: PictureView) -> Int {
    if case .strip(let columns) = arrangement, columns > 0 {
      return Swift.min(columns, frames.count)
    }
    var best = 1
    for columns in 1...Swift.min(frames.count, 8) {
      let rows = (frames.count + columns - 1) / columns
      let width = size / Double(columns)
      if width < 110 && columns > 1 { break }
      best = columns
      if Double(rows) * width * view.proportion <= 0.9 * size { break }
    }
    return best
  }

  // MARK: Parts

  private func layers(
    _ drawing: StepDrawing, _ view: PictureView, _ scales: PictureScales, isSmall: Bool
  ) -> String {
    var picture = StepPicture(drawing, view, theme, content, scales, isSmall: isSmall)
    picture.draw()
    let box = view.box
    let name = "c\(SVG.number(box.x))-\(SVG.number(box.y))"
    return "<g clip-path=\"url(#\(name))\">\n\(picture.text)</g>\n"
  }

  private func stage(_ view: PictureView) -> String {
    let box = view.box
    let rect =
      "x=\"\(SVG.number(box.x))\" y=\"\(SVG.number(box.y))\" width=\"\(SVG.number(box.width))\" "
      + "height=\"\(SVG.number(box.height))\" rx=\"6\""
    let name = "c\(SVG.number(box.x))-\(SVG.number(box.y))"
    return "<clipPath id=\"\(name)\"><rect \(rect)/></clipPath>\n"
      + "<rect \(rect) fill=\"\(theme.stage)\" stroke=\"\(theme.frame)\"/>\n"
  }

  /// Frames take turns. Where styles do not move, and for readers who ask for less motion, the first
  /// stays.
  private func animationStyle(count: Int, _ secondsEach: Double) -> String {
    let share = rounded(100 / Double(count), 6)
    let total = rounded(Double(count) * secondsEach, 6)
    return """
      <style>.f{animation:f \(total)s step-end infinite}@keyframes f{0%{visibility:visible}\
      \(share)%,100%{visibility:hidden}}@media (prefers-reduced-motion:reduce){.f{animation:none}}\
      </style>

      """
  }

  private func stepName(_ frame: Frame) -> String {
    if let caption = frame.caption { return caption }
    let name = frame.step < 0 ? "start" : "step \(frame.step)"
    return "\(name) · \(rounded(frame.seconds, 3)) s"
  }

  private func caption(_ frame: Frame) -> String {
    let drawing = content.part(of: frame.drawing)
    var parts = [stepName(frame)]
    for index in drawing.styles.indices where !drawing.styles[index].name.isEmpty {
      var count = 0
      for layer in drawing.layers where layer.role == .subject {
        for shape in layer.shapes where shape.style == index { count += 1 }
      }
      if count > 0 { parts.append("\(count) \(drawing.styles[index].name)") }
    }
    for layer in drawing.layers where layer.role == .annotation {
      // A centre belongs to what it is the centre of.
      let marks = layer.marks.filter { drawing.style(at: $0.style).symbol != .cross }
      let count = marks.count + layer.links.count
      if count > 0 { parts.append("\(layer.name): \(count)") }
    }
    return parts.joined(separator: " · ")
  }

  private func text(
    _ x: Double, _ y: Double, size: Double, colour: String, weight: String = "400", _ text: String
  ) -> String {
    "<text x=\"\(SVG.number(x))\" y=\"\(SVG.number(y))\" font-size=\"\(SVG.number(size))\" "
      + "font-weight=\"\(weight)\" fill=\"\(colour)\">\(SVG.escaped(text))</text>\n"
  }

  /// A length that is easy to read, drawn to scale.
  private func scaleBar(
    _ view: PictureView, at corner: PicturePoint
  ) -> (svg: String, width: Double) {
    let length = niceNumber(atMost: Swift.min(0.3 * view.box.width, 150) / view.scale)
    let width = length * view.scale
    let label = "\(SVG.number(length)) \(frames[0].drawing.unit)"
    let (x, y) = (SVG.number(corner.x), SVG.number(corner.y + 7))
    let end = SVG.number(corner.x + width)
    let low = SVG.number(corner.y + 3)
    let high = SVG.number(corner.y + 11)
    let bar =
      "<path d=\"M\(x) \(low)L\(x) \(high)M\(x) \(y)L\(end) \(y)M\(end) \(low)L\(end) \(high)\" "
      + "stroke=\"\(theme.faint)\" stroke-width=\"1.4\" fill=\"none\"/>\n"
    let name = text(
      corner.x + width + 7, corner.y + 11.2, size: 12, colour: theme.faint, label)
    return (bar + name, width + 7 + SVG.width(label, size: 12))
  }

  private func document(
    width: Double, bottom: Double, _ view: PictureView, _ scales: PictureScales,
    subtitle: String?, _ body: String
  ) -> String {
    let footer = bottom + 16
    let bar = scaleBar(view, at: PicturePoint(x: PictureSheet.margin, y: footer))
    let legend = PictureLegend(frames.map(\.drawing), content, scales, theme)
    let signs = legend.laidOut(
      width: width - 2 * PictureSheet.margin,
      at: PicturePoint(x: PictureSheet.margin, y: footer), after: bar.width + 24)
    let height = footer + signs.height + 8
    let (w, h) = (SVG.number(width.rounded(.up)), SVG.number(height.rounded(.up)))
    var svg = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(w)" height="\(h)" viewBox="0 0 \(w) \(h)" \
      font-family="Inter, 'Helvetica Neue', 'Liberation Sans', Arial, sans-serif">
      <title>\(SVG.escaped(title))</title>
      <rect width="100%" height="100%" rx="10" fill="\(theme.page)"/>

      """
    svg += text(PictureSheet.margin, 26, size: 16, colour: theme.ink, weight: "600", title)
    let after = PictureSheet.margin + 1.16 * SVG.width(title, size: 16) + 14
    if !summary.isEmpty, after + SVG.width(summary, size: 13) < width - PictureSheet.margin {
      svg += text(after, 26, size: 13, colour: theme.faint, summary)
    }
    if let subtitle {
      svg += text(PictureSheet.margin, 46, size: 13, colour: theme.faint, subtitle)
    }
    return svg + body + bar.svg + signs.svg + "</svg>\n"
  }
}
