import AgentProtocol
import DeterministicMath
import Pictures
import Recording
import Simulation

/// What a page's engine needs to replay a recording: requests of the agent protocol, ready to send.
package struct PageReplay: Encodable {
  /// The inputs of one step.
  struct Inputs: Encodable {
    var step: Int64
    /// As they stand in the request: their number, and each one's kind and words; in base64.
    var records: String
    /// As lines that `record --input` reads.
    var lines: [String]
  }

  /// A kind of input of which a page can make one: all its fields are numbers.
  struct Kind: Encodable {
    var number: Int
    var name: String
    var fields: [PageTables.Field]
  }

  /// A parameter: a number, a text, a list of such, or none of them; others stay as they are.
  package struct Parameter: Encodable {
    var name: String
    var type: String
    /// What people call its numbers, by number.
    var cases: [String: String]?
    /// The type of a list's elements.
    var element: String?
    var isOptional: Bool?
    /// Its words, where a page cannot set it.
    var words: [String]?
    /// Its value, as people write it.
    var value: String
  }

  /// The requests that begin the run, in base64.
  var begin: [String]
  var inputs: [Inputs]
  var kinds: [Kind]
  /// The whole digest after the last step, of which the facts may hold a part.
  var lastDigest: String
  /// The command that records such a run, up to how many steps it has and what its inputs are.
  var command: String
  /// What a playground lets a person set.
  package var parameters: [Parameter]?

  /// - Parameter command: records such a run, up to how many steps it has and what its inputs are.
  /// - Throws: `RecordingError` for a recording that begins in the middle and has no key frame there.
  package init(_ recording: Recording, command: String) throws(RecordingError) {
    let header = recording.header
    let description = header.description
    var requests = [
      AgentRequest.start(
        simulation: description.name, parameters: header.parameters, seed: header.seed)
    ]
    if header.firstStep > 0 {
      let keyframe = try recording.keyframe(atOrBefore: 0)
      requests.append(.restore(stepCount: keyframe.stepCount, image: keyframe.image))
    }
    begin = requests.map { base64($0.encoded) }
    var inputs: [Inputs] = []
    for step in 0..<recording.stepCount {
      let records = try recording.inputs(at: step)
      if records.isEmpty { continue }
      // A request for one step is its type, the number 1, and what is wanted.
      let bytes = AgentRequest.run([records]).encoded.dropFirst(5)
      let lines = records.map {
        InputScript.line(ScriptedInput(step: step, input: $0), kinds: description.inputs)
      }
      inputs.append(Inputs(step: step, records: base64(bytes), lines: lines))
    }
    self.inputs = inputs
    kinds = description.inputs.enumerated().compactMap { number, kind in
      let fields = kind.fields.map { PageTables.Field(name: $0.name, type: "\($0.type)") }
      let isPlain = kind.fields.allSatisfy { $0.type == .float64 || $0.type == .float32 }
      return isPlain ? Kind(number: number, name: kind.name, fields: fields) : nil
    }
    lastDigest = try recording.digest(after: recording.stepCount - 1).description
    self.command = command
  }

  /// Types of one word that a page can write.
  private static let plainTypes: Set<FieldType> = [
    .float32, .float64, .int64, .bool, .uint8, .uint32, .int32, .uint64,
  ]

  /// All parameters, in their order, each with its value in `words`.
  package static func parameters(_ words: [UInt64], _ schema: [FieldSchema]) -> [Parameter] {
    var cursor = WordCursor(words)
    return FieldSchema.leaves(schema).map { field in
      let start = cursor.index
      let text = FieldShape(field).text(&cursor)
      var parameter = Parameter(name: field.name, type: "\(field.type)", value: text)
      var inner = field
      if field.type == .optional, let only = onlyField(of: field) {
        (inner, parameter.type, parameter.isOptional) = (only, "\(only.type)", true)
      }
      let element = inner.type == .list ? onlyField(of: inner) : nil
      if plainTypes.contains(inner.type) || inner.type == .text {
        parameter.cases = names(inner)
      } else if let element, element.cases.isEmpty,
        plainTypes.contains(element.type) || element.type == .text
      {
        parameter.element = "\(element.type)"
      } else {
        parameter.words = cursor.words(from: start).map { String($0) }
      }
      // The words of a text are the number of its bytes and each byte. A form shows it without quotes, but a
      // text that may be missing has them: `nil` is none.
      if field.type == .text {
        let bytes = cursor.words(from: start).dropFirst().map { UInt8(truncatingIfNeeded: $0) }
        parameter.value = String(decoding: bytes, as: UTF8.self)
      }
      return parameter
    }
  }

  /// What a list or an optional holds, where it is a value without a name.
  private static func onlyField(of field: FieldSchema) -> FieldSchema? {
    field.fields.count == 1 ? field.fields[0] : nil
  }

  private static func names(_ field: FieldSchema) -> [String: String]? {
    field.cases.isEmpty
      ? nil : Dictionary(field.cases.map { ("\($0.word)", $0.name) }) { first, _ in first }
  }
}
