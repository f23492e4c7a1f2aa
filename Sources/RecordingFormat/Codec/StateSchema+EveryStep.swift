import Simulation

extension StateSchema {
  /// The every-step part of a full image.
  func everyStepPart(of image: StateImage) -> StateImage {
    var part = StateImage(rowCounts: image.rowCounts)
    var offset = 0
    for (table, rows) in zip(tables, image.rowCounts) {
      for group in table.groups {
        let size = group.rowSize * Int(rows)
        if group.cadence == .everyStep {
          part.bytes.append(contentsOf: image.bytes[offset..<offset + size])
        }
        offset += size
      }
    }
    return part
  }
}
