import Foundation
import LaplaceSigning
import ProgramRunner
import TestSupport
import Testing

#if Signing
  /// Signatures are those of the standard, and OpenSSL's.
  @Suite struct SignatureTests {
    let folder: TemporaryFolder
    let path: String

    init() throws {
      folder = try TemporaryFolder()
      path = folder.file("a.mcap")
      try record(to: path)
    }

    private func bytes(_ hexadecimal: String) -> [UInt8] {
      let digits = Array(hexadecimal)
      return stride(from: 0, to: digits.count, by: 2).map {
        UInt8(String(digits[$0...($0 + 1)]), radix: 16)!
      }
    }

    /// RFC 8032, section 7.1, test 2.
    @Test func knownAnswer() throws {
      let key = bytes("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb")
      let open = bytes("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c")
      let signature = bytes(
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
          + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00")
      #expect(try Ed25519.publicKey(of: key) == open)
      #expect(try Ed25519.isValid(signature, of: [0x72], open))
      #expect(try Ed25519.isValid(try Ed25519.signature(of: [0x72], key), of: [0x72], open))
      #expect(try !Ed25519.isValid(signature, of: [0x73], open))
    }

    @Test func everyChangedBitIsFound() throws {
      let key = try SigningKey()
      let statement = try ChainStatement(recordingAt: path)
      let signature = try key.signature(of: statement)
      #expect(try key.verifyingKey.isValid(signature, for: statement))
      for bit in 0..<(SigningKey.signatureSize * 8) {
        var changed = signature
        changed[bit / 8] ^= 1 << (bit % 8)
        #expect(try !key.verifyingKey.isValid(changed, for: statement), "bit \(bit)")
      }
      #expect(try !SigningKey().verifyingKey.isValid(signature, for: statement))
      try record(to: path + "b", seed: 6)
      let other = try ChainStatement(recordingAt: path + "b")
      #expect(try !key.verifyingKey.isValid(signature, for: other))
      for size in [0, 63, 65] {
        #expect(throws: SigningError.notASignature(size: size)) {
          try key.verifyingKey.isValid([UInt8](repeating: 0, count: size), for: statement)
        }
      }
    }

    @Test func keysSurviveTheirFiles() throws {
      let key = try SigningKey()
      let again = try SigningKey(pem: key.pem)
      #expect(try again.verifyingKey == key.verifyingKey)
      #expect(try VerifyingKey(pem: key.verifyingKey.pem) == key.verifyingKey)
      #expect(try SigningKey().pem != key.pem)
    }

    private func run(_ program: String, _ arguments: [String]) throws -> ProgramRun {
      try ProgramRun(program, arguments, folder: folder.path)
    }

    /// The tool, from a new key to a signature that holds; then what it refuses.
    @Test func toolSignsAndChecks() throws {
      let made = try run(Programs.sign, ["new-key", "studio"])
      #expect(made.status == 0, "\(made.errorText)")
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("studio.pem"))
      #expect(attributes[.posixPermissions] as? Int == 0o600)
      let secret = try Data(contentsOf: URL(fileURLWithPath: folder.file("studio.pem")))

      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 3)

      let again = try run(Programs.sign, ["new-key", "studio"])
      #expect(again.status == 2 && again.errorText.contains("studio.pem: is there already"))
      #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("studio.pem"))) == secret)

      let signed = try run(Programs.sign, ["sign", "a.mcap", "--key", "studio.pem"])
      #expect(signed.outputText == "a.mcap.sig: signs 100 steps of a.mcap\n", "\(signed.errorText)")
      #expect(try run(Programs.sign, ["sign", "a.mcap", "--key", "studio.pem"]).status == 2)
      #expect(
        try run(Programs.sign, ["sign", "a.mcap", "--key", "studio.pem", "--force"]).status == 0)

      let verify = ["verify", "a.mcap", "--key", "studio.pub.pem"]
      let held = try run(Programs.sign, verify)
      #expect(held.status == 0, "\(held.errorText)")
      #expect(held.outputText.hasPrefix("a.mcap: the signature holds: 100 steps"))

      try record(to: path, seed: 6)
      let other = try run(Programs.sign, verify)
      #expect(other.status == 1 && other.errorText.contains("is not of this recording"))
      let asKey = try run(Programs.sign, ["sign", "a.mcap", "--key", "studio.pub.pem", "--force"])
      #expect(asKey.status == 2 && asKey.errorText.contains("studio.pub.pem: is a public key"))
      let ofItself = try run(
        Programs.sign, ["sign", "a.mcap", "--key", "studio.pem", "--force", "-o", "a.mcap"])
      #expect(ofItself.status == 2)
    }

    /// Nothing that is there is lost, whatever the names.
    @Test func toolDestroysNothing() throws {
      _ = try run(Programs.sign, ["new-key", "k"])
      try record(to: folder.file("b.mcap"), seed: 6)
      func contents() throws -> [String: Data] {
        var all: [String: Data] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
          all[name] = FileManager.default.contents(atPath: folder.file(name)) ?? Data()
        }
        return all
      }
      let before = try contents()
      for name in ["a.mcap", "b.mcap", "k.pem", "k.pub.pem"] {
        let made = try run(
          Programs.sign, ["sign", "a.mcap", "--key", "k.pem", "--force", "-o", name])
        #expect(made.status == 2 && made.errorText.contains(name), "\(name)")
      }
      for name in ["", "other/", "k.pub", "none/k"] {
        #expect(try run(Programs.sign, ["new-key", name]).status == 2, "\(name)")
      }
      #expect(try contents() == before)

      // What is in the way of the public key, or of the secret one: neither is left.
      for (name, other) in [("x.pub.pem.partial", "x.pem"), ("y.pem.partial", "y.pub.pem")] {
        try FileManager.default.createDirectory(
          atPath: folder.file(name), withIntermediateDirectories: false)
        let made = try run(Programs.sign, ["new-key", String(name.prefix(1))])
        #expect(made.status == 2)
        #expect(!FileManager.default.fileExists(atPath: folder.file(other)), "\(name)")
      }
    }

    /// A recording's words, and a name, give a terminal no orders; results that are lost are an error.
    @Test func toolWritesForTerminals() throws {
      let words = "-----BEGIN A\u{1B}[2K\u{7}B-----\nAAAA\n-----END A-----\n"
      try words.write(toFile: folder.file("k\u{1B}.pem"), atomically: false, encoding: .utf8)
      let made = try run(Programs.sign, ["verify", "a.mcap", "--key", "k\u{1B}.pem"])
      #expect(made.status == 2 && made.errorText.contains("k\\u{1b}.pem"))
      #expect(!made.errorText.contains("\u{1B}") && !made.errorText.contains("\u{7}"))
      let shell = try run("/bin/sh", ["-c", "'\(Programs.sign)' message a.mcap 1<a.mcap"])
      #expect(shell.status == 2 && shell.errorText.contains("standard output: cannot be written"))
    }

    /// An independent program makes keys and signatures that hold here, and checks ours.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")))
    func openSSLAgrees() throws {
      let openssl = "/usr/bin/openssl"
      func succeed(_ program: String, _ arguments: [String]) throws {
        let made = try run(program, arguments)
        #expect(made.status == 0, "\(arguments): \(made.errorText)")
      }
      try succeed(openssl, ["genpkey", "-algorithm", "ed25519", "-out", "key.pem"])
      try succeed(openssl, ["pkey", "-in", "key.pem", "-pubout", "-out", "pub.pem"])
      let message = try run(Programs.sign, ["message", "a.mcap"]).output
      try message.write(to: URL(fileURLWithPath: folder.file("message")))
      let raw = ["-rawin", "-in", "message"]
      try succeed(
        openssl, ["pkeyutl", "-sign", "-inkey", "key.pem", "-out", "theirs.sig"] + raw)
      try succeed(
        Programs.sign, ["verify", "a.mcap", "--key", "pub.pem", "--signature", "theirs.sig"])
      try succeed(Programs.sign, ["sign", "a.mcap", "--key", "key.pem"])
      try succeed(
        openssl,
        ["pkeyutl", "-verify", "-pubin", "-inkey", "pub.pem", "-sigfile", "a.mcap.sig"] + raw)
      // Without randomness, both make the same bytes.
      #if os(Linux)
        let files = ["theirs.sig", "a.mcap.sig"].map { URL(fileURLWithPath: folder.file($0)) }
        #expect(try Data(contentsOf: files[0]) == Data(contentsOf: files[1]))
      #endif
    }
  }
#else
  /// Built without the trait, the program says so, and how it is built with it.
  @Suite struct WithoutTraitTests {
    @Test func toolSaysWhatIsMissing() throws {
      let folder = try TemporaryFolder()
      let made = try ProgramRun(Programs.sign, ["new-key", "studio"], folder: folder.path)
      #expect(made.status == 2)
      #expect(
        made.errorText.hasPrefix("laplace-sign: built without the trait Signing: swift build"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
  }
#endif
