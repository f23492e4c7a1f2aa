import Foundation
import PackagePlugin

/// `swift package laplace VERB …`: builds the package's own tool, and runs it in the package's folder.
@main
struct LaplacePlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    do {
      let order = try Order(arguments)
      let product = try order.product(of: context.package)
      let program = try build(product, order.configuration)
      let status = try run(program, order.words, in: context.package.directoryURL)
      if status == 2, !FileManager.default.isWritableFile(atPath: context.package.directoryURL.path)
      {
        Diagnostics.remark(
          "nothing can be written here: swift package --allow-writing-to-package-directory laplace …"
        )
      }
      exit(status)
    } catch let refusal as Refusal {
      Diagnostics.error(refusal.text)
      exit(2)
    }
  }

  /// The program of a product that is up to date.
  private func build(
    _ name: String, _ configuration: PackageManager.BuildConfiguration
  ) throws -> URL {
    let built = try packageManager.build(
      .product(name), parameters: .init(configuration: configuration))
    let program = built.builtArtifacts.first {
      $0.kind == .executable && $0.url.lastPathComponent == name
    }
    guard built.succeeded, let program else {
      FileHandle.standardError.write(Data(built.logText.utf8))
      throw Refusal("the product '\(name)' does not build: swift build --product \(name)")
    }
    return program.url
  }

  /// Runs the program, and gives the status as a shell gives it.
  private func run(_ program: URL, _ words: [String], in folder: URL) throws -> Int32 {
    let process = Process()
    process.executableURL = program
    process.arguments = words
    process.currentDirectoryURL = folder
    do { try process.run() } catch {
      throw Refusal("\(program.path): cannot be started: \(error.localizedDescription)")
    }
    process.waitUntilExit()
    let isSignal = process.terminationReason == .uncaughtSignal
    return isSignal ? 128 + process.terminationStatus : process.terminationStatus
  }
}

/// Why nothing is run, in one line.
struct Refusal: Error {
  var text: String

  init(_ text: String) { self.text = text }
}

/// What the command line asks for. The plugin's options stand before the verb, as verbs have options
/// of the same names.
struct Order {
  var product: String?
  var configuration = PackageManager.BuildConfiguration.release
  var words: [String] = []

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let word = rest.first {
      switch word {
      case "--product": product = try Self.value(of: &rest)
      case "--configuration", "-c":
        let name = try Self.value(of: &rest)
        guard let known = PackageManager.BuildConfiguration(rawValue: name) else {
          throw Refusal("--configuration is release or debug, not '\(name)'")
        }
        configuration = known
      // SwiftPM's own, which it leaves where it stands.
      case "--allow-writing-to-package-directory", "--disable-sandbox": rest.removeFirst()
      default:
        words = Array(rest)
        return
      }
    }
  }

  private static func value(of rest: inout ArraySlice<String>) throws -> String {
    let option = rest.removeFirst()
    guard let value = rest.popFirst() else {
      throw Refusal("\(option) needs a value: swift package laplace \(option) NAME VERB")
    }
    return value
  }

  /// The product that was named, or the only one that has the commands.
  func product(of package: Package) throws -> String {
    let all = package.products(ofType: ExecutableProduct.self).sorted { $0.name < $1.name }
    if let product {
      if all.contains(where: { $0.name == product }) { return product }
      throw Refusal(
        "\(package.displayName): no executable product '\(product)'; there are: "
          + (all.isEmpty ? "none" : all.map(\.name).joined(separator: ", ")))
    }
    let tools = all.filter { tool in
      tool.mainTarget.recursiveTargetDependencies.contains { $0.name == "LaplaceCommands" }
    }
    guard let tool = tools.first else {
      throw Refusal(
        "\(package.displayName): no executable product depends on the product Laplace: make one that "
          + "calls LaplaceTool.main(catalogue:)")
    }
    if tools.count > 1 {
      throw Refusal(
        "\(package.displayName): several products depend on Laplace ("
          + tools.map(\.name).joined(separator: ", ")
          + "): choose one, swift package laplace --product \(tool.name) VERB")
    }
    return tool.name
  }
}
