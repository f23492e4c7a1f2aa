import Recording

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An Ed25519 key as a PEM file has it: 32 bytes behind a fixed beginning, in base64.
///
/// - Source: RFC 7468 (the text), RFC 8410 (the bytes: PKCS #8 for a private key, SubjectPublicKeyInfo
///   for a public one).
package enum PEM {
  package enum Kind: String, CaseIterable {
    case privateKey = "PRIVATE KEY"
    case publicKey = "PUBLIC KEY"

    /// What stands before the key's 32 bytes.
    fileprivate var beginning: [UInt8] {
      switch self {
      case .privateKey:
        [0x30, 0x2E, 2, 1, 0, 0x30, 5, 6, 3, 0x2B, 0x65, 0x70, 4, 0x22, 4, 0x20]
      case .publicKey: [0x30, 0x2A, 0x30, 5, 6, 3, 0x2B, 0x65, 0x70, 3, 0x21, 0]
      }
    }
  }

  package static let keySize = 32

  package static func text(_ kind: Kind, _ key: [UInt8]) -> String {
    precondition(key.count == keySize, "an Ed25519 key has 32 bytes")
    return """
      -----BEGIN \(kind.rawValue)-----
      \(Data(kind.beginning + key).base64EncodedString())
      -----END \(kind.rawValue)-----

      """
  }

  /// The key's 32 bytes.
  package static func key(_ kind: Kind, in text: String) throws(SigningError) -> [UInt8] {
    // Some editors put a byte order mark before the text.
    let lines = text.split(whereSeparator: \.isNewline).map {
      $0.drop { $0 == "\u{FEFF}" }.trimmed
    }
    // A file may hold both keys.
    let begin = "-----BEGIN "
    let needed = lines.firstIndex { $0 == "\(begin)\(kind.rawValue)-----" }
    guard let first = needed ?? lines.firstIndex(where: { $0.hasPrefix(begin) }),
      let end = lines[first...].firstIndex(where: { $0.hasPrefix("-----END ") })
    else { throw .keyUnfit("is no key: a PEM file has a line -----BEGIN \(kind.rawValue)-----") }
    let label = lines[first].dropFirst(begin.count).prefix { $0 != "-" }
    guard label == kind.rawValue else { throw .keyUnfit(advice(for: String(label), kind)) }
    let bytes = Data(base64Encoded: lines[(first + 1)..<end].joined()).map(Array.init) ?? []
    guard bytes.count == kind.beginning.count + keySize, bytes.starts(with: kind.beginning) else {
      throw .keyUnfit(
        "is no Ed25519 key: laplace-sign new-key makes one, or openssl genpkey -algorithm ed25519")
    }
    return Array(bytes.suffix(keySize))
  }

  /// Says what the file is, and how to come by what is needed.
  private static func advice(for label: String, _ needed: Kind) -> String {
    switch (label, needed) {
    case (Kind.privateKey.rawValue, .publicKey):
      "is a private key, where the public one is needed: openssl pkey -pubout -in KEY -out PUBLIC"
    case (Kind.publicKey.rawValue, .privateKey):
      "is a public key: it checks signatures, and cannot make one"
    case ("ENCRYPTED PRIVATE KEY", _):
      "is a key behind a passphrase: openssl pkey -in KEY -out PLAIN opens it"
    case ("OPENSSH PRIVATE KEY", _):
      "is a key of OpenSSH, which signs by itself: laplace-sign message RECORDING | "
        + "ssh-keygen -Y sign -n laplace -f KEY"
    default: "is no Ed25519 key, but holds '\(label)'"
    }
  }
}
