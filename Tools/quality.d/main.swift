import Foundation

let options: QualityOptions
do {
  options = try QualityOptions(Array(CommandLine.arguments.dropFirst()))
} catch {
  print("laplace-quality: \(error.message)\n\n\(QualityOptions.usage)")
  exit(2)
}
if options.lists {
  for line in qualityLines { print(line.name) }
  exit(0)
}
let chosen = qualityLines.filter { options.wants($0.name) }
if chosen.isEmpty {
  print("laplace-quality: no line is called that; --list tells the names")
  exit(2)
}
if !options.sweeps.isEmpty {
  sweep(chosen, options)
  exit(0)
}
do {
  let peers = try options.peers.map { try Peer(program: $0, names: options.names) }
  exit(report(chosen, options, beside: peers) ? 0 : 1)
} catch {
  print("laplace-quality: \(error)")
  exit(2)
}
