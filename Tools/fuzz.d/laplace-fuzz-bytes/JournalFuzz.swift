import Scenarios
import Simulation

/// A session of `dynamics.journal` that bytes make: steps with inputs of every kind, and a state with
/// bytes changed that is restored.
struct JournalFuzz {
  private static let entry: CatalogueEntry = {
    guard let entry = Catalogue.all.first(where: { $0.name == "dynamics.journal" }) else {
      fatalError("the catalogue has dynamics.journal")
    }
    return entry
  }()
  /// Steps and inputs of one session: a run must end.
  private static let stepCountMax = 24, inputCountMax = 60

  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  mutating private func byte() -> UInt8 { rest.popFirst() ?? 0 }

  mutating private func word(_ count: Int) -> UInt64 {
    (0..<count).reduce(0) { $0 | UInt64(byte()) << (8 * UInt64($1)) }
  }

  /// A kind, then a word for each field: small ones take two bytes.
  mutating private func input(_ kinds: [KindSchema]) -> RecordWords {
    let kind = Int(byte()) % kinds.count
    let words = kinds[kind].fields.map { _ in
      let head = byte()
      return head < 0xF0 ? UInt64(head) : word(8)
    }
    return RecordWords(kind: kind, words: words)
  }

  func run() {
    var copy = self
    copy.play()
  }

  private mutating func play() {
    guard let run = try? Self.entry.start(parameters: Self.entry.defaultParameters, seed: 1) else {
      fatalError("\(Self.entry.name) starts")
    }
    let kinds = run.description.inputs
    var (steps, inputs) = (0, 0)
    var pending: [RecordWords] = []
    while !rest.isEmpty, steps < Self.stepCountMax, inputs < Self.inputCountMax {
      switch byte() {
      case 0..<0xC0:
        pending.append(input(kinds))
        inputs += 1
      case 0xC0..<0xF0:
        steps += 1
        // A refused step leaves everything as it was.
        let digest = run.digest()
        if (try? run.step(pending)) == nil, run.digest() != digest {
          fatalError("a step that was refused changed the state")
        }
        pending = []
      default: restore(run)
      }
    }
    _ = try? run.step(pending)
    _ = run.digest()
  }

  /// Restores the run's own state with some of its bytes changed.
  private mutating func restore(_ run: any RunningSimulation) {
    var image = StateImage()
    try? run.save(.everything, into: &image)
    guard !image.bytes.isEmpty else { return }
    for _ in 0..<1 + Int(byte()) % 4 {
      let place = Int(word(3)) % image.bytes.count
      image.bytes[place] ^= byte()
    }
    if byte() == 7, !image.rowCounts.isEmpty {
      let row = Int(byte()) % image.rowCounts.count
      image.rowCounts[row] &+= Int32(truncatingIfNeeded: word(1)) - 128
    }
    _ = try? run.restore(image, stepCount: run.stepCount)
  }
}
