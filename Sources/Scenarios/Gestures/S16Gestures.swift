extension Gestures {
  /// Taps among the items, and the button of the push.
  package static let s16 = """
    {"time":1.5,"kind":"button","id":0}
    {"time":3.05,"kind":"button","id":0}
    {"time":4.2,"kind":"tap","x":159.67,"y":284}
    {"time":4.9,"kind":"tap","x":120,"y":240}
    {"time":5.6,"kind":"tap","x":200,"y":330.33}
    {"time":6.1,"kind":"tap","x":59.67,"y":284.33}
    {"time":7.2,"kind":"button","id":0}
    {"time":8,"kind":"tap","x":249.33,"y":99.67}
    {"time":8.3,"kind":"tap","x":159.67,"y":499.33}
    """
}
