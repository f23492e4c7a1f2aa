import DeterministicMath

extension ImpulseSum {
  /// Adds all lanes that have a joint.
  @inline(__always)
  mutating func add(_ block: LaneColumns, _ anchors: LaneColumns, _ columns: ImpulseColumns) {
    #if !DEBUG
      if isFull(anchors) {
        addWhole(block, anchors, columns)
        return
      }
    #endif
    var lane = 0
    while lane < LaneColumns.laneCount {
      addLane(lane, block, anchors, columns)
      lane &+= 1
    }
  }

  /// Adds a row.
  mutating func add(_ row: UnsafePointer<JointImpulse>, _ slot: Int) {
    rest += RowHash.ofRow(JointImpulse.self, UnsafeRawPointer(row), row: slot)
  }

  /// Adds two words of a row, from the even one `word` on.
  @inline(__always)
  private mutating func add(_ even: UInt32, _ odd: UInt32, _ word: Int, _ key: UInt32) {
    RowHash.add(
      even &+ RowHash.key(word: word) &+ key,
      odd &+ RowHash.key(word: word &+ 1) &+ RowHash.turned(key), to: &rest)
  }

  /// Whether every lane has a joint.
  @inline(__always)
  private func isFull(_ anchors: LaneColumns) -> Bool {
    let slots = UnsafeRawPointer(anchors.slots(AnchorColumn.joint)).load(as: SIMD8<Int32>.self)
    let four = slots.lowHalf | slots.highHalf
    let two = four.lowHalf | four.highHalf
    return two.x | two.y >= 0
  }

  @inline(__always)
  private mutating func addWhole(
    _ block: LaneColumns, _ anchors: LaneColumns, _ columns: ImpulseColumns
  ) {
    @inline(__always)
    func words(_ columns: LaneColumns, _ column: Int) -> UnsafePointer<SIMD4<UInt32>> {
      UnsafeRawPointer(columns.slots(column)).assumingMemoryBound(to: SIMD4<UInt32>.self)
    }
    var half = 0
    while half < 2 {
      let key = words(anchors, AnchorColumn.key)[half]
      let turned = RowSum.turned(key)
      @inline(__always)
      func add(_ word: Int, _ even: Int, _ odd: Int?) {
        let evens = words(block, even)[half]
        let odds = odd.map { words(block, $0)[half] } ?? SIMD4(repeating: 0)
        whole.add(
          even: evens &+ (key &+ RowHash.key(word: word)),
          odd: odds &+ (turned &+ RowHash.key(word: word &+ 1)))
      }
      // Not a loop, which would choose the columns anew for each block.
      add(0, columns[0], columns[1])
      if columns.count > 2 { add(2, columns[2], columns.count > 3 ? columns[3] : nil) }
      if columns.count > 4 { add(4, columns[4], nil) }
      half &+= 1
    }
  }

  @inline(__always)
  private mutating func addLane(
    _ lane: Int, _ block: LaneColumns, _ anchors: LaneColumns, _ columns: ImpulseColumns
  ) {
    if anchors.slots(AnchorColumn.joint)[lane] < 0 { return }
    let key = UInt32(bitPattern: anchors.slots(AnchorColumn.key)[lane])
    var word = 0
    while word < columns.count {
      let even = UInt32(bitPattern: block.slots(columns[word])[lane])
      let isPair = word &+ 1 < columns.count
      let odd = isPair ? UInt32(bitPattern: block.slots(columns[word &+ 1])[lane]) : 0
      add(even, odd, word, key)
      word &+= 2
    }
  }
}
