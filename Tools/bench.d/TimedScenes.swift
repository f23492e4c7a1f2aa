#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Times the scenes, alone or in turns with peers; stores, compares and checks what was asked for.
func timeScenes(_ options: BenchmarkOptions) throws -> Bool {
  let expected = try options.expectPath.map { try StoredRun.read($0) }
  let stored = try options.comparePath.map { try StoredRun.read($0) }
  var contestants: [Contestant] = []
  if !options.peers.isEmpty {
    contestants = [.ourselves()] + (try options.peers.map { try Contestant(driver: $0) })
  }
  var table = TurnTable(contestants)
  if !contestants.isEmpty && !options.isJSON { print(table.header) }
  var comparison = Comparison()
  var kept: [SceneRun] = []
  var isGood = true
  for scene in options.scenes {
    var runs: [SceneRun?] = []
    if contestants.isEmpty {
      runs = [try scene.visit(Measurement(options: options))]
    } else {
      runs = try runInTurns(scene, contestants, options)
    }
    guard var run = runs[0] else { continue }
    if let wanted = expected?.run(of: run.scene), wanted.steps == run.steps,
      wanted.isSmall == run.isSmall, wanted.isMedium == run.isMedium, let digest = wanted.digest,
      digest != run.digest
    {
      run.void = "the digest should be \(digest)"
      isGood = false
    }
    runs[0] = run
    let before = stored?.run(of: run.scene)
    for index in runs.indices where !options.tellsTimes { runs[index]?.times = nil }
    if let first = runs[0] { kept.append(first) }
    if options.isJSON {
      for run in runs { if let run { print(run.json) } }
    } else if contestants.isEmpty {
      print(run.text)
      if options.tellsQuality { print("  figures: \(run.figuresText)") }
    } else {
      print(table.line(runs))
      if options.tellsQuality { print(table.figures(runs)) }
    }
    if stored != nil { comparison.add(run, before) }
    fflush(nil)
  }
  if !contestants.isEmpty {
    print(options.isJSON ? encoded(["geometricMeans": table.means]) : table.footer)
  }
  if let stored { print(comparison.text(machine: stored.machine)) }
  if let path = options.storePath {
    try StoredRun(machine: machineName, build: buildNames, runs: kept).write(path)
  }
  return isGood
}
