/// The key that makes signatures; whoever has it can sign.
///
/// It and ``VerifyingKey`` need the package's trait `Signing`, which brings swift-crypto; without it
/// every use throws ``SigningError/withoutTrait``.
public struct SigningKey: Sendable {
  /// Bytes of a signature.
  public static let signatureSize = 64

  private let bytes: [UInt8]

  /// A new key, from the system's randomness.
  public init() throws(SigningError) { bytes = try Ed25519.newKey() }

  /// The key of a PEM file: PKCS #8, as `openssl genpkey -algorithm ed25519` writes it.
  ///
  /// - Throws: ``SigningError/keyUnfit(_:)``.
  public init(pem: String) throws(SigningError) { bytes = try PEM.key(.privateKey, in: pem) }

  /// The key as a PEM file: a secret.
  public var pem: String { PEM.text(.privateKey, bytes) }

  /// The key that checks this one's signatures.
  public var verifyingKey: VerifyingKey {
    get throws(SigningError) { VerifyingKey(bytes: try Ed25519.publicKey(of: bytes)) }
  }

  /// Signs: ``signatureSize`` bytes.
  public func signature(of statement: ChainStatement) throws(SigningError) -> [UInt8] {
    try Ed25519.signature(of: Array(statement.message.utf8), bytes)
  }
}

/// The key that checks signatures; anybody may have it.
public struct VerifyingKey: Equatable, Sendable {
  private let bytes: [UInt8]

  fileprivate init(bytes: [UInt8]) { self.bytes = bytes }

  /// The key of a PEM file, as `openssl pkey -pubout` writes it.
  ///
  /// - Throws: ``SigningError/keyUnfit(_:)``, also for the few keys for which anybody can sign.
  public init(pem: String) throws(SigningError) {
    bytes = try PEM.key(.publicKey, in: pem)
    guard !Ed25519.hasSmallOrder(bytes) else {
      throw .keyUnfit("is a key for which anybody can sign: it was damaged, or made to deceive")
    }
  }

  /// The key as a PEM file.
  public var pem: String { PEM.text(.publicKey, bytes) }

  /// Whether the holder of the other key signed this.
  ///
  /// - Throws: ``SigningError/notASignature(size:)`` for bytes of another size.
  public func isValid(
    _ signature: [UInt8], for statement: ChainStatement
  ) throws(SigningError) -> Bool {
    guard signature.count == SigningKey.signatureSize else {
      throw .notASignature(size: signature.count)
    }
    return try Ed25519.isValid(signature, of: Array(statement.message.utf8), bytes)
  }
}
