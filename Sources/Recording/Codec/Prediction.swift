/// How the values of a step are predicted: what the codecs of states differ in.
package enum Prediction: Sendable {
  /// Positions by the mean of the old and the new velocity, and rotations to first order.
  case firstOrderTurns
  /// Positions by the mean velocity, too, and rotations by the exact angle.
  case exactTurns
  /// Positions and rotations by where substeps lead; velocities on a parabola, too; a token says when a
  /// float has changed its sign.
  case substeps
}
