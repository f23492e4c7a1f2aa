#if canImport(CGestures)
  import CGestures
#endif

/// The scripted inputs of the scenarios: one JSON object a line.
package enum Gestures {
  /// The gestures of S01 to S16, by the scenario's number.
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
