// swift-tools-version: 6.3
import PackageDescription

// A target that imports the generator must find the toolchain's swift-syntax if the generator uses it: see the main
// manifest.
let syntaxSearchPath: [SwiftSetting] =
  Context.environment["HEADWATER_TOOLCHAIN_SYNTAX"].map {
    [.unsafeFlags(["-I", $0])]
  } ?? []

// A package of its own, because everything that it tests is built again with the sanitizers, once for both fuzzers.
let package = Package(
  name: "Fuzz",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "headwater", path: "../..")],
  targets: [
    .executableTarget(
      name: "TraceFuzz",
      dependencies: ["RxTrace", "TraceAnalysis", "TraceViews"].map { .product(name: $0, package: "headwater") }),
    .executableTarget(
      name: "PageFuzz",
      dependencies: ["RxTrace", "PipelineRunning", "Walkthrough"].map { .product(name: $0, package: "headwater") },
      swiftSettings: syntaxSearchPath),
  ],
  swiftLanguageModes: [.v6]
)
