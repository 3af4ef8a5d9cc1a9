// swift-tools-version: 6.3
import PackageDescription

// A target that imports the generator must find the toolchain's swift-syntax if the generator uses it: see the main
// manifest.
let syntaxSearchPath: [SwiftSetting]? = Context.environment["HEADWATER_TOOLCHAIN_SYNTAX"].map {
  [.unsafeFlags(["-I", $0])]
}

// A package of its own, so that the peers that are measured against never enter the main manifest.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "headwater", path: ".."),
    .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"),
  ],
  targets: [
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        .product(name: "Rx", package: "headwater"),
        .product(name: "RxTrace", package: "headwater"),
        .product(name: "TraceAnalysis", package: "headwater"),
        .product(name: "TraceViews", package: "headwater"),
        .product(name: "OpenCombine", package: "OpenCombine"),
        .product(name: "OpenCombineDispatch", package: "OpenCombine"),
      ]),
    // Pages to build sites of, the same at every run.
    .target(name: "SitePages"),
    .executableTarget(
      name: "SiteBenchmark",
      dependencies: [
        "SitePages", .product(name: "Walkthrough", package: "headwater"),
        .product(name: "SiteServing", package: "headwater"),
      ],
      swiftSettings: syntaxSearchPath),
  ],
  swiftLanguageModes: [.v6]
)
