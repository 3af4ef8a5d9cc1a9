// swift-tools-version: 6.3
import PackageDescription

// What content/combine and the table of names say about Combine, tried with an open implementation of its interface. `make bench`
// runs it, because that resolves OpenCombine anyway.
let package = Package(
  name: "combine",
  platforms: [.macOS(.v15)],
  dependencies: [.package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0")],
  targets: [.testTarget(name: "CombineTests", dependencies: [.product(name: "OpenCombine", package: "OpenCombine")])],
  swiftLanguageModes: [.v5]
)
