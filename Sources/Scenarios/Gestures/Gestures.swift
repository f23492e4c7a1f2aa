#if canImport(CGestures)
  import CGestures
#endif

/// The scripted inputs of the scenarios: one JSON object a line.
package enum Gestures {
  /// The gestures of a demo, by its number in the catalogue, from 1 to 16.
  ///
  /// Empty in what `Tools/builds` compiles: agents and pages' engines get inputs, and read no scripts.
  package static func scenario(_ number: Int32) -> String {
    #if canImport(CGestures)
      String(cString: laplace_gestures(number))
    #else
      ""
    #endif
  }
}
