import AgentProtocol
import ArgumentParser
import LaplaceSigning
import Recording
import Simulation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

@main
struct SignTool: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "laplace-sign",
    abstract: "Sign recordings, and check signatures: Ed25519 over a recording's hash chain.",
    discussion: """
      The chain, which `laplace record --chain` keeps, covers what a run depends on, every input and \
      every digest. States follow from these: `laplace verify` compares them. A recording that is \
      densified keeps its signature.

      EXAMPLE
        laplace record push --chain -o push.mcap
        laplace-sign new-key studio
        laplace-sign sign push.mcap --key studio.pem
        laplace-sign verify push.mcap --key studio.pub.pem

      EXIT STATUS
        0  signed, or the signature holds
        1  it does not hold, or the chain does not
        2  wrong usage, or a file that cannot be read or written
      """,
    version: engineVersion,
    subcommands: [NewKeyCommand.self, SignCommand.self, VerifyCommand.self, MessageCommand.self])

  static func main() {
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch let failure as SignFailure {
      complain(TerminalText.line(failure.message))
      end(failure.status)
    } catch {
      let message = fullMessage(for: error)
      if exitCode(for: error) == .success {
        print(message)
        end(0)
      }
      if message.hasPrefix("Error: ") {
        complain(TerminalText.line(String(message.dropFirst("Error: ".count))))
      } else {
        say(TerminalText.lines(message))
      }
      end(2)
    }
  }

  private static func complain(_ line: String) { say("laplace-sign: \(line)") }

  private static func say(_ line: String) { _ = Files.put("\(line)\n", to: 2) }
}

/// `exit` of the C library: within a command, the parser's method of the same name hides it.
private func end(_ status: Int32) -> Never { exit(status) }

struct NewKeyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new-key",
    abstract: "Make a key: NAME.pem, which signs, and NAME.pub.pem, which checks.",
    discussion: """
      NAME.pem is a secret: whoever has it can sign. Only its owner may read it. Files that are there \
      are left as they are. Keys of `openssl genpkey -algorithm ed25519` serve as well.
      """)

  @Argument(help: "The beginning of both files' names.")
  var name: String

  func run() throws {
    try checkKeyName(name)
    let (secret, open) = (name + ".pem", name + ".pub.pem")
    for path in [secret, open] {
      try attempt(path) { try checkOutputFile(path, replaces: false, inputs: []) }
    }
    let key = try attempt(secret) { try SigningKey() }
    let verifyingKey = try attempt(open) { try key.verifyingKey }
    // The secret last: without the other it would look like a pair.
    try write(verifyingKey.pem, to: open)
    do {
      try write(key.pem, to: secret, permissions: 0o600)
    } catch {
      Files.remove(open)
      throw error
    }
    try report("\(shown(secret)): signs; keep it secret")
    try report("\(shown(open)): checks signatures; give it to anybody")
  }
}

struct SignCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign",
    abstract: "Sign a recording: its signature becomes a file of its own.",
    discussion: "Every byte of the recording is checked first, and its hash chain.")

  @Argument(help: "The recording.", completion: .file(extensions: ["mcap"]))
  var recording: String

  @Option(help: "The private key, a PEM file.", completion: .file(extensions: ["pem"]))
  var key: String

  @Option(
    name: [.short, .customLong("output")], help: "The signature (default: RECORDING.sig).")
  var output: String?

  @Flag(help: "Replace a signature that is there.")
  var force = false

  func run() throws {
    let path = output ?? recording + ".sig"
    try checkSignatureFile(path, replaces: force, recording: recording)
    let signingKey = try attempt(key) { try SigningKey(pem: try text(of: key)) }
    let statement = try statement(of: recording)
    let signature = try attempt(key) { try signingKey.signature(of: statement) }
    try write(signature, to: path, replaces: force, input: recording)
    try report("\(shown(path)): signs \(steps(statement)) of \(shown(recording))")
  }
}

struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check a recording's signature.",
    discussion: """
      Every byte of the recording is checked, its hash chain, and the signature of it. Whether the run \
      gives these digests tells `laplace verify`.
      """)

  @Argument(help: "The recording.", completion: .file(extensions: ["mcap"]))
  var recording: String

  @Option(help: "The public key, a PEM file.", completion: .file(extensions: ["pem"]))
  var key: String

  @Option(help: "The signature (default: RECORDING.sig).")
  var signature: String?

  func run() throws {
    let path = signature ?? recording + ".sig"
    let verifyingKey = try attempt(key) { try VerifyingKey(pem: try text(of: key)) }
    let bytes = try attempt(path) { try contents(of: path) }
    let statement = try statement(of: recording)
    guard try attempt(path, { try verifyingKey.isValid(bytes, for: statement) }) else {
      throw SignFailure(
        message:
          "\(recording): the signature \(path) is not of this recording, or not by this key, \(key)",
        status: 1)
    }
    try report(
      "\(shown(recording)): the signature holds: \(steps(statement)), signed with the key of \(shown(key))"
    )
  }
}

struct MessageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "message",
    abstract: "Print the line that is signed, for other programs that sign.",
    discussion: """
      A signature is one of the line with its line feed, 64 bytes.

      EXAMPLE
        laplace-sign message push.mcap >message
        openssl pkeyutl -verify -rawin -in message -sigfile push.mcap.sig -pubin -inkey studio.pub.pem
      """)

  @Argument(help: "The recording.", completion: .file(extensions: ["mcap"]))
  var recording: String

  func run() throws { try report(try statement(of: recording).message, end: "") }
}
