import Foundation

// Hands bytes that libFuzzer makes to the reader that LAPLACE_FUZZ_TARGET names. With
// LAPLACE_FUZZ_SEEDS it writes bytes to begin with into that folder instead.

@_silgen_name("LLVMFuzzerRunDriver")
func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

if let folder = ProcessInfo.processInfo.environment["LAPLACE_FUZZ_SEEDS"] {
  try FuzzSeeds(folder: folder).write()
} else {
  var count = CommandLine.argc
  var words = CommandLine.unsafeArgv
  exit(
    runDriver(&count, &words) { data, count in
      BytesTarget.chosen.read(Array(UnsafeBufferPointer(start: data, count: count)))
      return 0
    })
}
