/// An engine that a page runs: simulations as a library of WebAssembly, as `Tools/engine` makes it.
package struct PageEngine: Encodable {
  /// The file that it was read from.
  let file: String
  /// WebAssembly, or that packed with gzip, which the page unpacks.
  let code: [UInt8]

  private enum CodingKeys: CodingKey { case file }

  /// - Returns: `nil` for bytes that begin neither as WebAssembly nor as gzip.
  package init?(file: String, code: [UInt8]) {
    let beginnings: [[UInt8]] = [[0x00, 0x61, 0x73, 0x6D], [0x1F, 0x8B]]
    guard beginnings.contains(where: { code.starts(with: $0) }) else { return nil }
    (self.file, self.code) = (file, code)
  }
}
