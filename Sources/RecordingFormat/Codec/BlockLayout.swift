import Simulation

/// The every-step part of a schema as the block codec sees it: which fields are coded, and how.
struct BlockLayout: Sendable {
  /// A field within its table's part of an image.
  struct Place: Sendable {
    var group: Int
    /// Bytes from the start of the group's row.
    var offset: Int
    var type: ScalarType
    /// Index among the table's lanes.
    var lane: Int
    /// Index among the table's velocities.
    var velocity = 0
  }

  /// What is predicted together, in coding order.
  enum Unit: Sendable {
    case plain(Place)
    /// A velocity, and the coordinate that it moves, if any.
    case axis(velocity: Place, position: Place?, gravity: Float)
    /// An angular velocity and the rotation that it turns.
    case turn(velocity: Place, cosine: Place, sine: Place)
  }

  struct Table: Sendable {
    /// Row sizes of the included groups.
    var rowSizes: [Int] = []
    var units: [Unit] = []
    var lanes: [ScalarType] = []
    /// Where each lane's field is.
    var places: [Place] = []
    /// The fields that are predicted as velocities.
    var velocities: [Place] = []

    var rowSize: Int { rowSizes.reduce(0, +) }
  }

  var schema: StateSchema
  var tables: [Table]
  var motion: MotionPath?

  init(
    schema: StateSchema, motionModel: MotionModel?, stepSeconds: Float
  ) {
    self.schema = schema
    motion = MotionPath(motionModel, stepSeconds: stepSeconds)
    tables = []
    for table in schema.tables { tables.append(BlockLayout.table(table, motion)) }
  }

  private static func table(_ source: StateSchema.Table, _ motion: MotionPath?) -> Table {
    var table = Table()
    var roles = [Place?](repeating: nil, count: 16)
    for group in source.groups where group.cadence == .everyStep {
      for field in group.fields {
        let place = Place(
          group: table.rowSizes.count, offset: field.offset, type: field.type,
          lane: table.lanes.count)
        table.lanes.append(field.type)
        table.places.append(place)
        let role = Int(field.role.rawValue)
        if field.type == .float32 && roles[role] == nil { roles[role] = place }
      }
      table.rowSizes.append(group.rowSize)
    }
    func place(_ role: FieldRole) -> Place? { roles[Int(role.rawValue)] }
    var taken = [Bool](repeating: false, count: table.places.count)
    func take(_ place: Place) { taken[place.lane] = true }
    func velocityPlace(_ role: FieldRole) -> Place? {
      guard var found = place(role) else { return nil }
      found.velocity = table.velocities.count
      table.velocities.append(found)
      return found
    }
    if let motion {
      for (velocity, position, gravity) in [
        (FieldRole.velocityX, FieldRole.positionX, motion.gravityX),
        (.velocityY, .positionY, motion.gravityY),
      ] {
        guard let first = velocityPlace(velocity) else { continue }
        let second = place(position)
        table.units.append(.axis(velocity: first, position: second, gravity: gravity))
        take(first)
        if let second { take(second) }
      }
      if let velocity = velocityPlace(.angularVelocity) {
        if let cosine = place(.rotationCosine), let sine = place(.rotationSine) {
          table.units.append(.turn(velocity: velocity, cosine: cosine, sine: sine))
          take(cosine)
          take(sine)
        } else {
          table.units.append(.axis(velocity: velocity, position: nil, gravity: 0))
        }
        take(velocity)
      }
    }
    for place in table.places where !taken[place.lane] { table.units.append(.plain(place)) }
    return table
  }
}
