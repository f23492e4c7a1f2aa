/// What machine code of the engine may not hold: instructions and calls whose bits are not those of
/// one rounding per operation, on every processor.
enum ForbiddenCode {
  /// Why an instruction is forbidden; `nil` for all others.
  ///
  /// Prefixes of mnemonics, by the file format that the disassembler names. Fused multiply-add
  /// rounds once where the source says twice; reciprocal estimates differ between manufacturers;
  /// x87 arithmetic rounds to another width. ARMv7's `vmla` is absent: it rounds twice.
  static func reason(_ mnemonic: Substring, _ format: Format) -> String? {
    // `<unknown>` of LLVM, `(bad)` of GNU.
    if mnemonic.hasPrefix("<") || mnemonic.hasPrefix("(") {
      return "unknown to the disassembler: it may be anything"
    }
    for (prefixes, reason) in table(format) {
      for prefix in prefixes where mnemonic.hasPrefix(prefix) { return reason }
    }
    return nil
  }

  enum Format {
    case x86(bits: Int)
    case arm64
    case arm
    case riscv
    case wasm
    case other

    /// From the disassembler's line `NAME: file format elf64-x86-64`.
    init(_ name: String) {
      if name.contains("x86-64") || name.contains("x86_64") {
        self = .x86(bits: 64)
      } else if name.contains("i386") {
        self = .x86(bits: 32)
      } else if name.contains("aarch64") || name.contains("arm64") {
        self = .arm64
      } else if name.contains("arm") {
        self = .arm
      } else if name.contains("riscv") {
        self = .riscv
      } else if name.lowercased().contains("wasm") {
        self = .wasm
      } else {
        self = .other
      }
    }
  }

  private static let fused = "a fused multiply-add"
  private static let estimate = "an estimate, which differs between processors"

  private static func table(_ format: Format) -> [([String], String)] {
    switch format {
    case .x86(let bits):
      let common: [([String], String)] = [
        (["vfmadd", "vfmsub", "vfnmadd", "vfnmsub"], fused),
        (["rcpss", "rcpps", "rsqrt", "vrcp", "vrsqrt"], estimate),
        (["fsin", "fcos", "fptan", "fpatan", "fyl2x", "f2xm1"], "a function of the x87 unit"),
      ]
      // i686 returns floats, and converts 64-bit integers, by exact moves through the x87 unit.
      return bits == 32
        ? common
        : common + [
          (["fadd", "fsub", "fmul", "fdiv", "fsqrt"], "x87 arithmetic: another rounding")
        ]
    case .arm64:
      return [
        (["fmadd", "fmsub", "fnmadd", "fnmsub", "fmla", "fmls", "fcmla"], fused),
        (["fmad", "fmsb", "fnmad", "fnmsb", "fnmla", "fnmls", "bfmla", "bfmls"], fused),
        (["frecps", "frsqrts"], fused), (["frecpe", "frecpx", "frsqrte"], estimate),
      ]
    case .arm:
      return [
        (["vfma", "vfms", "vfnma", "vfnms"], fused), (["vrecpe", "vrsqrte"], estimate),
      ]
    case .riscv:
      return [
        (["fmadd", "fmsub", "fnmadd", "fnmsub", "vfmadd", "vfmsub", "vfnmadd", "vfnmsub"], fused),
        (["vfmacc", "vfmsac", "vfnmacc", "vfnmsac"], fused), (["vfrec7", "vfrsqrt7"], estimate),
      ]
    case .wasm:
      return [
        (
          ["f32x4.relaxed", "f64x2.relaxed", "i32x4.relaxed", "i8x16.relaxed", "i16x8.relaxed"],
          "a relaxed operation: its result is the machine's choice"
        )
      ]
    case .other: return []
    }
  }

  /// Why a call is forbidden; `nil` for all others.
  static func reason(callee: Substring) -> String? {
    // `sinf@plt`, `_sinf` (Mach-O), `__sinf_finite`, `__sin_fma` (glibc inside an executable)
    var name = callee
    if let at = name.firstIndex(of: "@") { name = name[..<at] }
    name = name.drop { $0 == "_" }
    for ending in ["_finite", "_fma", "_fma4", "_avx2", "_sse2", "_ifunc"] {
      if name.hasSuffix(ending) { name = name.dropLast(ending.count) }
    }
    if name.hasPrefix("ZGV") { return "a vector function of libm" }
    if libm.contains(String(name)) {
      return "a function of libm: its bits differ between libraries"
    }
    return nil
  }

  /// Functions of libm and of compiler support that are not exact, or fuse.
  ///
  /// Exact ones are absent, and may be called: `sqrtf`, `rintf`, `roundf`, `floorf`, `ceilf`,
  /// `truncf`, `fmodf`, `remainderf` give one right answer everywhere (baseline x86-64 calls
  /// `rintf`, unoptimised code `sqrtf` and `roundf`).
  private static let libm: Set<String> = {
    let names = [
      "sin", "cos", "tan", "sincos", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh",
      "asinh", "acosh", "atanh", "sinpi", "cospi", "tanpi", "exp", "exp2", "exp10", "expm1", "log",
      "log2", "log10", "log1p", "pow", "powi", "cbrt", "hypot", "erf", "erfc", "tgamma", "lgamma",
      "gamma", "j0", "j1", "jn", "y0", "y1", "yn", "fma",
    ]
    return Set(
      names + names.map { $0 + "f" } + names.map { $0 + "l" }
        + [
          "powisf2", "powidf2", "mulsc3", "muldc3", "divsc3", "divdc3", "sincosf_stret",
          "sincos_stret",
        ])
  }()
}
