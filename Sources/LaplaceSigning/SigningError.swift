import Recording

/// Why nothing was signed, or a signature could not be checked.
///
/// The ``description`` is one line without the file's name, which the caller knows.
public enum SigningError: Error, Equatable, Sendable {
  /// This build has no Ed25519: the package was built without the trait `Signing`.
  case withoutTrait
  /// The recording cannot be read, or is damaged.
  case recording(RecordingError)
  /// The recording has no hash chain, which is what a signature covers.
  case noChain
  /// In these steps an input, a digest or the chain was changed: the chain does not hold.
  case chainBreaks(Range<Int64>)
  /// The text is no key of the kind that is needed; the text says why, and what to do.
  case keyUnfit(String)
  /// A signature is ``SigningKey/signatureSize`` bytes, and nothing else.
  case notASignature(size: Int)
}

extension SigningError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .withoutTrait:
      "built without the trait Signing: swift build --traits Signing --product laplace-sign"
    case .recording(let error): "\(error)"
    case .noChain:
      "has no hash chain, which is what a signature covers: laplace record --chain keeps one"
    case .chainBreaks(let steps):
      "the hash chain breaks in steps \(steps.lowerBound) to \(steps.upperBound - 1): "
        + "an input, a digest or the chain was changed there"
    case .keyUnfit(let reason): reason
    case .notASignature(let size):
      "is no signature: it has \(size) bytes, and a signature \(SigningKey.signatureSize)"
    }
  }
}
