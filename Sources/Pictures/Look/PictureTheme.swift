import Simulation

/// The colours of a picture, light or dark.
package struct PictureTheme {
  package var page: String
  package var stage: String
  package var frame: String
  package var ink: String
  package var faint: String
  /// Behind labels, so that lines do not run through them.
  package var halo: String
  package var velocity: String
  /// Named colours have another tone on dark pages.
  package var isDark: Bool

  package static let light = PictureTheme(
    page: "#f8fafc", stage: "#ffffff", frame: "#cbd5e1", ink: "#0f172a", faint: "#64748b",
    halo: "#ffffff", velocity: "#16a34a", isDark: false)

  package static let dark = PictureTheme(
    page: "#0b1120", stage: "#111a2e", frame: "#334155", ink: "#e2e8f0", faint: "#94a3b8",
    halo: "#111a2e", velocity: "#4ade80", isDark: true)

  private struct Tones {
    var light: String
    var dark: String

    init(_ light: String, _ dark: String) { (self.light, self.dark) = (light, dark) }
  }

  /// What shapes of varied colours take turns in.
  private static let varied: [DrawingColor] = [
    .blue, .teal, .violet, .pink, .sky, .lime, .orange, .indigo,
  ]

  /// A named colour as SVG has it.
  ///
  /// - Parameter number: of the shape, for styles of varied colours.
  package func color(_ color: DrawingColor, _ number: UInt32 = 0) -> String {
    let count = UInt32(PictureTheme.varied.count)
    let named = color == .varied ? PictureTheme.varied[Int(number % count)] : color
    let tones = PictureTheme.tones(named)
    return isDark ? tones.dark : tones.light
  }

  private static func tones(_ color: DrawingColor) -> Tones {
    switch color {
    case .gray: Tones("#94a3b8", "#64748b")
    case .slate: Tones("#475569", "#94a3b8")
    case .stone: Tones("#78716c", "#a8a29e")
    case .red: Tones("#dc2626", "#f87171")
    case .orange: Tones("#ea580c", "#fb923c")
    case .amber: Tones("#d97706", "#fbbf24")
    case .brown: Tones("#b45309", "#fbbf24")
    case .lime: Tones("#65a30d", "#a3e635")
    case .green: Tones("#16a34a", "#4ade80")
    case .emerald: Tones("#059669", "#34d399")
    case .teal: Tones("#0d9488", "#2dd4bf")
    case .cyan: Tones("#0891b2", "#22d3ee")
    case .sky: Tones("#0284c7", "#38bdf8")
    case .varied, .blue: Tones("#2563eb", "#60a5fa")
    case .indigo: Tones("#4f46e5", "#818cf8")
    case .violet: Tones("#7c3aed", "#a78bfa")
    case .purple: Tones("#9333ea", "#c084fc")
    case .fuchsia: Tones("#c026d3", "#e879f9")
    case .pink: Tones("#db2777", "#f472b6")
    case .rose: Tones("#e11d48", "#fb7185")
    }
  }
}

/// What a picture shows beside its subjects and their background: layers by name, and what pictures
/// make of the subjects themselves.
package struct PictureContent: Equatable {
  /// `nil`: everything.
  package var names: [String]?

  package init(names: [String]?) { self.names = names }

  package static let everything = PictureContent(names: nil)
  /// The arrows of shapes that move.
  package static let velocities = "velocities"
  package static let labels = "labels"

  package func contains(_ name: String) -> Bool { names?.contains(name) ?? true }

  /// Whether a layer is shown.
  package func contains(_ layer: DrawingLayer) -> Bool {
    layer.role != .annotation || contains(layer.name)
  }

  /// A drawing without the layers that are not shown.
  package func part(of drawing: StepDrawing) -> StepDrawing {
    var part = drawing
    part.layers.removeAll { !contains($0) }
    return part
  }
}
