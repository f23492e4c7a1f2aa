import Simulation

/// Stores little-endian numbers at places that the caller has measured.
struct FlightPen {
  var place: UnsafeMutableRawPointer

  mutating func put<Value: FixedWidthInteger>(_ value: Value) {
    place.storeBytes(of: value.littleEndian, as: Value.self)
    place += MemoryLayout<Value>.size
  }

  mutating func put(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { source in
      if let start = source.baseAddress { place.copyMemory(from: start, byteCount: source.count) }
    }
    place += bytes.count
  }

  mutating func put(_ image: StateImage) {
    put(UInt32(image.rowCounts.count))
    put(UInt32(image.bytes.count))
    for count in image.rowCounts { put(count) }
    put(image.bytes)
  }

  mutating func put(_ inputs: [RecordWords]) {
    put(UInt32(inputs.count))
    for input in inputs {
      put(UInt32(truncatingIfNeeded: input.kind))
      put(UInt32(input.words.count))
      for word in input.words { put(word) }
    }
  }
}
