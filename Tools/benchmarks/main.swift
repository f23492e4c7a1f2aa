import DeterministicMath
import RigidBodies
import Scenarios
import Simulation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Monotonic nanoseconds of this thread's processor time, so that a busy machine disturbs less.
func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

func digest<S: Simulation>(_ s: inout S) -> StateDigest {
  var visitor = DigestVisitor()
  s.visitState(&visitor)
  return visitor.digest
}

func run<S: WorldSimulation>(_ simulation: inout S, steps: Int) -> [Double] {
  var times: [Double] = []
  for step in 0..<steps {
    let start = now()
    simulation.step([])
    if step > 0 { times.append((now() - start) / 1e6) }
  }
  return times
}

func report<S: WorldSimulation>(_ name: String, _ simulation: inout S, steps: Int) {
  let times = run(&simulation, steps: steps)
  let total = times.reduce(0, +) / Double(times.count)
  print(name, total, digest(&simulation), simulation.world.contactCount, simulation.world.candidatePairCount)
  var visitor = SaveVisitor(.everything)
  simulation.visitState(&visitor)
  var top: Float = -1e9, left: Float = 1e9, right: Float = -1e9, bottom: Float = 1e9
  let image = visitor.finish()
  let n = Int(image.rowCounts[0])
  image.bytes.withUnsafeBytes { b in
    for i in 1..<n {
      let x = b.loadUnaligned(fromByteOffset: i * 16, as: Float.self)
      let y = b.loadUnaligned(fromByteOffset: i * 16 + 4, as: Float.self)
      top = max(top, y); bottom = min(bottom, y); left = min(left, x); right = max(right, x)
    }
  }
  print("   x", left, right, "y", bottom, top)
}
let which = CommandLine.arguments.dropFirst().first ?? "large"
let steps = Int(CommandLine.arguments.dropFirst(2).first ?? "100") ?? 100
if which == "large" {
  var s = LargePyramid(parameters: .init(), seed: 0)
  report(which, &s, steps: steps)
} else if which == "many" {
  var s = ManyPyramids(parameters: .init(), seed: 0)
  report(which, &s, steps: steps)
} else {
  var s = Tumbler(parameters: .init(), seed: 0)
  report(which, &s, steps: steps)
}
