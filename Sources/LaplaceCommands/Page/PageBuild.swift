import Recording
import Replay
import Simulation

/// Makes the page of one recording or of two.
struct PageBuild {
  var first: String
  var second: String?
  var agent: AgentCommand?
  var limit: AgentTimeout
  var isYUp = false
  /// A file, or `none`; by default, what is found.
  var engine: String?

  /// Differing fields that a page lists, at most.
  private static let differenceMax = 200

  func document() throws -> PageDocument {
    let a = try open(first)
    let name = a.header.description.name
    let isOwn = ToolContext.current.catalogue.contains { $0.name == name }
    let engine = try PageEngine.find(engine, isOwn: isOwn && agent == nil)
    guard let second else {
      let page = try PageRecording.gather(first, a, agent: agent, limit, isYUp: isYUp)
      return PageDocument([try page.facts(hasEngine: engine != nil, agent: agent)], nil, engine)
    }
    let b = try open(second)
    let comparison = try RecordingDifference.compare(first, second) { reference in
      try RecordingComparison(a, b, reference: reference, limit: PageBuild.differenceMax)
    }
    let result = RecordingDifference(
      first, second, steps: min(a.stepCount, b.stepCount), a.header.description, comparison)
    let wanted = [result.divergence, result.motion].compactMap { $0?.step }
    let pages = try [(first, a), (second, b)].map { path, file in
      try PageRecording.gather(
        path, file, agent: agent, limit, wanted: wanted, isYUp: isYUp)
    }
    return PageDocument(
      try pages.map { try $0.facts(hasEngine: engine != nil, agent: agent) },
      PageDocument.Comparison(diff: result, growth: PageGrowth(pages[0], pages[1])), engine)
  }

  /// Writes the page and says so.
  func write(to path: String, force: Bool) throws {
    let output = Output(
      path: path, kind: .page, force: force,
      inputs: [first, second, engine].compactMap(\.self) + (agent?.words ?? []))
    // Before minutes of work.
    try output.check()
    let document = try document()
    try output.write(document.bytes)
    reportWritten(path, "\(document.title), \(document.bytes.count) bytes")
  }
}
