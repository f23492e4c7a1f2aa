extension Gestures {
  /// Buttons change the collision mode before and after the items land.
  package static let s03 = """
    {"time":0.4586,"kind":"button","id":2}
    {"time":2.1046,"kind":"button","id":1}
    {"time":2.3551,"kind":"button","id":0}
    {"time":3.4131,"kind":"button","id":2}
    """
}
