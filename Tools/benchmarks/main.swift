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

for scene in options.scenes {
  let result =
    switch scene {
    case .largePyramid:
      measure(LargePyramid.self, .init(), scene, options)
    case .manyPyramids:
      measure(ManyPyramids.self, .init(), scene, options)
    case .tumbler:
      measure(Tumbler.self, .init(), scene, options)
    }
  print(options.isJSON ? result.json : result.text)
}
