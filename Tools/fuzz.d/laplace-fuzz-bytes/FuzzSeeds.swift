import AgentProtocol
import Recording
import Sessions
import Simulation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Bytes to begin with: small, whole, one of each kind.
///
/// This program's checksums are all 0, and these recordings are not compressed: what the fuzzer
/// changes is read, and not refused at the door.
struct FuzzSeeds {
  let folder: String

  func write() throws {
    for target in BytesTarget.allCases { mkdir("\(folder)/\(target.rawValue)", 0o755) }
    for compression in Compression.allCases {
      for tracks in [RecordingTracks.everything, .log] {
        var options = RecordingOptions()
        options.compression = compression
        options.keyframeInterval = 5
        options.keyframeIntervalMax = 9
        options.usesThread = false
        let name = "\(compression)-\(tracks.state ? "state" : "log")"
        let path = "\(folder)/reader/\(name)"
        let recorder = try AnySessionRecorder(
          BytesTarget.makeRun(), path: path, tracks: tracks, options: options)
        for step in 0..<24 {
          if step == 7 { try recorder.mark("here") }
          try recorder.step([])
        }
        try recorder.finish()
        let bytes = try read(path)
        try write("rescue/\(name)", bytes)
        try write("index/\(name)", bytes)
        try write("rescue/\(name)-cut", Array(bytes.prefix(bytes.count * 2 / 3)))
      }
    }
    try writeFlight()
    try writeWire()
    try writeJournal()
    let inputs = BytesTarget.description.inputs
    let lines = inputs.indices.map { kind in
      let words = [UInt64](repeating: 0, count: inputs[kind].fields.count)
      let input = RecordWords(kind: kind, words: words)
      return InputScript.line(ScriptedInput(step: Int64(kind), input: input), kinds: inputs)
    }
    try write("inputs/script", Array(lines.joined(separator: "\n").utf8))
  }

  private func writeFlight() throws {
    var options = FlightOptions(seconds: 0.2)
    options.sizeMax = 1 << 16
    let run = BytesTarget.makeRun()
    let path = "\(folder)/flight/ring"
    let recorder = try AnyFlightRecorder(run, path: path, options: options)
    for _ in 0..<40 { try recorder.step([]) }
    let bytes = try read(path)
    recorder.finish()
    try write("flight/ring", bytes)
  }

  private func writeWire() throws {
    let run = BytesTarget.makeRun()
    var image = StateImage()
    try run.save(.everything, into: &image)
    let requests: [AgentRequest] = [
      .hello, .describe(simulation: "spring"),
      .start(simulation: "spring", parameters: BytesTarget.entries[0].defaultParameters, seed: 1),
      .run([[], [], []]),
      .state(.everything), .state(.everyStep), .restore(stepCount: 3, image: image), .observe([]),
      .border(0), .draw(DrawingRequest()), .poses(DrawingRequest(), quantum: 0.25),
      .poses(DrawingRequest(), quantum: nil), .events, .stop,
    ]
    var all: [UInt8] = []
    for (index, request) in requests.enumerated() {
      let frame = request.encoded
      let framed = [UInt8(frame.count & 0xFF), UInt8(frame.count >> 8)] + frame
      all += framed
      try write("wire/request-\(index)", framed)
    }
    try write("wire/session", all)
  }

  /// Each kind of call, with small words, a step after each of them, and a restore at the end.
  private func writeJournal() throws {
    for kind in UInt8(0)..<40 {
      let calls: [UInt8] = (0..<12).flatMap { word in [0, kind, 1, word, 2, 0, 40, 3, 0xC0] }
      try write("journal/kind-\(kind)", calls + [0xFF, 1, 4, 0, 0, 1, 0, 0xC0])
    }
  }

  private func read(_ path: String) throws -> [UInt8] {
    guard let file = fopen(path, "rb") else { throw RecordingError(.notFound) }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 22)
    bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
    return bytes
  }

  private func write(_ name: String, _ bytes: [UInt8]) throws {
    guard let file = fopen("\(folder)/\(name)", "wb") else { throw RecordingError(.notFound) }
    defer { fclose(file) }
    fwrite(bytes, 1, bytes.count, file)
  }
}
