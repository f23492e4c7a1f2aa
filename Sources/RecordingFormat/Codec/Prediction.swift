/// How the values of a step are predicted and their class tokens ordered: what the codecs of states
/// differ in.
package enum Prediction: Sendable {
  /// Positions by the mean of the old and the new velocity, and rotations to first order.
  case firstOrderTurns
  /// Positions by the mean velocity, too, and rotations by the exact angle.
  case exactTurns
  /// Positions and rotations by where substeps lead; velocities on a parabola, too; a token says when a
  /// float has changed its sign.
  case substeps
  /// As ``substeps``; each field has a stream of tokens for every ``TokenContext``, and of a rotation one
  /// field's streams hold the smaller component, the other's the larger one.
  case contexts

  var followsSubsteps: Bool { self == .substeps || self == .contexts }
}
