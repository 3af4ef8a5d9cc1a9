// swift-tools-version: 6.3
import PackageDescription

// Tests the statements about Combine in content/combine and in the table of names, with an open implementation of its
// interface. `make bench` runs the tests, because it resolves OpenCombine anyway.
let package = Package(
  name: "combine",
  platforms: [.macOS(.v15)],
  dependencies: [.package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0")],
  targets: [.testTarget(name: "CombineTests", dependencies: [.product(name: "OpenCombine", package: "OpenCombine")])],
  swiftLanguageModes: [.v5]
)
