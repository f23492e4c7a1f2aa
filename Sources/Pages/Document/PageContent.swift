/// All that the scripts of a page read.
package struct PageContent: Encodable {
  /// The tool, as a word of a command.
  let tool: String
  let recordings: [PageFacts]
  let comparison: PageComparison?
  let engine: PageEngine?
  /// True if a person chooses from simulations; each recording then is a simulation's first step.
  let isPlayground: Bool?

  package init(
    tool: String, recordings: [PageFacts], comparison: PageComparison? = nil, engine: PageEngine?
  ) {
    (self.tool, self.recordings) = (tool, recordings)
    (self.comparison, self.engine, isPlayground) = (comparison, engine, nil)
  }

  package init(tool: String, playground simulations: [PageFacts], engine: PageEngine) {
    (self.tool, recordings) = (tool, simulations)
    (comparison, self.engine, isPlayground) = (nil, engine, true)
  }

  var title: String {
    isPlayground == true
      ? "\(tool) playground"
      : recordings.map { "\($0.name), seed \($0.seed)" }.joined(separator: " | ")
  }
}

/// A page's comparison of two recordings.
package struct PageComparison: Encodable {
  /// The report of `diff --format json`.
  let diff: any Encodable
  let growth: PageGrowth

  package init(diff: any Encodable, growth: PageGrowth) {
    (self.diff, self.growth) = (diff, growth)
  }

  private enum CodingKeys: CodingKey { case diff, growth }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(diff, forKey: .diff)
    try container.encode(growth, forKey: .growth)
  }
}
