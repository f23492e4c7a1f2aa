import Simulation

/// One kind of row of the kernel's state, for the test that no field of any was forgotten.
package struct KernelRow: Sendable {
  package let name: String
  package let layout: RowLayout
  /// Bytes of a row in memory.
  package let size: Int
  /// Bytes of those that are no state, because they follow from it.
  package let derivedSize: Int

  private init<Row: StateFields & BitwiseCopyable>(
    _ name: String, _ type: Row.Type, _ layout: RowLayout, derivedSize: Int = 0
  ) {
    self.name = name
    self.layout = layout
    self.size = MemoryLayout<Row>.size
    self.derivedSize = derivedSize
  }

  package static var all: [KernelRow] {
    // Angle, displacement, and the sine and versine of the angle.
    let derived = 5 * MemoryLayout<Float>.size
    return [
      KernelRow("BodyPose", BodyPose.self, BodyPose.layout),
      KernelRow("BodyMotion", BodyMotion.self, BodyMotion.layout, derivedSize: derived),
      KernelRow("BodyFlags", BodyFlags.self, BodyFlags.layout),
      KernelRow("BodyMass", BodyMass.self, BodyMass.layout),
      KernelRow("BodyRecord", BodyRecord.self, BodyRecord.layout),
      KernelRow("SleepTimer", SleepTimer.self, SleepTimer.layout),
      KernelRow("ShapeRecord", ShapeRecord.self, ShapeRecord.layout),
      KernelRow("ShapeOutline", ShapeOutline.self, ShapeOutline.layout),
      KernelRow("SideVertex", SideVertex.self, SideVertex.layout),
      KernelRow("JointRecord", JointRecord.self, JointRecord.layout),
      KernelRow("JointImpulse", JointImpulse.self, JointImpulse.layout),
      KernelRow("ContactRow", ContactRow.self, ContactRow.layout),
      KernelRow("ContactManifold", ContactManifold.self, ContactManifold.layout),
    ]
  }

  /// Bytes of the two groups of contacts' rows as their vectors have them.
  package static var contactVectorSizes: [Int] {
    [MemoryLayout<ContactRow.Head>.size, MemoryLayout<ContactRow.Impulses>.size]
  }
}
