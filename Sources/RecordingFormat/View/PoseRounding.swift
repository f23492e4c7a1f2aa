import Simulation

/// Rounds states as the view track does: what a recorder would store of a state, and a reader would
/// find.
package struct PoseRounding {
  private let layout: ViewLayout
  private var encoder: ViewEncoder

  /// - Parameter schema: of the whole state.
  package init(_ schema: StateSchema) {
    layout = ViewLayout(schema)
    encoder = ViewEncoder(layout)
  }

  /// The columns of the poses.
  package var schema: StateSchema { layout.schema }

  /// The poses of an every-step image, as they are decoded.
  ///
  /// - Precondition: the image fits the schema.
  package mutating func poses(of state: StateImage) -> StateImage? {
    encoder.begin()
    encoder.append(state: state)
    return ViewDecoder(layout).decode(
      Array(encoder.sections().joined()), sampleCount: 1)?.first ?? nil
  }
}
