import AgentProtocol
import DeterministicMath
import Simulation

/// The part before the first chunk: what was recorded, by which program, and how to read it.
package enum Preamble {
  /// The version of the format, which is read and written.
  static let version = 5
  static let digest = "laplace-sum128-2"

  static func metadata(
    _ header: RecordingHeader, initialDigest: StateDigest
  ) -> [(name: String, pairs: [(String, String)])] {
    let description = header.description
    var writing = FieldWriting(header.parameters)
    let values = description.parameters.map { field in
      writing.bytes = []
      writing.write(FieldShape(field))
      return "\(field.name)=" + String(decoding: writing.bytes, as: UTF8.self)
    }
    var pairs = [
      ("version", "\(version)"),
      ("simulation", description.name),
      ("parameters", values.joined(separator: " ")),
      ("parameterWords", header.parameters.map { String($0, radix: 16) }.joined(separator: " ")),
      ("seed", "\(header.seed)"),
      ("step", "\(description.stepDuration.numerator)/\(description.stepDuration.denominator)"),
      ("engineVersion", header.engineVersion), ("codec", StateCodec.name),
      ("digest", digest), ("initialDigest", initialDigest.description),
      ("tracks", tracks(header.tracks)),
    ]
    if let interval = header.tracks.samplesEvery {
      pairs += [("view", ViewCodec.name), ("viewInterval", "\(interval)")]
    }
    if header.tracks.chain { pairs.append(("chain", RecordingChain.name)) }
    if header.firstStep > 0 { pairs.append(("firstStep", "\(header.firstStep)")) }
    if let origin = header.origin { pairs.append(("cutFrom", origin)) }
    for note in header.notes { pairs.append((notePrefix + note.name, note.value)) }
    pairs.append((checksumKey, checksum(pairs, header.build)))
    return [("recording", pairs), ("build", header.build.map { ($0.name, $0.value) })]
  }

  private static func tracks(_ tracks: RecordingTracks) -> String {
    tracks.state ? "state" : tracks.samplesEvery == nil ? "log" : "log+view"
  }

  /// What the metadata say of the tracks; `nil` where they contradict themselves.
  private static func tracks(
    _ recording: [String: String]
  ) throws(RecordingError) -> RecordingTracks? {
    switch recording["tracks"] {
    case "state": return .everything
    case "log": return .log
    case "log+view":
      guard recording["view"] == ViewCodec.name else {
        throw RecordingError(.featureUnknown("view codec '\(recording["view"] ?? "")'"))
      }
      guard let interval = recording["viewInterval"].flatMap({ Int64($0) }),
        (1...RecordingTracks.viewIntervalMax).contains(interval)
      else { return nil }
      return .logAndView(every: interval)
    default: return nil
    }
  }

  private static let checksumKey = "checksum"
  private static let notePrefix = "note."

  /// The CRC of all pairs of `recording` but the checksum itself, by their keys, and of the facts of
  /// `build` in their order, as eight hexadecimal digits.
  private static func checksum(_ recording: [(String, String)], _ build: [BuildFact]) -> String {
    var writer = ByteWriter()
    let sorted = recording.sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }
    for (key, value) in sorted where !key.isSame(as: checksumKey) {
      writer.append(key)
      writer.append(value)
    }
    for fact in build {
      writer.append(fact.name)
      writer.append(fact.value)
    }
    let sum = CRC32.of(writer.bytes)
    return SHA256.text([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> $0) })
  }

  static func attachments(
    _ description: SimulationDescription, _ compressor: Compressor
  ) -> [(name: String, mediaType: String, data: [UInt8])] {
    let contents = [
      (jsonName, Array(DescriptionJSON.text(description).utf8)),
      (binaryName, binary(description)),
    ]
    return contents.map { name, bytes in
      (name, "application/zstd", compressor.compress(bytes))
    }
  }

  /// Each attachment holds one zstd frame.
  static let jsonName = "description.json.zst"
  static let binaryName = "description.bin.zst"
  /// The description in a ``HeaderCopy``, which is compressed as a whole.
  static let rawBinaryName = "description.bin"
  /// The compression of descriptions.
  static let compression = "zstd"
  /// What a description may take when it is decompressed.
  private static let descriptionSizeMax = 1 << 24

  /// The description of the agent protocol.
  static func binary(_ description: SimulationDescription) -> [UInt8] {
    var writer = WireWriter()
    writer.append(description)
    return writer.bytes
  }

  static func schema(_ channel: MCAP.Channel, _ description: SimulationDescription) -> [UInt8] {
    switch channel {
    case .inputs: Array(InputJSON(description.inputs).schemaText.utf8)
    case .markers:
      Array(
        #"{"type":"object","properties":{"step":{"type":"integer"},"text":{"type":"string"}},"required":["step","text"]}"#
          .utf8)
    case .digests, .keyframes, .state, .view, .chain: []
    }
  }

  /// What a reader has gathered of the preamble.
  package struct Parts {
    /// What a description may be compressed with.
    private let compressions: [Compression]
    var recording: [String: String]?
    var build: [BuildFact] = []
    var json: [UInt8]?
    var binary: [UInt8]?

    init(_ compressions: [Compression]) { self.compressions = compressions }

    /// Reads an attachment of the description. It skips others, and one that cannot be decompressed.
    mutating func take(_ attachment: String, _ data: [UInt8]) {
      if attachment == rawBinaryName { binary = data }
      guard attachment == jsonName || attachment == binaryName else { return }
      let contents = compressions.first { $0.name == Preamble.compression }.flatMap { zstd in
        zstd.size(data).flatMap { size in
          size <= descriptionSizeMax
            ? zstd.makeDecompressor().contents(data, 0..<data.count, size) : nil
        }
      }
      if attachment == jsonName { json = contents } else { binary = contents }
    }

    /// Whether the checksum of the metadata agrees.
    var isProven: Bool {
      guard let recording, let stored = recording[checksumKey] else { return false }
      return stored == checksum(recording.map { ($0.key, $0.value) }, build)
    }

    /// Whether the metadata name a version that this build cannot judge.
    var isOfUnknownVersion: Bool {
      guard let version = recording?["version"].flatMap({ Int($0) }) else { return false }
      return version != Preamble.version
    }

    /// Whether `description.json` is taken to say what follows from the rest.
    private var derivesJSON = false

    /// Lets `description.json` be what follows from the rest: in a copy that leaves it out, where it
    /// may be damaged, or where nobody asks for it.
    package mutating func deriveJSON() { derivesJSON = true }

    /// The header and the digest of the initial state.
    package func header() throws(RecordingError) -> (RecordingHeader, StateDigest) {
      guard let recording else { throw RecordingError(.damaged("no metadata 'recording'")) }
      guard let version = recording["version"].flatMap({ Int($0) }) else {
        throw RecordingError(.damaged("no format version"))
      }
      guard version == Preamble.version else {
        throw RecordingError(.versionUnreadable(found: version, readable: Preamble.version))
      }
      guard recording["codec"] == StateCodec.name else {
        throw RecordingError(.featureUnknown("codec '\(recording["codec"] ?? "")'"))
      }
      guard recording["digest"] == digest else {
        throw RecordingError(.featureUnknown("digest '\(recording["digest"] ?? "")'"))
      }
      guard isProven else {
        throw RecordingError(.damaged("the checksum of the metadata is wrong"))
      }
      guard let binary, derivesJSON || json != nil else {
        throw RecordingError(.damaged("no description"))
      }
      let description: SimulationDescription
      do throws(AgentError) {
        var reader = WireReader(binary)
        description = try reader.description()
        try reader.end()
      } catch {
        throw RecordingError(.damaged("the description cannot be read"))
      }
      let words = (recording["parameterWords"] ?? "").split(separator: " ").map {
        UInt64($0, radix: 16)
      }
      let parameters = words.compactMap { $0 }
      guard derivesJSON || Array(DescriptionJSON.text(description).utf8) == json,
        recording["simulation"] == description.name,
        parameters.count == words.count, FieldShape.fits(parameters, description.parameters),
        let seed = recording["seed"].flatMap({ UInt64($0) }),
        let initial = recording["initialDigest"].flatMap({ StateDigest(hexadecimal: $0) }),
        let firstStep = Int64(recording["firstStep"] ?? "0"),
        RecordingHeader.firstSteps.contains(firstStep),
        var tracks = try Preamble.tracks(recording)
      else { throw RecordingError(.damaged("the metadata contradict the description")) }
      if let chain = recording["chain"] {
        guard chain == RecordingChain.name else {
          throw RecordingError(.featureUnknown("the hash chain '\(chain)'"))
        }
        tracks.chain = true
      }
      var header = RecordingHeader(
        description: description, parameters: parameters, seed: seed,
        engineVersion: recording["engineVersion"] ?? "", build: build,
        tracks: tracks)
      header.firstStep = firstStep
      header.origin = recording["cutFrom"]
      header.notes = recording.filter { $0.key.hasPrefix(notePrefix) }
        .sorted { $0.key < $1.key }
        .map { BuildFact(name: String($0.key.dropFirst(notePrefix.count)), value: $0.value) }
      return (header, initial)
    }
  }
}
