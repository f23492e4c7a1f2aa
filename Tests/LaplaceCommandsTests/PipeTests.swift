import Foundation
import LaplaceCommands
import Replay
import TestSupport
import Testing

/// Inputs that can be read only once, and outputs that nobody can seek in, as shells make them.
@Suite struct PipeTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs a script in the folder, with `L` for the tool.
  private func shell(_ script: String) throws -> (ending: ChildProcess.Ending?, output: String) {
    let text = "cd '\(folder.path)' && L='\(Programs.laplace)' && { \(script); } 2>&1"
    let child = try ChildProcess(path: "/bin/bash", arguments: ["-c", text])
    let file = FileHandle(fileDescriptor: child.output, closeOnDealloc: false)
    var output = Data()
    // The pipe never blocks: what is there is read until the child has ended.
    let ending = child.wait(seconds: 60)
    output = (try? file.readToEnd()) ?? Data()
    return (ending, String(decoding: output, as: UTF8.self))
  }

  @Test func inputs() throws {
    let run = try shell(
      """
      set -e -o pipefail
      mkdir t; export TMPDIR=$PWD/t
      $L record orbit --steps 60 -o a.mcap >/dev/null
      $L record push --steps 60 -o g.mcap >/dev/null
      $L export g.mcap --inputs -o g.jsonl >/dev/null
      for from in - /dev/stdin; do
        cat g.jsonl | $L record push --steps 60 --input $from -o again.mcap --force
        $L record push --steps 60 --input $from -o again.mcap --force <g.jsonl
        $L diff g.mcap again.mcap
        cat a.mcap | $L info $from >/dev/null
        cat a.mcap | $L verify $from
        $L replay $from <a.mcap
      done
      $L record push --steps 60 --input <(cat g.jsonl) -o again.mcap --force
      $L record push --steps 60 --input <(cat g.mcap) -o again.mcap --force
      $L diff <(cat g.mcap) <(cat again.mcap)
      mkfifo pipe
      cat a.mcap >pipe & $L recover pipe -o kept.mcap
      $L plan verify a.mcap | tee plan.jsonl | $L unit - >results.jsonl
      $L merge <(cat plan.jsonl) <(cat results.jsonl)
      $L cut a.mcap --range 0..9 -o /dev/stdout | $L verify -
      $L export a.mcap --csv -o /dev/stdout >out.csv; head -1 out.csv
      ls "$TMPDIR" | grep -q laplace-input && exit 1 || true
      """)
    #expect(run.ending == .status(0), "\(run.output)")
    #expect(run.output.contains("laplace: -: "), "\(run.output)")
    #expect(run.output.contains("copied to a temporary file, at most 4 GB"), "\(run.output)")
    // Text is read without a word.
    #expect(!run.output.contains("push-seed"), "\(run.output)")
  }

  @Test func namesThatAreNotText() throws {
    let run = try shell(
      """
      set -e
      unset CI
      n=$'a\\xff b.mcap'
      $L record orbit --steps 60 -o "$n"
      ls -b
      $L info "$n"
      $L verify "$n"
      mkdir d; cp "$n" "d/$n"
      $L accept d --lock d/recordings.lock
      cat d/recordings.lock
      $L ci d
      $L view "$n" -o $'p\\xfe.svg'
      $L plan verify "$n" -o plan.jsonl
      $L unit plan.jsonl -o results.jsonl
      $L merge plan.jsonl results.jsonl
      $L cut "$n" --range 0..9 -o "$n" || echo refused
      """)
    #expect(run.ending == .status(0), "\(run.output)")
    #expect(run.output.contains("a\\xff b.mcap: 60 steps"), "\(run.output)")
    #expect(run.output.contains("a%FF%20b.mcap  orbit  seed="), "\(run.output)")
    #expect(run.output.contains("refused"), "\(run.output)")
  }

  @Test func aPipeIsCopiedUpToALimit() throws {
    let pipe = folder.file("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    let writer = open(pipe, O_RDWR | O_NONBLOCK)
    defer { close(writer) }
    try #require(write(writer, "0123456789", 10) == 10)
    let copies = InputCopies(limit: 4)
    do {
      _ = try copies.path(of: pipe)
      Issue.record("more than the limit was copied")
    } catch {
      #expect("\(error)".contains("an input from a pipe of 10 bytes is above the limit of 4"))
    }
    copies.remove()
  }
}
