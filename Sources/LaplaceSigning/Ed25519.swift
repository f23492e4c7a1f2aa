#if Signing
  import Crypto
#endif

/// The signature scheme: swift-crypto's, or nothing where the package is built without the trait.
///
/// - Source: RFC 8032.
package enum Ed25519 {
  /// Whether the public key is one of the points of order 1, 2, 4 or 8, of which a signature says
  /// nothing: also as a number that is not below 2²⁵⁵ − 19, and of either sign.
  package static func hasSmallOrder(_ key: [UInt8]) -> Bool {
    guard let last = key.last else { return false }
    return smallOrders.contains(key.dropLast() + [last & 0x7F])
  }

  private static let smallOrders: [[UInt8]] = {
    let zeros = [UInt8](repeating: 0, count: 31)
    let ones = [UInt8](repeating: 0xFF, count: 30) + [0x7F]
    // The two y of order 8.
    let eighths: [[UInt8]] = [
      [
        0x26, 0xE8, 0x95, 0x8F, 0xC2, 0xB2, 0x27, 0xB0, 0x45, 0xC3, 0xF4, 0x89, 0xF2, 0xEF, 0x98,
        0xF0, 0xD5, 0xDF, 0xAC, 0x05, 0xD3, 0xC6, 0x33, 0x39, 0xB1, 0x38, 0x02, 0x88, 0x6D, 0x53,
        0xFC, 0x05,
      ],
      [
        0xC7, 0x17, 0x6A, 0x70, 0x3D, 0x4D, 0xD8, 0x4F, 0xBA, 0x3C, 0x0B, 0x76, 0x0D, 0x10, 0x67,
        0x0F, 0x2A, 0x20, 0x53, 0xFA, 0x2C, 0x39, 0xCC, 0xC6, 0x4E, 0xC7, 0xFD, 0x77, 0x92, 0xAC,
        0x03, 0x7A,
      ],
    ]
    // 0, 1, −1, and the first two again with 2²⁵⁵ − 19 added.
    return [[0] + zeros, [1] + zeros, [0xEC] + ones, [0xED] + ones, [0xEE] + ones] + eighths
  }()

  #if Signing
    package static func newKey() throws(SigningError) -> [UInt8] {
      Array(Curve25519.Signing.PrivateKey().rawRepresentation)
    }

    package static func publicKey(of key: [UInt8]) throws(SigningError) -> [UInt8] {
      Array(try privateKey(key).publicKey.rawRepresentation)
    }

    package static func signature(of message: [UInt8], _ key: [UInt8]) throws(SigningError)
      -> [UInt8]
    {
      let opened = try privateKey(key)
      do {
        return Array(try opened.signature(for: message))
      } catch {
        throw .keyUnfit("cannot sign: \(error)")
      }
    }

    package static func isValid(
      _ signature: [UInt8], of message: [UInt8], _ key: [UInt8]
    ) throws(SigningError) -> Bool {
      guard let opened = try? Curve25519.Signing.PublicKey(rawRepresentation: key) else {
        throw .keyUnfit("is no point of the curve: the key is damaged")
      }
      return opened.isValidSignature(signature, for: message)
    }

    private static func privateKey(
      _ key: [UInt8]
    ) throws(SigningError) -> Curve25519.Signing.PrivateKey {
      do {
        return try Curve25519.Signing.PrivateKey(rawRepresentation: key)
      } catch {
        throw .keyUnfit("is no Ed25519 key: \(error)")
      }
    }
  #else
    package static func newKey() throws(SigningError) -> [UInt8] { throw .withoutTrait }
    package static func publicKey(of key: [UInt8]) throws(SigningError) -> [UInt8] {
      throw .withoutTrait
    }
    package static func signature(of message: [UInt8], _ key: [UInt8]) throws(SigningError)
      -> [UInt8]
    {
      throw .withoutTrait
    }
    package static func isValid(
      _ signature: [UInt8], of message: [UInt8], _ key: [UInt8]
    ) throws(SigningError) -> Bool { throw .withoutTrait }
  #endif
}
