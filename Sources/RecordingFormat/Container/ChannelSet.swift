/// A set of the channels that this project writes.
struct ChannelSet: Sendable {
  private var bits: UInt8 = 0

  init(_ channels: some Sequence<MCAP.Channel>) {
    for channel in channels { bits |= 1 << UInt8(channel.rawValue) }
  }

  func contains(_ channel: MCAP.Channel) -> Bool { bits >> UInt8(channel.rawValue) & 1 != 0 }
}
