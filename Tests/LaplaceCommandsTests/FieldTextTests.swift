import Foundation
import LaplaceCommands
import Recording
import Simulation
import TestSupport
import Testing

/// Parameters, inputs and events of every type, as people write and read them.
@Suite struct FieldTextTests {
  @Test func listSaysWhatEverythingIs() {
    let text = laplace("list", "errands", catalogue: errandsCatalogue).console.resultText
    for line in [
      #"parameter   title (a text), default "errands""#,
      "parameter   craft (one of smith, baker), default smith",
      "parameter   weather (one of sun, rain, storm), default sun",
      "parameter   start.x (a whole number), default 1",
      "parameter   speeds (a list of numbers), default [1.0, 2.5]",
      "parameter   limit (a whole number, or nil), default 5",
      "parameter   motto (a text, or nil), default nil",
      "parameter   gold (a dictionary from texts to whole numbers), default {\"iron\": 3}",
      "input       say: text (a text)",
      "input       order: unit (a whole number), order (idle or move {to {x (a whole number), y "
        + "(a whole number)}, via (a list of {x (a whole number), y (a whole number)})} or sing "
        + "{verses (a list of texts)}), target (a whole number, or nil), units (a list of whole "
        + "numbers)",
      "event       say: text (a text)",
    ] { #expect(text.contains(line), "\(line) in \(text)") }
  }

  struct Setting: Sendable, CustomTestStringConvertible {
    var words: String
    var shows: String
    var testDescription: String { words }

    init(_ words: String, _ shows: String) { (self.words, self.shows) = (words, shows) }
  }

  static let settings = [
    Setting("title=hi you=me", #"title="hi you=me""#), Setting("title=", #"title="""#),
    Setting("title=none", #"title="none""#), Setting("craft=baker", "craft=baker"),
    Setting("craft=1", "craft=baker"), Setting("weather=storm", "weather=storm"),
    Setting("weather=9", "weather=storm"), Setting("start.y=-7", "start.x=1 start.y=-7"),
    Setting(#"start={"y":3,"x":4}"#, "start.x=4 start.y=3"),
    Setting("speeds=[4, 5e-1]", "speeds=[4.0, 0.5]"), Setting("speeds=[]", "speeds=[]"),
    Setting("limit=nil", "limit=nil"), Setting("limit=null", "limit=nil"),
    Setting("limit=4294967295", "limit=4294967295"), Setting("motto=hi", #"motto="hi""#),
    Setting("motto=nil", "motto=nil"), Setting(#"motto="nil""#, #"motto="nil""#),
    Setting("first=idle", "first=idle"),
    Setting(
      #"first={"kind":"move","to":{"x":1,"y":2},"via":[]}"#, "first=move(to: {x: 1, y: 2}, via: [])"
    ),
    Setting(#"first={"kind":"sing","verses":["la"]}"#, #"first=sing(verses: ["la"])"#),
    Setting(#"gold={"tin":2,"gold":1}"#, #"gold={"gold": 1, "tin": 2}"#),
    Setting("wild=yes", "wild=true"),
  ]

  @Test(
    "a parameter of any type is set by name, recorded and shown", arguments: Sample.of(settings))
  func set(setting: Setting) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mcap")
    let other = setting.words.hasPrefix("wild=") ? [] : ["--set", "wild=true"]
    let run = laplace(
      ["record", "errands", "--steps", "2", "--set", setting.words, "-o", path] + other,
      catalogue: errandsCatalogue)
    #expect(run.status == .same, "\(run.console.wordText)")
    let info = laplace("info", path, catalogue: errandsCatalogue).console.resultText
    #expect(info.contains(setting.shows), "\(info)")
    #expect(info.contains("wild=true"))
    #expect(laplace("verify", path, catalogue: errandsCatalogue).status == .same)
  }

  static let misuses = [
    Setting("weather=9.5", "parameter 'weather' needs one of sun, rain, storm, not '9.5'"),
    Setting("craft=tailor", "parameter 'craft' needs one of smith, baker, not 'tailor'"),
    Setting("speeds=4", "parameter 'speeds' needs a list of numbers, as JSON, not '4'"),
    Setting("speeds=[4", "parameter 'speeds' needs a list of numbers, as JSON, not '[4'"),
    Setting(#"speeds=[4,"a"]"#, "parameter 'speeds': field '[1]' needs a finite number"),
    Setting(
      "limit=-1", "parameter 'limit' needs a whole number from 0 to 4294967295, or nil, not '-1'"),
    Setting("start.z=1", "no parameter 'start.z'; did you mean 'start.x'?"),
    Setting(#"start={"x":1}"#, "parameter 'start': field 'y' is missing"),
    Setting("tilte=a", "no parameter 'tilte'; did you mean 'title'?"),
    Setting(
      #"first={"kind":"move","to":{"x":1,"y":2.5},"via":[]}"#,
      "parameter 'first': field 'to.y' needs a whole number from -2147483648 to 2147483647"),
    Setting(#"start={"x":1,"y":2,"x":3}"#, "parameter 'start': has 'x' twice"),
    Setting(#"gold={"tin":1,"tin":2}"#, #"parameter 'gold': has the key "tin" twice"#),
    Setting("wild=maybe", "parameter 'wild' needs true or false, not 'maybe'"),
  ]

  @Test("what cannot be set is told in one line", arguments: misuses)
  func misset(misuse: Setting) throws {
    let folder = try TemporaryFolder()
    let run = laplace(
      "record", "errands", "--set", misuse.words, "-o", folder.file("a.mcap"),
      catalogue: errandsCatalogue)
    #expect(run.status == .trouble)
    #expect(run.console.wordText.contains(misuse.shows), "\(run.console.wordText)")
  }

  /// The first of two values would be lost without a word.
  @Test(
    "a parameter that is set twice is told in one line",
    arguments: Sample.of([
      (["title=a", "wild=true", "title=b"], "title"), (["title=a", "title=a"], "title"),
      (["start.x=1", #"start={"x":2,"y":2}"#], "start.x"),
      ([#"start={"x":2,"y":2}"#, "start.y=1"], "start.y"),
    ]),
    ["record", "selftest", "render", "bisect"])
  func setTwice(settings: ([String], String), verb: String) throws {
    let folder = try TemporaryFolder()
    let (recording, path) = (folder.file("a.mcap"), folder.file("out"))
    var arguments = [verb, "errands"]
    if verb == "bisect" {
      arguments[1] = recording
      let run = laplace(
        "record", "errands", "--steps", "2", "-o", recording, catalogue: errandsCatalogue)
      #expect(run.status == .same)
    }
    if verb == "record" || verb == "render" { arguments += ["-o", path] }
    let run = laplace(
      arguments + settings.0.flatMap { ["--set", $0] }, catalogue: errandsCatalogue)
    #expect(run.status == .trouble)
    #expect(run.console.words == ["laplace: --set gives the parameter '\(settings.1)' twice"])
    #expect(run.console.results.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  /// Members of one structure are parameters of their own.
  @Test("each member of a structure can be set")
  func setMembers() throws {
    let folder = try TemporaryFolder()
    let run = laplace(
      "record", "errands", "--steps", "2", "--set", "start.x=3", "--set", "start.y=4", "-o",
      folder.file("a.mcap"), catalogue: errandsCatalogue)
    #expect(run.status == .same, "\(run.console.wordText)")
  }

  @Test("a parameter that no simulation takes is the parameters' fault, not the recording's")
  func refusedParameter() throws {
    let folder = try TemporaryFolder()
    let run = laplace(
      "record", "errands", "--set", "weather=5", "-o", folder.file("a.mcap"),
      catalogue: errandsCatalogue)
    #expect(run.status == .refused)
    #expect(
      run.console.wordText.contains(
        "errands: its parameters do not fit: field 'weather' is out of range"))
    #expect(!run.console.wordText.contains("a.mcap"), "\(run.console.wordText)")
  }

  /// An input whose weather is a number, but none of a weather.
  static var strayWeather: String {
    let input = ScriptedInput(step: 3, input: Errands.Input.carry(.init()).recordWords)
    return InputScript.line(input, kinds: Errands.Input.kindSchemas)
      .replacingOccurrences(of: #""weather":"sun""#, with: #""weather":5"#)
  }

  @Test(
    "an input that no simulation takes is named by its script and its step",
    arguments: [
      (#"{"step":1,"step":2,"kind":"say","text":"hi"}"#, "in.jsonl: line 1: has 'step' twice"),
      (strayWeather, "in.jsonl: an input of step 3: field 'load.weather' is out of range"),
    ])
  func refusedInput(line: String, says: String) throws {
    let folder = try TemporaryFolder()
    let (script, path) = (folder.file("in.jsonl"), folder.file("a.mcap"))
    try Data(line.utf8).write(to: URL(fileURLWithPath: script))
    let run = laplace(
      "record", "errands", "--steps", "8", "--input", script, "-o", path,
      catalogue: errandsCatalogue)
    #expect(run.console.wordText.contains(says), "\(run.console.wordText)")
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  static let script = #"""
    {"step":1,"kind":"order","unit":7,"order":{"kind":"move","to":{"x":1,"y":2},"via":[]},"target":5,"units":[3,4]}
    {"step":1,"kind":"say","text":"hi"}
    {"time":0.3,"kind":"order","unit":7,"order":"idle","units":[]}
    {"step":4,"kind":"pay","gold":{"tin":2,"iron":1}}
    """#

  @Test("inputs from a script are recorded, verified and shown as a person reads them")
  func inputsAndEvents() throws {
    let folder = try TemporaryFolder()
    let (script, path) = (folder.file("in.jsonl"), folder.file("a.mcap"))
    try Data(Self.script.utf8).write(to: URL(fileURLWithPath: script))
    let run = laplace(
      "record", "errands", "--steps", "8", "--input", script, "-o", path,
      catalogue: errandsCatalogue)
    #expect(run.status == .same, "\(run.console.wordText)")
    for what in ["inputs", "events"] {
      let shown = laplace(
        "replay", path, "--from", "0", "--to", "7", "--print", what, catalogue: errandsCatalogue)
      #expect(
        shown.console.results == [
          "step 1  order unit=7 order=move(to: {x: 1, y: 2}, via: []) target=5 units=[3, 4]",
          #"step 1  say text="hi""#, "step 3  order unit=7 order=idle target=nil units=[]",
          #"step 4  pay gold={"iron": 1, "tin": 2}"#,
        ])
    }
    #expect(laplace("verify", path, "--keyframes", catalogue: errandsCatalogue).status == .same)
    let other = folder.file("b.mcap")
    #expect(
      laplace(
        "record", "errands", "--steps", "8", "--set", "title=b", "-o", other,
        catalogue: errandsCatalogue
      ).status == .same)
    let diff = laplace("diff", path, other, catalogue: errandsCatalogue).console.resultText
    #expect(diff.contains("inputs of that step: order unit=7 order=move(to: {x: 1, y: 2}"))
    #expect(diff.contains(#"parameters: title="errands" craft=smith weather=sun"#))
    #expect(diff.contains(#"and: title="b" craft=smith"#))
  }

  @Test func aMistakeInAScriptNamesTheMember() throws {
    let folder = try TemporaryFolder()
    let script = folder.file("in.jsonl")
    try Data(
      (#"{"step":0,"kind":"order","unit":7,"units":[],"order":"#
        + #"{"kind":"move","to":{"x":1.5,"y":0},"via":[]}}"#).utf8
    ).write(to: URL(fileURLWithPath: script))
    let run = laplace(
      "record", "errands", "--input", script, "-o", folder.file("a.mcap"),
      catalogue: errandsCatalogue)
    #expect(run.status == .trouble)
    #expect(
      run.console.wordText.contains(
        "line 1: field 'order.to.x' needs a whole number from -2147483648 to 2147483647"))
  }
}
