import Dynamics
import Recording
import Sessions
import Simulation

/// Takes an animator's frames to where they are recorded. The animator's journal keeps it; when both
/// have gone, the recording is completed.
final class JournalLog {
  private enum Recorder {
    case session(AnySessionRecorder)
    case flight(AnyFlightRecorder)
  }

  /// The animator as a simulation, as long as ``journal`` lives.
  private let run: SimulationRun<JournalSimulation>
  private let recorder: Recorder
  private weak var journal: AnimatorJournal?
  private let fail: (any Error) -> Void
  private let didRecord: () -> Void
  private var isOpen = true

  init(
    _ animator: DynamicAnimator, _ target: Journal.Target, didRecord: @escaping () -> Void,
    fail: @escaping (any Error) -> Void
  ) throws {
    let journal = animator.startJournal()
    self.journal = journal
    self.didRecord = didRecord
    self.fail = fail
    run = SimulationRun(
      JournalSimulation(observing: animator, journal),
      parameters: JournalSimulation.Parameters(of: animator), seed: animator.seed)
    do {
      switch target {
      case .file(let path, let options):
        recorder = .session(try AnySessionRecorder(run, path: path, options: options))
      case .flight(let path, let options):
        recorder = .flight(try AnyFlightRecorder(run, path: path, options: options))
      }
    } catch {
      animator.stopJournal()
      throw error
    }
    journal.frameDidEnd = { [unowned journal] in
      self.record(journal.takeEntries(), journal.refusal)
    }
  }

  deinit {
    // The animator has gone: nobody is left to be told of an error.
    if isOpen { try? close() }
  }

  private func record(_ entries: [JournalEntry], _ refusal: StaticString?) {
    guard isOpen else { return }
    do {
      if let refusal { throw JournalError.notReplayable(call: "\(refusal)") }
      let words = try entries.map { try $0.checkedWords() }
      switch recorder {
      case .session(let recorder): try recorder.step(words) { run.advance(entries) }
      case .flight(let recorder): try recorder.step(words) { run.advance(entries) }
      }
      didRecord()
    } catch {
      end(error)
    }
  }

  /// Nothing more is recorded; what was is kept.
  private func end(_ error: any Error) {
    isOpen = false
    journal?.stop()
    if case .session(let recorder) = recorder {
      _ = try? recorder.finishEarly(note: "\(error)")
    }
    fail(error)
  }

  func mark(_ text: String) throws {
    switch recorder {
    case .session(let recorder): try recorder.mark(text)
    case .flight(let recorder): try recorder.mark(text)
    }
  }

  func report(to path: String, note: String?) throws {
    guard case .flight(let recorder) = recorder else { return }
    if let note { try recorder.mark(note) }
    let entry = CatalogueEntry(JournalSimulation.self, summary: "", defaultStepCount: 1)
    _ = try recorder.log().write(to: path, replaces: false, statesOf: entry)
  }

  func finish() throws {
    if let journal {
      let last = journal.takeLastEntries()
      if !last.isEmpty { record(last, journal.refusal) }
      journal.stop()
    }
    if isOpen { try close() }
  }

  private func close() throws {
    isOpen = false
    switch recorder {
    case .session(let recorder): try recorder.finish()
    case .flight(let recorder): recorder.finish()
    }
  }
}
