import DeterministicMath
import Recording
import Simulation

enum CodecFixtures {
  static func group(
    _ cadence: StateCadence = .everyStep, _ fields: [(String, ScalarType, FieldRole)]
  ) -> StateSchema.Group {
    var group = StateSchema.Group(cadence: cadence, rowSize: 0, fields: [])
    for (name, type, role) in fields {
      group.fields.append(
        StateSchema.Field(label: name, type: type, offset: group.rowSize, role: role))
      group.rowSize += type.size
    }
    return group
  }

  static let pose = group(
    .everyStep,
    [
      ("x", .float32, .positionX), ("y", .float32, .positionY),
      ("cosine", .float32, .rotationCosine), ("sine", .float32, .rotationSine),
    ])
  static let motion = group(
    .everyStep,
    [
      ("vx", .float32, .velocityX), ("vy", .float32, .velocityY), ("w", .float32, .angularVelocity),
    ])
  static let flags = group(.everyStep, [("flags", .uint32, .none)])

  /// Poses and velocities in groups of their own, like the kernel's bodies: 32 bytes a row.
  static let bodies = StateSchema(tables: [
    StateSchema.Table(name: "bodies", groups: [pose, motion, flags])
  ])

  /// Four bytes each, in groups of all sizes; and several tables.
  static let words = StateSchema(tables: [
    StateSchema.Table(
      name: "few", groups: [flags, group(.keyFrame, [("k", .uint64, .none)]), motion]),
    StateSchema.Table(
      name: "many",
      groups: [
        group(
          .everyStep,
          [
            ("a", .int32, .none), ("vy", .float32, .velocityY), ("f", .float32, .none),
            ("y", .float32, .positionY), ("g", .uint32, .none),
          ]),
        group(
          .everyStep,
          [
            ("s", .float32, .rotationSine), ("c", .float32, .rotationCosine),
            ("w", .float32, .angularVelocity),
          ]),
      ]),
  ])

  /// Every scalar type, cadences mixed, a table without every-step fields, a single value.
  static let everything = StateSchema(tables: [
    StateSchema.Table(
      name: "value", content: .value, groups: [group(.everyStep, [("", .float64, .none)])]),
    StateSchema.Table(
      name: "mixed",
      groups: [
        group(.everyStep, [("a", .uint8, .none)]),
        group(.keyFrame, [("k", .int64, .none)]),
        group(
          .everyStep,
          [
            ("b", .uint32, .none), ("c", .int32, .none), ("d", .uint64, .none),
            ("e", .int64, .none),
            ("f", .float32, .none), ("g", .float64, .none),
          ]),
      ]),
    StateSchema.Table(name: "rare", groups: [group(.keyFrame, [("r", .uint32, .key)])]),
    StateSchema.Table(name: "bodies", groups: [pose, motion]),
    // Roles in unusual company: doubles, velocities without coordinates, coordinates alone.
    StateSchema.Table(
      name: "odd",
      groups: [
        group(
          .everyStep,
          [
            ("x", .float64, .positionX), ("vx", .float32, .velocityX), ("y", .float32, .positionY),
            ("w", .float32, .angularVelocity), ("c", .float32, .rotationCosine),
          ])
      ]),
  ])

  static let models: [MotionModel?] = [
    nil,
    MotionModel(worldSteps: 4, substeps: 1, substep: 1.0 / 240, gravityX: 0, gravityY: 10),
    MotionModel(worldSteps: 1, substeps: 4, substep: 1.0 / 240, gravityX: 1, gravityY: -10),
    MotionModel(worldSteps: 0, substeps: 4, substep: 1.0 / 240, gravityX: 1, gravityY: -10),
    MotionModel(worldSteps: .max, substeps: .max, substep: .nan, gravityX: .nan, gravityY: 1),
    MotionModel(worldSteps: 2, substeps: 2, substep: 1e30, gravityX: 1e30, gravityY: -1e38),
  ]
}

func blockEncoder(
  _ schema: StateSchema, _ model: MotionModel?, isWide: Bool = true
) -> StateBlockEncoder {
  StateBlockEncoder(
    schema: schema, motionModel: model, stepSeconds: 1 / 60, isWide: isWide)
}

func blockDecoder(
  _ schema: StateSchema, _ model: MotionModel?, isWide: Bool = true
) -> StateBlockDecoder {
  StateBlockDecoder(
    schema: schema, motionModel: model, stepSeconds: 1 / 60, isWide: isWide)
}

/// Everything a block of `images` after `anchor` concatenates to.
func encodedBlock(
  _ schema: StateSchema, _ model: MotionModel?, anchor: StateImage, _ images: [StateImage],
  isWide: Bool = true
) -> (bytes: [UInt8], block: StateBlock) {
  var encoder = blockEncoder(schema, model, isWide: isWide)
  encoder.begin(anchor: anchor)
  for image in images { encoder.append(image) }
  let block = encoder.finish()
  return (Array(block.sections.joined()), block)
}

extension StateImage {
  mutating func append<Value: BitwiseCopyable>(_ value: Value) {
    withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) }
  }
}
