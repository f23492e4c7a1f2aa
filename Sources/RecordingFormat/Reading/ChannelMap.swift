/// The channels of a file by their numbers: ours, and those of other programs.
struct ChannelMap: Sendable {
  /// A channel of another program.
  struct Foreign: Equatable, Sendable {
    var topic: String
    var schema: String
  }

  private var own: [UInt16: MCAP.Channel]
  private(set) var foreign: [UInt16: Foreign] = [:]
  private var schemas: [UInt16: String] = [:]
  /// True until the file itself names a channel.
  private var isAssumed: Bool

  /// The numbers that this project's writer gives; for bytes that name none, such as a chunk of a
  /// damaged file.
  static let assumed: ChannelMap = {
    var map = ChannelMap()
    for channel in MCAP.Channel.allCases { map.own[channel.rawValue] = channel }
    map.isAssumed = true
    return map
  }()

  init() { (own, isAssumed) = ([:], false) }

  /// What a number stands for; `nil` for channels of other programs.
  subscript(number: UInt16) -> MCAP.Channel? { own[number] }

  /// True for the numbers that this project's writer gives.
  var areUsual: Bool { own.allSatisfy { $0.key == $0.value.rawValue } }

  /// Notes a record of a schema.
  ///
  /// - Returns: `false` when it cannot be read.
  mutating func addSchema(_ record: ByteReader) -> Bool {
    var reader = record
    guard let id = reader.readUInt16(), let name = reader.readText() else { return false }
    schemas[id] = String(name.prefix(ChannelMap.nameMax))
    return true
  }

  /// Notes a record of a channel. A robot's topic may be called as one of ours is: its encoding and its
  /// schema are others.
  ///
  /// - Returns: `false` when it cannot be read, or has the number of another one.
  mutating func addChannel(_ record: ByteReader) -> Bool {
    var reader = record
    guard let id = reader.readUInt16(), let schema = reader.readUInt16(),
      let topic = reader.readText(), let encoding = reader.readText()
    else { return false }
    if isAssumed { (own, isAssumed) = ([:], false) }
    let name = schemas[schema]
    if let channel = MCAP.Channel.allCases.first(where: { $0.topic == topic }),
      encoding == channel.messageEncoding, name == nil || name == channel.schemaName
    {
      guard foreign[id] == nil, own[id] == nil || own[id] == channel else { return false }
      own[id] = channel
    } else {
      let channel = Foreign(topic: String(topic.prefix(ChannelMap.nameMax)), schema: name ?? "")
      guard own[id] == nil, foreign[id] == nil || foreign[id] == channel else { return false }
      foreign[id] = channel
    }
    return true
  }

  /// The letters that are kept of a foreign name.
  private static let nameMax = 256
}
