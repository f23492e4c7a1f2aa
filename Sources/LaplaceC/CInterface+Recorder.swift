// Names as laplace.h has them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CLaplace
import DeterministicMath
import Simulation

// What each function promises stands in laplace.h.

/// Begins a recording with the state before the first step.
@c @implementation
public func laplace_record(
  _ path: UnsafePointer<CChar>!, _ simulation: UnsafePointer<laplace_simulation>!, _ seed: UInt64,
  _ rows: UnsafePointer<laplace_rows>!
) -> OpaquePointer! {
  making {
    try ForeignRecorder(
      path: try text(path, "the path"), try ForeignSimulation(simulation), seed: seed, rows)
  }
}

/// Records a step that has been taken.
@c @implementation
public func laplace_step(
  _ recorder: OpaquePointer!, _ inputs: UnsafePointer<laplace_input>!, _ inputCount: UInt32,
  _ rows: UnsafePointer<laplace_rows>!, _ digest: UnsafeMutablePointer<laplace_digest>!
) -> Int32 {
  answering {
    let value = try object(ForeignRecorder.self, recorder).note(inputs, inputCount, rows)
    if let digest { digest.pointee = laplace_digest(low: value.low, high: value.high) }
  }
}

/// Notes a text at the present step.
@c @implementation
public func laplace_mark(_ recorder: OpaquePointer!, _ note: UnsafePointer<CChar>!) -> Int32 {
  answering { try object(ForeignRecorder.self, recorder).mark(try text(note, "the note")) }
}

/// Completes a recording and frees its recorder.
@c @implementation
public func laplace_finish(_ recorder: OpaquePointer!) -> Int32 {
  answering {
    let recording = try object(ForeignRecorder.self, recorder)
    defer { Unmanaged.passUnretained(recording).release() }
    try recording.finish()
  }
}

/// What went wrong last on this thread, in one line.
@c @implementation
public func laplace_error() -> UnsafePointer<CChar>! { LastError.text }

/// The version of laplace.h that this library has.
@c @implementation
public func laplace_api_version() -> UInt32 { UInt32(LAPLACE_API_VERSION) }
