/// The version of the engine; recordings and agents carry it.
public let engineVersion = "0.1.0"

/// What this build is, as far as the compiler tells: target, optimisation, floating-point probe.
public func buildFacts() -> [BuildFact] {
  var facts: [BuildFact] = []
  #if arch(x86_64)
    let processor = "x86-64"
  #elseif arch(arm64)
    let processor = "arm64"
  #elseif arch(wasm32)
    let processor = "wasm32"
  #elseif arch(riscv64)
    let processor = "riscv64"
  #elseif arch(arm)
    let processor = "arm"
  #elseif arch(i386)
    let processor = "i686"
  #else
    let processor = "other"
  #endif
  facts.append(BuildFact(name: "processor", value: processor))
  #if DEBUG
    facts.append(BuildFact(name: "optimization", value: "debug"))
  #else
    facts.append(BuildFact(name: "optimization", value: "release"))
  #endif
  #if hasFeature(Embedded)
    facts.append(BuildFact(name: "language", value: "Embedded Swift"))
  #else
    facts.append(BuildFact(name: "language", value: "Swift"))
  #endif
  facts.append(BuildFact(name: "floatingPoint", value: FloatingPointProbe().summary))
  return facts
}
