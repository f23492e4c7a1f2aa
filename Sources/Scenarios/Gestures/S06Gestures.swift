extension Gestures {
  /// Taps across the stage, some of them while the item is still on its way.
  package static let s06 = """
    {"time":0,"kind":"tap","x":60,"y":500}
    {"time":0.3,"kind":"tap","x":260,"y":200}
    {"time":2,"kind":"tap","x":160,"y":284}
    {"time":3.41,"kind":"tap","x":40.33,"y":60.67}
    {"time":3.62,"kind":"tap","x":44,"y":63.33}
    {"time":4.9,"kind":"tap","x":280.33,"y":531}
    {"time":5.24,"kind":"tap","x":160,"y":300.67}
    {"time":5.43,"kind":"tap","x":70.67,"y":90}
    {"time":5.71,"kind":"tap","x":250.33,"y":101.33}
    {"time":7.5,"kind":"tap","x":159.67,"y":284.33}
    """
}
