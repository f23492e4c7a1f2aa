import Simulation

/// The version of the engine; recordings and agents carry it.
public let engineVersion = "0.1.0"

/// The name of the fact that holds ``FloatingPointProbe/summary``.
public let floatingPointFactName = "floatingPoint"

/// The name of the fact that says, with the value `no`, that an agent cannot restore.
public let restoresFactName = "restores"

/// What this build is, as far as the compiler tells, and what its arithmetic was probed to be.
///
/// Every recording and every agent's hello carry them: `processor`, `pointerWidth`,
/// `operatingSystem`, `optimization`, `language`, `compiler`, `lanes`, `floatingPoint`.
public func buildFacts() -> [BuildFact] {
  [
    BuildFact(name: "processor", value: processor),
    BuildFact(name: "pointerWidth", value: MemoryLayout<Int>.size == 8 ? "64" : "32"),
    BuildFact(name: "operatingSystem", value: operatingSystem),
    BuildFact(name: "optimization", value: optimization),
    BuildFact(name: "language", value: language),
    BuildFact(name: "compiler", value: compiler),
    BuildFact(name: "lanes", value: lanes),
    BuildFact(name: floatingPointFactName, value: FloatingPointProbe().summary),
  ]
}

private var processor: String {
  #if arch(x86_64)
    "x86-64"
  #elseif arch(arm64)
    "arm64"
  #elseif arch(wasm32)
    "wasm32"
  #elseif arch(riscv64)
    "riscv64"
  #elseif arch(arm)
    "arm"
  #elseif arch(i386)
    "i686"
  #else
    "other"
  #endif
}

private var operatingSystem: String {
  #if os(Linux)
    "Linux"
  #elseif os(macOS)
    "macOS"
  #elseif os(iOS)
    "iOS"
  #elseif os(Windows)
    "Windows"
  #elseif os(WASI)
    "WASI"
  #else
    // Embedded builds name no system; they run on whatever C library they are linked with.
    "none"
  #endif
}

private var optimization: String {
  // Not `#if DEBUG`, which only the package manager sets.
  title(isDebug: _isDebugAssertConfiguration(), isUnchecked: _isFastAssertConfiguration())
}

/// A function of its own: both arguments are constants, and the compiler warns of dead branches.
private func title(isDebug: Bool, isUnchecked: Bool) -> String {
  isDebug ? "debug" : isUnchecked ? "unchecked" : "release"
}

private var language: String {
  #if hasFeature(Embedded)
    "Embedded Swift"
  #else
    "Swift"
  #endif
}

private var compiler: String {
  #if compiler(>=6.5)
    "Swift 6.5 or later"
  #elseif compiler(>=6.4)
    "Swift 6.4"
  #elseif compiler(>=6.3)
    "Swift 6.3"
  #else
    "Swift 6.2"
  #endif
}

private var lanes: String {
  #if hasFeature(BuiltinModule)
    "wide"
  #else
    "plain"
  #endif
}
