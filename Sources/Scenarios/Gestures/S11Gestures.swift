extension Gestures {
  /// Items dropped, a shelf put up and taken down, the floor lowered and raised, each after a rest;
  /// and twice a setting that changes nothing.
  package static let s11 = """
    {"time":2.7,"kind":"tap","x":30,"y":60}
    {"time":5,"kind":"button","id":4}
    {"time":5.4,"kind":"button","id":1}
    {"time":6.9,"kind":"tap","x":298.67,"y":120}
    {"time":7.35,"kind":"tap","x":220,"y":60}
    {"time":9.9,"kind":"button","id":2}
    {"time":12.1,"kind":"button","id":3}
    {"time":13.9,"kind":"button","id":4}
    {"time":14.2,"kind":"button","id":3}
    {"time":15.9,"kind":"tap","x":99.67,"y":40}
    """
}
