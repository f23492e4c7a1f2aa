import FloatingPointControl
import Foundation
import LaplaceCommands
import TestSupport
import Testing

/// In an environment whose digests mean nothing elsewhere, the tool refuses with one line.
@Suite struct ArithmeticTests {
  @Test(.enabled(if: fp_has_flush_to_zero()), arguments: ["record", "replay", "bisect", "verify"])
  func flushToZeroIsRefused(verb: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mcap")
    let arguments = verb == "record" ? ["record", "particles", "-o", path] : [verb, path]
    if verb != "record" { #expect(laplace("record", "particles", "-o", path).status == .same) }
    let run = withFlushToZero { laplace(arguments) }
    #expect(run.status == .refused)
    #expect(run.console.words.count == 2)
    #expect(run.console.wordText.contains("subnormal results are flushed to zero"))
    #expect(run.console.wordText.contains("link without -ffast-math"))
    #expect(FileManager.default.fileExists(atPath: path) == (verb != "record"))
  }

  @Test func doctorPrintsTheProbeLineByLine() {
    let lines = laplace("doctor").console.results
    for (name, found) in [
      ("rounding", "to nearest, ties to even"), ("subnormal results", "kept"),
      ("subnormal inputs", "kept"), ("a · b + c", "rounds twice"), ("square root", "correctly"),
    ] {
      #expect(
        lines.contains { $0.hasPrefix("ok   \(name) ") && $0.contains(found) },
        "\(name): \(lines)")
    }
  }

  @Test(.enabled(if: fp_has_flush_to_zero()))
  func doctorNamesWhatIsWrong() {
    let doctor = withFlushToZero { laplace("doctor") }
    #expect(doctor.status == .trouble)
    #expect(
      doctor.console.resultText.contains("BAD  subnormal results"), "\(doctor.console.results)")
  }

  private func withFlushToZero<R>(_ body: () -> R) -> R {
    let saved = fp_save()
    fp_set_flush_to_zero()
    defer { fp_restore(saved) }
    return body()
  }
}
