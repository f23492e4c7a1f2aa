/// What the command line asks for.
struct QualityOptions {
  struct Trouble: Error {
    var message: String
  }

  /// Names of lines, or beginnings of names; none: all.
  var names: [String] = []
  /// Random scenes of each kind.
  var seedCount = 100
  /// Settings of the kernel to try, each with the values to try: all combinations are.
  var sweeps: [(name: String, values: [Float])] = []
  /// Programs that measure the same lines of other engines: Tools/quality.d/peers.
  var peers: [String] = []
  /// Lists the lines and does nothing else.
  var lists = false

  static let usage = """
    usage: laplace-quality [line…] [option…]
      Runs closed forms and everyday scenes through the dynamics interface, and tells for each line
      what was measured beside its goal. Exit status 1: a goal is missed.
      line           the name of a line, or how names begin: rest stand spin
      --quick        ten random scenes of each kind instead of a hundred
      --seeds N      so many
      --sweep NAME=VALUE[,VALUE…]
                     with other settings of the kernel; several sweeps: all combinations. One line
                     for each: what was missed, and which
      --peer PROGRAM what a driver of Tools/quality.d/peers finds is printed below each line
      --list         list the lines
    """

  init(_ arguments: [String]) throws(Trouble) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--quick": seedCount = 10
      case "--list": lists = true
      case "--sweep": sweeps.append(try QualityOptions.sweep(rest.popFirst() ?? ""))
      case "--peer":
        guard let program = rest.popFirst() else {
          throw Trouble(message: "--peer needs a program")
        }
        peers.append(program)
      case "--seeds":
        guard let text = rest.popFirst(), let count = Int(text), count > 0 else {
          throw Trouble(message: "--seeds needs a number of at least 1")
        }
        seedCount = count
      default:
        if argument.hasPrefix("-") { throw Trouble(message: "unknown option '\(argument)'") }
        names.append(argument)
      }
    }
  }

  private static func sweep(_ text: String) throws(Trouble) -> (name: String, values: [Float]) {
    let parts = text.split(separator: "=")
    let values = parts.count == 2 ? parts[1].split(separator: ",").map { Float($0) } : []
    guard parts.count == 2, !values.isEmpty, !values.contains(nil),
      settings[String(parts[0])] != nil
    else {
      throw Trouble(
        message: "--sweep needs one of \(settings.keys.sorted().joined(separator: ", ")), "
          + "then =, then numbers with commas between them")
    }
    return (String(parts[0]), values.compactMap { $0 })
  }

  func wants(_ name: String) -> Bool { names.isEmpty || names.contains { name.hasPrefix($0) } }
}
