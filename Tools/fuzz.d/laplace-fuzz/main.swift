// Random calls of the dynamics interface, from counted seeds: prints a digest for each seed, so
// that two builds can be compared line by line. Exit status 1 when a state was not sound.

import ArgumentParser
import DeterministicMath
import DynamicsFuzz

struct Fuzz: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "laplace-fuzz",
    abstract: "Call the dynamics interface at random, also from within callbacks.",
    discussion: """
      Prints one line for each seed: the seed, calls (and how many of them from within callbacks),
      frames and the digest of all states and events on the way.

      EXAMPLES
        laplace-fuzz --seeds 100 --calls 2000
        laplace-fuzz --first 42 --seeds 1
      """)

  @Option(help: "The first seed.")
  var first: UInt64 = 1

  @Option(help: "The number of seeds.")
  var seeds: UInt64 = 100

  @Option(help: "The least number of calls for each seed.")
  var calls = 2000

  @Flag(help: "Replay every frame from a journal, and compare the states.")
  var journal = false

  @Flag(help: "Also print every value that enters the digests.")
  var trace = false

  func run() throws {
    var callCount = 0
    var innerCount = 0
    var frameCount = 0
    var troubles = 0
    for seed in first..<(first + seeds) {
      let world = FuzzWorld(seed: seed, hasJournals: journal)
      if trace { world.trace = { print($0) } }
      world.run(calls: calls)
      callCount += world.callCount
      innerCount += world.innerCallCount
      frameCount += world.frameCount
      print(
        "seed \(seed): \(world.callCount) calls (\(world.innerCallCount) inside callbacks), "
          + "\(world.frameCount) frames, digest \(world.digest)")
      if let trouble = world.trouble {
        print("  \(trouble)")
        troubles += 1
      }
    }
    print(
      "\(seeds) seeds, \(callCount) calls (\(innerCount) inside callbacks), \(frameCount) frames, "
        + "\(troubles) with trouble")
    if troubles > 0 { throw ExitCode(1) }
  }
}

Fuzz.main()
