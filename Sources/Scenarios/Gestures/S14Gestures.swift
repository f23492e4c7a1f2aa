extension Gestures {
  /// A tap beside the dialog, and one on it.
  package static let s14 = """
    {"time":0.42,"kind":"tap","x":39.33,"y":520.33}
    {"time":1.03,"kind":"tap","x":210.33,"y":330.67}
    """
}
