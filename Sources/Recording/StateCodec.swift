import Simulation
package struct ImageCodec {
  let schema: StateSchema; let selection: StateSelection
  package init(schema: StateSchema, selection: StateSelection) { self.schema = schema; self.selection = selection }
  package func encode(_ image: StateImage) -> [UInt8] {
    var w = ByteWriter(); for c in image.rowCounts { w.append(UInt32(bitPattern: c)) }; w.append(image.bytes); return w.bytes
  }
  package func decode(_ bytes: [UInt8]) -> StateImage? {
    var r = ByteReader(bytes); var i = StateImage()
    for _ in schema.tables { guard let c = r.readUInt32() else { return nil }; i.rowCounts.append(Int32(bitPattern: c)) }
    guard let s = schema.imageSize(rowCounts: i.rowCounts, selection), s == r.remaining, let b = r.readBytes(s) else { return nil }
    i.bytes = b; return i
  }
}
package struct StateBlock { package var sections: [[UInt8]]; package var activeRowSteps: Int }
package struct StateBlockEncoder {
  let codec: ImageCodec; var out: [UInt8] = []; package var stepCount = 0; package var activeRowSteps = 0
  package init(schema: StateSchema, motionModel: MotionModel?) { codec = ImageCodec(schema: schema, selection: .everyStep) }
  package mutating func begin(anchor: StateImage) { out = []; stepCount = 0; activeRowSteps = 0 }
  package mutating func append(_ image: StateImage) { let b = codec.encode(image); var w = ByteWriter(); w.append(UInt32(b.count)); out += w.bytes + b; stepCount += 1; activeRowSteps += image.rowCounts.reduce(0) { $0 + Int($1) } }
  package mutating func finish() -> StateBlock { StateBlock(sections: [out], activeRowSteps: activeRowSteps) }
}
package struct StateBlockDecoder {
  let codec: ImageCodec
  package init(schema: StateSchema, motionModel: MotionModel?) { codec = ImageCodec(schema: schema, selection: .everyStep) }
  package func decode(_ bytes: [UInt8], anchor: StateImage, stepCount: Int) -> [StateImage]? {
    var r = ByteReader(bytes); var images: [StateImage] = []
    for _ in 0..<stepCount { guard let n = r.readUInt32(), let b = r.readBytes(Int(n)), let i = codec.decode(b) else { return nil }; images.append(i) }
    return r.isAtEnd ? images : nil
  }
}
