import Recording

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One JSON document with sorted keys.
func json(_ value: some Encodable) -> String {
  encoded(value, [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes])
}

/// One JSON document on one line, with sorted keys.
func compactJSON(_ value: some Encodable) -> String {
  encoded(value, [.sortedKeys, .withoutEscapingSlashes])
}

private func encoded(
  _ value: some Encodable, _ formatting: JSONEncoder.OutputFormatting
) -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = formatting
  // A difference of two numbers may be infinite.
  encoder.nonConformingFloatEncodingStrategy = .convertToString(
    positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
  guard let data = try? encoder.encode(value) else { return "{}" }
  return TerminalText.json(String(decoding: data, as: UTF8.self))
}

/// The value that a JSON document describes.
///
/// - Throws: `DecodingError`.
func decoded<Value: Decodable>(
  _ type: Value.Type, _ json: some Sequence<UInt8>
) throws -> Value {
  let decoder = JSONDecoder()
  decoder.nonConformingFloatDecodingStrategy = .convertFromString(
    positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
  return try decoder.decode(type, from: Data(json))
}
