import Dynamics
import DynamicsJournal
import Recording
import Replay
import Sessions
import Simulation
import TestSupport
import Testing

/// Demos written for UIKit, recorded as they are, and replayed without them.
@Suite struct JournalTests {
  private static let demos: [(name: String, run: @Sendable () -> Void)] = [
    ("gravity", { DemoTests().gravity() }),
    ("collision", { DemoTests().collision() }),
    ("boundaries", { DemoTests().boundariesWithNames() }),
    ("attachment", { DemoTests().attachment() }),
    ("spring", { DemoTests().spring() }),
    ("snap", { DemoTests().snap() }),
    ("push", { DemoTests().push() }),
    ("properties", { DemoTests().properties() }),
    ("orbit", { DemoTests().orbit() }),
    ("corners", { DemoTests().corners() }),
  ]

  @Test(arguments: Sample.of(demos.map(\.name))) func demosAreReplayed(name: String) throws {
    let folder = try TemporaryFolder()
    var paths: [String] = []
    let journals = JournaledDemos.Journals {
      paths.append(folder.file("\(name)\(paths.count).mcap"))
      return Journal(paths[paths.count - 1]) { Issue.record($0) }
    }
    JournaledDemos.$journals.withValue(journals) {
      for demo in Self.demos where demo.name == name { demo.run() }
    }
    let agent = InProcessAgent(catalogue: [
      CatalogueEntry(JournalSimulation.self, summary: "", defaultStepCount: 1)
    ])
    var stepCount: Int64 = 0
    for (journal, path) in zip(journals.all, paths) {
      try journal.finish()
      let recording = try Recording(path: path)
      #expect(recording.stepCount == journal.stepCount)
      #expect(try Verifier(recording).verify(agent) == .same)
      stepCount += recording.stepCount
    }
    #expect(stepCount >= 60)
  }
}
