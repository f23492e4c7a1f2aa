/// What can go wrong between a simulation and the bytes it is driven with.
public enum SimulationError: Error, Equatable, Sendable {
  /// An input names a kind, by its index, that the simulation does not have.
  case kindUnknown(Int)
  /// The words end before this field.
  case fieldMissing(name: String)
  /// Words are left after the last field.
  case fieldsSurplus
  /// A number is infinite or NaN.
  case fieldNotFinite(name: String)
  /// A number lies outside its type or outside the range that the description gives.
  case fieldOutOfRange(name: String)
  /// The fields of an input, or of a parameter set, are incomplete: written and read again, it
  /// differs.
  case fieldsIncomplete(name: String)
  /// A state image that does not fit the simulation's schema.
  case stateDoesNotFit
}

extension SimulationError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .kindUnknown(let kind): "no input of kind \(kind)"
    case .fieldMissing(let name): "field '\(name)' is missing"
    case .fieldsSurplus: "there are more fields than the simulation knows"
    case .fieldNotFinite(let name): "field '\(name)' is not a finite number"
    case .fieldOutOfRange(let name): "field '\(name)' is out of range"
    case .fieldsIncomplete(let name):
      "the fields of '\(name)' do not give it back: visit every stored property in visitFields, and "
        + "write payloads back"
    case .stateDoesNotFit: "the state is none that this simulation could have left"
    }
  }
}
