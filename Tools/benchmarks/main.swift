import Scenarios

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

/// Times a scene, and its recording when asked to.
func run<S: BenchmarkSimulation>(
  _ type: S.Type, _ parameters: S.Parameters, _ scene: BenchmarkScene
) throws {
  var result = measure(type, parameters, scene, options)
  if options.records {
    result.further = try measureRecording(type, parameters, scene, options)
  }
  print(options.isJSON ? result.json : result.text)
}

for scene in options.scenes {
  do {
    switch scene {
    case .largePyramid: try run(LargePyramid.self, .init(), scene)
    case .manyPyramids: try run(ManyPyramids.self, .init(), scene)
    case .tumbler: try run(Tumbler.self, .init(), scene)
    case .jointGrid: try run(JointGrid.self, .init(), scene)
    case .smash: try run(Smash.self, .init(), scene)
    case .spinner: try run(Spinner.self, .init(), scene)
    case .washer: try run(Washer.self, .init(), scene)
    case .compounds: try run(Compounds.self, .init(), scene)
    case .junkyard: try run(Junkyard.self, .init(), scene)
    case .rain: try run(Rain.self, .init(), scene)
    case .fallingHinges: try run(FallingHinges.self, .init(), scene)
    }
  } catch {
    print("laplace-bench: \(scene.rawValue): recording failed: \(error)")
    exit(2)
  }
}
