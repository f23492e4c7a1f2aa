import LaplaceSigning
import Testing

/// Keys are files as OpenSSL writes them; what is none is refused with what to do.
@Suite struct PEMTests {
  /// Of RFC 8410, section 10.3 and 10.1.
  static let secret = """
    -----BEGIN PRIVATE KEY-----
    MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
    -----END PRIVATE KEY-----

    """
  static let open = """
    -----BEGIN PUBLIC KEY-----
    MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=
    -----END PUBLIC KEY-----

    """

  @Test(arguments: zip(PEM.Kind.allCases, [secret, open]))
  func keysOfTheStandardAreReadAndWritten(kind: PEM.Kind, text: String) throws {
    let key = try PEM.key(kind, in: text)
    #expect(key.count == PEM.keySize)
    #expect(PEM.text(kind, key) == text)
    // Lines of other systems, and words of other tools before it.
    let other = "Bag Attributes\r\n" + text.split(separator: "\n").joined(separator: "\r\n")
    #expect(try PEM.key(kind, in: other) == key)
    #expect(try PEM.key(kind, in: "\u{FEFF}" + text) == key)
    #expect(try PEM.key(kind, in: Self.open + Self.secret) == key)
  }

  /// For these, signatures are made without a key.
  @Test func keysOfSmallOrderAreRefused() throws {
    let zeros = [UInt8](repeating: 0, count: 30)
    let ones = [UInt8](repeating: 0xFF, count: 30)
    for sign: UInt8 in [0, 0x80] {
      for key in [
        [0] + zeros + [sign], [1] + zeros + [sign], [0xEC] + ones + [0x7F | sign],
        [0xED] + ones + [0x7F | sign], [0xEE] + ones + [0x7F | sign],
      ] {
        #expect(Ed25519.hasSmallOrder(key))
        #expect(throws: SigningError.self) { try VerifyingKey(pem: PEM.text(.publicKey, key)) }
      }
    }
    #expect(!Ed25519.hasSmallOrder([2] + zeros + [0]))
    _ = try VerifyingKey(pem: Self.open)
  }

  @Test(arguments: [
    ("", PEM.Kind.privateKey, "is no key"),
    ("words", .publicKey, "is no key: a PEM file has a line -----BEGIN PUBLIC KEY-----"),
    ("-----BEGIN PRIVATE KEY-----\nMC4C", .privateKey, "is no key"),
    ("-----END PRIVATE KEY-----\n-----BEGIN PRIVATE KEY-----", .privateKey, "is no key"),
    (secret, .publicKey, "openssl pkey -pubout"),
    (open, .privateKey, "cannot make one"),
    (
      secret.replacing("BEGIN PRIVATE", with: "BEGIN ENCRYPTED PRIVATE"), .privateKey, "passphrase"
    ),
    (
      secret.replacing("BEGIN PRIVATE", with: "BEGIN OPENSSH PRIVATE"), .privateKey, "ssh-keygen -Y"
    ),
    (
      secret.replacing("BEGIN PRIVATE KEY", with: "BEGIN CERTIFICATE"), .privateKey, "'CERTIFICATE'"
    ),
    (secret.replacing("MC4C", with: "MC5C"), .privateKey, "no Ed25519 key"),
    (secret.replacing("hC\n", with: "h\n"), .privateKey, "no Ed25519 key"),
    (secret.replacing("MC4C", with: "M*4C"), .privateKey, "no Ed25519 key"),
    (open.replacing("uE=", with: "uE=AAAA"), .publicKey, "no Ed25519 key"),
  ])
  func whatIsNoKeyIsRefused(text: String, kind: PEM.Kind, words: String) throws {
    let error = #expect(throws: SigningError.self) { try PEM.key(kind, in: text) }
    #expect("\(try #require(error))".contains(words), "\(text)")
  }
}
