import FloatingPointControl
import Foundation
import Recording
import Sessions
import Simulation
import TestSupport
import Testing

@Suite struct ArithmeticRefusalTests {
  /// A thread that flushes subnormals gets a typed error, and no file is begun.
  @Test(.enabled(if: fp_has_flush_to_zero(), "this processor cannot flush subnormals"))
  func recorderRefusesFlushToZero() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mcap")
    let run = SimulationRun<Particles<Sound>>(parameters: .init(), seed: 1)
    let saved = fp_save()
    fp_set_flush_to_zero()
    var refusal: RecordingError?
    do {
      _ = try SessionRecorder(run, path: path)
    } catch {
      refusal = error as? RecordingError
    }
    fp_restore(saved)
    guard case .arithmeticUnsound(let found)? = refusal?.reason else {
      Issue.record("not refused: \(String(describing: refusal))")
      return
    }
    #expect(found.hasPrefix("subnormal results are flushed to zero"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }
}
