// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "ball",
  platforms: [.macOS(.v15)],
  dependencies: [.package(url: "LAPLACE_URL", from: "1.0.0")],
  targets: [
    .target(name: "BallGame", dependencies: [.product(name: "Laplace", package: "laplace")]),
    .executableTarget(
      name: "ball", dependencies: ["BallGame", .product(name: "Laplace", package: "laplace")]),
    .testTarget(
      name: "BallTests",
      dependencies: ["BallGame", .product(name: "LaplaceTesting", package: "laplace")]),
  ]
)
