import DeterministicMath
import Simulation

/// The last steps of a run in memory: what is new takes the place of the oldest.
///
/// Appending copies into memory that is there already. Only a state that has become much larger, or
/// a burst of inputs, makes the memory grow.
package final class FlightRing {
  private let memory: FlightMemory
  private let areaStart: Int
  private let options: FlightOptions
  /// Steps to keep.
  private let stepCount: Int64
  /// Where the next entry begins.
  private var head: Int
  private var sequence: UInt64 = 0
  private var lastKeyframe: Int64 = 0
  /// What the last key frame takes of ``size``.
  private var keyframeSize = 0
  /// Bytes since the last key frame began.
  private var size = 0

  /// Where the ring's file is; `nil` for memory without one.
  package var path: String? { memory.path }

  /// - Parameters:
  ///   - path: of the ring's file; `nil`: memory of this process.
  ///   - header: of the run that is recorded.
  ///   - keyframe: the full state to begin with.
  ///   - stateSize: bytes of an every-step image; 0 when none are kept.
  package init(
    path: String?, _ header: RecordingHeader, _ options: FlightOptions, keyframe: StateImage,
    digest: StateDigest, at step: Int64, stateSize: Int
  ) throws(RecordingError) {
    let duration = header.description.stepDuration.seconds
    let count = (options.seconds / duration).rounded(.up)
    guard count >= 1, count <= 1e12 else {
      throw RecordingError(.unfit("cannot keep \(options.seconds) s of steps of \(duration) s"))
    }
    self.options = options
    stepCount = Int64(count)
    let copy = HeaderCopy.data(header, initialDigest: digest, .once)
    areaStart = FlightHead.areaStart(copy.count)
    head = areaStart
    let stepSize = FlightRing.stepSize(stateSize)
    memory = try FlightMemory(
      path: path,
      size: areaStart
        + FlightRing.areaSize(
          options, stepCount, step: stepSize, keyframe: FlightEntry.size(keyframe)),
      sizeMax: areaStart + options.sizeMax)
    var pen = FlightPen(place: memory.base)
    pen.put(MCAP.ringMagic)
    pen.put(UInt64(copy.count))
    pen.put(UInt64(stepCount))
    pen.put(
      CRC32.of(UnsafeRawBufferPointer(start: memory.base + 8, count: 16)))
    pen.put(copy)
    try append(keyframe: keyframe, digest: digest, at: step)
  }

  /// Bytes of a step with the image of a state and a small input.
  private static func stepSize(_ stateSize: Int) -> Int {
    FlightEntry.size(64) + FlightEntry.size(16 + stateSize + (stateSize > 0 ? 64 : 0))
  }

  /// Room for the steps to keep, for the key frames among them, and for the stretch that is
  /// overwritten meanwhile.
  private static func areaSize(
    _ options: FlightOptions, _ stepCount: Int64, step: Int, keyframe: Int
  ) -> Int {
    let interval = FlightRing.interval(options, stepCount)
    let steps = Double(stepCount + 2 * interval) * Double(step)
    let keyframes = Double(stepCount / interval + 3) * Double(keyframe)
    let wanted = Int(min(1.25 * (steps + keyframes), Double(options.sizeMax)))
    // A scene may begin with no contact at all, and have several for each body soon.
    let grown = min(4 * leastSize(ofLargest: max(keyframe, step)), options.sizeMax)
    return max(wanted, grown, leastSize(ofLargest: max(keyframe, step)))
  }

  /// A ring that is six times the largest entry always holds a whole key frame and what follows it,
  /// also while another one takes the place of the oldest.
  private static func leastSize(ofLargest entry: Int) -> Int { max(6 * entry, 1 << 16) }

  private static func interval(_ options: FlightOptions, _ stepCount: Int64) -> Int64 {
    min(max(1, options.keyframeInterval), max(1, stepCount))
  }

  private var areaSize: Int { memory.size - areaStart }

  /// Whether a key frame belongs after so many steps: at multiples of the interval, where simulations
  /// may have less to save, and wherever steps or bytes since the last one are many.
  package func wantsKeyframe(after stepCount: Int64) -> Bool {
    let interval = FlightRing.interval(options, self.stepCount)
    return stepCount % interval == 0 || stepCount - lastKeyframe >= interval || size > areaSize / 4
  }

  package func append(
    keyframe image: StateImage, digest: StateDigest, at step: Int64
  ) throws(RecordingError) {
    let needed = FlightRing.areaSize(
      options, stepCount, step: (size - keyframeSize) / Int(max(1, step - lastKeyframe)),
      keyframe: FlightEntry.size(image))
    // Half as much again: a scene that grows does not ask for it at every key frame.
    if sequence > 0, needed > areaSize { memory.request(areaStart + needed / 2 * 3) }
    size = 0
    lastKeyframe = step
    try append(.keyframe, step, payload: 16 + FlightEntry.size(image)) { pen in
      pen.put(digest.low)
      pen.put(digest.high)
      pen.put(image)
    }
    keyframeSize = size
  }

  /// Notes what the next step is given, before it is taken: a step that ends the process has its
  /// inputs in the ring.
  package func begin(_ step: Int64, inputs: [RecordWords]) throws(RecordingError) {
    try append(.begin, step, payload: FlightEntry.size(inputs)) { $0.put(inputs) }
  }

  /// Notes that the step which has begun was not taken.
  package func refuse(_ step: Int64) throws(RecordingError) {
    try append(.refused, step, payload: 0) { _ in }
  }

  package func end(
    _ step: Int64, digest: StateDigest, state: StateImage?
  ) throws(RecordingError) {
    let payload = 16 + (state.map { FlightEntry.size($0) } ?? 0)
    try append(.end, step, payload: payload) { pen in
      pen.put(digest.low)
      pen.put(digest.high)
      if let state { pen.put(state) }
    }
  }

  package func append(marker: String, at step: Int64) throws(RecordingError) {
    let text = Array(marker.utf8)
    try append(.marker, step, payload: text.count) { $0.put(text) }
  }

  private func append(
    _ kind: FlightEntry.Kind, _ step: Int64, payload: Int, _ fill: (inout FlightPen) -> Void
  ) throws(RecordingError) {
    let entrySize = FlightEntry.size(payload)
    let least = FlightRing.leastSize(ofLargest: entrySize)
    guard least <= Int(UInt32.max) else {
      throw RecordingError(
        .tooLarge(what: "a state", size: UInt64(payload), limit: UInt64(UInt32.max / 6)))
    }
    if areaSize < least { try memory.require(areaStart + least) }
    // Another thread makes room in time for what is twice as large.
    if areaSize < 2 * least { memory.request(areaStart + 4 * least) }
    if head + entrySize > memory.size { head = areaStart }
    let place = memory.base + head
    var pen = FlightPen(place: place)
    // What was here is nothing from the first store on, and this is an entry with the last.
    pen.put(FlightEntry.mark)
    pen.put(sequence)
    pen.put(step)
    pen.put(UInt32(payload))
    pen.put(kind.rawValue)
    var body = FlightPen(place: place + FlightEntry.headSize)
    fill(&body)
    var crc = CRC32()
    crc.update(UnsafeRawBufferPointer(start: place + 8, count: 24))
    crc.update(UnsafeRawBufferPointer(start: place + FlightEntry.headSize, count: payload))
    pen.put(crc.value)
    pen.put(UInt32(0))
    sequence += 1
    head += entrySize
    size += entrySize
  }

  /// What the ring holds, as it stands.
  ///
  /// - Complexity: copies the ring's memory.
  package func log() throws(RecordingError) -> FlightLog {
    try FlightLog(
      bytes: Array(UnsafeRawBufferPointer(start: memory.base, count: memory.size)), isOver: false)
  }

  /// Removes the ring's file.
  package func remove() { memory.remove() }
}
