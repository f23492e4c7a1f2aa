/// A JSON document that says which version of its schema it follows.
///
/// Keys are added without a new version: a reader passes over keys that it does not know. A key that
/// goes, or means something else, makes a new version.
protocol VersionedDocument: Codable {
  /// The version that this tool writes.
  static var documentVersion: Int { get }

  var version: Int { get }
}

extension VersionedDocument {
  static var documentVersion: Int { 1 }
}
