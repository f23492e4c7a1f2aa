import Foundation

#if Signing
  import Crypto
#endif

/// The signature scheme: swift-crypto's, or nothing where the package is built without the trait.
///
/// - Source: RFC 8032.
package enum Ed25519 {
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
