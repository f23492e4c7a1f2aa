/// The colours of a picture, light or dark.
struct PictureTheme {
  var page: String
  var stage: String
  var frame: String
  var ink: String
  var faint: String
  /// Behind labels, so that lines do not run through them.
  var halo: String
  var still: String
  var stillEdge: String
  var resting: String
  var restingEdge: String
  var contact: String
  var joint: String
  var velocity: String
  var force: String
  /// Edges of moving bodies, by number; their fill is the same colour, nearly transparent.
  var bodies: [String]
  /// By the raw value of the field's kind.
  var fields: [String]

  static let light = PictureTheme(
    page: "#f8fafc", stage: "#ffffff", frame: "#cbd5e1", ink: "#0f172a", faint: "#64748b",
    halo: "#ffffff", still: "#94a3b8", stillEdge: "#475569", resting: "#e2e8f0",
    restingEdge: "#94a3b8", contact: "#dc2626", joint: "#b45309", velocity: "#16a34a",
    force: "#c026d3",
    bodies: [
      "#2563eb", "#0d9488", "#7c3aed", "#db2777", "#0284c7", "#65a30d", "#ea580c", "#4f46e5",
    ],
    fields: [
      "#0ea5e9", "#6366f1", "#d97706", "#0d9488", "#059669", "#e11d48", "#9333ea", "#78716c",
      "#0891b2", "#c026d3", "#525252",
    ])

  static let dark = PictureTheme(
    page: "#0b1120", stage: "#111a2e", frame: "#334155", ink: "#e2e8f0", faint: "#94a3b8",
    halo: "#111a2e", still: "#475569", stillEdge: "#94a3b8", resting: "#1e293b",
    restingEdge: "#64748b", contact: "#f87171", joint: "#fbbf24", velocity: "#4ade80",
    force: "#e879f9",
    bodies: [
      "#60a5fa", "#2dd4bf", "#a78bfa", "#f472b6", "#38bdf8", "#a3e635", "#fb923c", "#818cf8",
    ],
    fields: [
      "#38bdf8", "#818cf8", "#fbbf24", "#2dd4bf", "#34d399", "#fb7185", "#c084fc", "#a8a29e",
      "#22d3ee", "#e879f9", "#a3a3a3",
    ])

  func body(_ number: Int) -> String { bodies[number % bodies.count] }
  func field(_ kind: UInt8) -> String { fields[Int(kind) % fields.count] }
}

/// What a picture shows beside shapes.
struct PictureContent: OptionSet {
  var rawValue: UInt8

  static let contacts = PictureContent(rawValue: 1)
  static let joints = PictureContent(rawValue: 2)
  static let fields = PictureContent(rawValue: 4)
  static let velocities = PictureContent(rawValue: 8)
  static let rest = PictureContent(rawValue: 16)
  static let ids = PictureContent(rawValue: 32)
  static let everything = PictureContent(rawValue: 63)

  static let names: [(String, PictureContent)] = [
    ("contacts", .contacts), ("joints", .joints), ("fields", .fields),
    ("velocities", .velocities), ("rest", .rest), ("ids", .ids), ("all", .everything),
    ("none", []),
  ]
}
