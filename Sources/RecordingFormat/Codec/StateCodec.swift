/// How every step's state is coded. Files name it in their header; this is the list of all that
/// there are.
package enum StateCodec: CaseIterable, Sendable {
  /// Residuals of a prediction, in streams for an entropy coder.
  case residuals
  /// Residuals whose class tokens stand in the order of the rows: until they stood by context.
  case rowOrderResiduals
  /// Residuals with positions predicted by mean velocities: until substeps were taken into account.
  case meanVelocityResiduals
  /// Residuals with rotations predicted to first order as well: until engines turned by the exact angle.
  case firstOrderResiduals

  /// The name in files, which never changes.
  var name: String {
    switch self {
    case .residuals: "laplace-state-4"
    case .rowOrderResiduals: "laplace-state-3"
    case .meanVelocityResiduals: "laplace-state-2"
    case .firstOrderResiduals: "laplace-state-1"
    }
  }

  var prediction: Prediction {
    switch self {
    case .residuals: .contexts
    case .rowOrderResiduals: .substeps
    case .meanVelocityResiduals: .exactTurns
    case .firstOrderResiduals: .firstOrderTurns
    }
  }

  /// The codec that a file calls `name`; `nil` when this build has none of that name.
  init?(named name: String) {
    guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }
}
