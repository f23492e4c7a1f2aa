import Simulation

// Reading: ``WideTable/current`` and the streams of the encoder are not used.

extension WideTable {
  /// Whether the table's images consist of its fields alone: then these give every byte.
  var fillsRows: Bool {
    var offsets: Set<Int> = []
    for place in places {
      guard place.offset % 4 == 0 else { return false }
      offsets.insert(place.group << 32 | place.offset)
    }
    return offsets.count == places.count && 4 * places.count == layout.rowSize
  }

  /// Reads which rows become or cease to be active: see ``StateBlockDecoder``.
  ///
  /// - Returns: how many rows are active; `nil` where there is no such row.
  func readMask(_ structure: inout ByteReader) -> Int? {
    var previous = -1
    while true {
      guard let gap = structure.readVarint() else { return nil }
      if gap == 0 { break }
      guard gap <= UInt64(rowCount - 1 - previous) else { return nil }
      previous += Int(gap)
      let group = previous / 8
      masks[group] ^= 1 << UInt8(previous % 8)
      toggled.append(group)
    }
    for group in toggled where masks[group] == 0 {
      // Rows of a group that is coded move on together.
      forget(group)
    }
    toggled.removeAll(keepingCapacity: true)
    var count = 0
    var group = 0
    while group < groupCount {
      count &+= masks[group].nonzeroBitCount
      group &+= 1
    }
    return count
  }

  /// Moves the active rows on.
  ///
  /// - Parameter lanes: one for each field.
  func decode(_ lanes: UnsafeMutablePointer<WideSource>) {
    for unit in layout.units { code(unit, lanes) }
  }

  /// Puts the rows into the table's part of an image.
  ///
  /// - Parameter all: whether all of them are put; else only groups with active rows, into an image
  ///   that has the others.
  func write(to image: UnsafeMutablePointer<UInt8>, all: Bool) {
    var start = 0
    let laneCount = laneCount
    for (index, rowSize) in layout.rowSizes.enumerated() {
      let rows = UnsafeMutableRawPointer(image) + start
      start += rowSize * rowCount
      for (lane, place) in places.enumerated() where place.group == index {
        var group = 0
        while group < groupCount {
          if all || masks[group] != 0 {
            let column = last[group &* laneCount &+ lane]
            var to = rows + (8 &* group &* rowSize &+ place.offset)
            if 8 &* group &+ 8 <= rowCount {
              put(column, to, rowSize)
            } else {
              for row in 0..<rowCount &- 8 &* group {
                to.storeBytes(of: column[row], as: UInt32.self)
                to += rowSize
              }
            }
          }
          group &+= 1
        }
      }
    }
  }

  /// Puts one field of eight rows.
  @inline(__always)
  private func put(_ column: SIMD8<UInt32>, _ to: UnsafeMutableRawPointer, _ rowSize: Int) {
    if rowSize == 4 {
      to.storeBytes(of: column, as: SIMD8<UInt32>.self)
      return
    }
    to.storeBytes(of: column[0], as: UInt32.self)
    (to + rowSize).storeBytes(of: column[1], as: UInt32.self)
    (to + 2 &* rowSize).storeBytes(of: column[2], as: UInt32.self)
    (to + 3 &* rowSize).storeBytes(of: column[3], as: UInt32.self)
    (to + 4 &* rowSize).storeBytes(of: column[4], as: UInt32.self)
    (to + 5 &* rowSize).storeBytes(of: column[5], as: UInt32.self)
    (to + 6 &* rowSize).storeBytes(of: column[6], as: UInt32.self)
    (to + 7 &* rowSize).storeBytes(of: column[7], as: UInt32.self)
  }
}
