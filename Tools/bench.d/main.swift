#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

let options: BenchmarkOptions
switch BenchmarkOptions.parse(Array(CommandLine.arguments.dropFirst())) {
case .success(let parsed):
  options = parsed
case .failure(let trouble):
  print("laplace-bench: \(trouble.message)\n\n\(BenchmarkOptions.usage)")
  exit(2)
}

if options.lists {
  for scene in BenchmarkScene.allCases { print(scene.rawValue) }
  exit(0)
}
if options.timesFields {
  timeFields(options)
  exit(0)
}
if options.timesItems && !options.records {
  timeItems(options)
  exit(0)
}
do {
  if options.timesItems {
    try measureJournal(options)
    exit(0)
  }
  if options.timesWriter {
    try measureWriter(options)
    exit(0)
  }
  if options.recordsItem {
    try measureRecordingOfItem(options)
    exit(0)
  }
  if options.records {
    try measureRecording(options)
    exit(0)
  }
  if options.tellsScaling {
    try tellScaling()
    exit(0)
  }
  let isGood = options.countsInstructions ? try countInstructions(options) : try timeScenes(options)
  exit(isGood ? 0 : 1)
} catch let trouble as BenchmarkOptions.Trouble {
  print("laplace-bench: \(trouble.message)")
  exit(2)
} catch {
  print("laplace-bench: \(error)")
  exit(2)
}
