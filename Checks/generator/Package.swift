// swift-tools-version: 6.3
import PackageDescription

// The generator, the modules that it needs, and the programs that import it: the fuzzers and the benchmark of sites. The
// main package does not declare the generator as a product, because each package that depends on the main package would
// then resolve the generator's packages. Besides, the fuzzers build everything that they test with the sanitizers.
// The modules and the versions are those of the main manifest.
let toolchainSyntax = Context.environment["HEADWATER_TOOLCHAIN_SYNTAX"]
let syntaxModules = ["SwiftSyntax", "SwiftParser", "SwiftIDEUtils"]
let syntaxProducts: [Target.Dependency] =
  toolchainSyntax == nil ? syntaxModules.map { .product(name: $0, package: "swift-syntax") } : []
let syntaxSearchPath: [SwiftSetting]? = toolchainSyntax.map { [.unsafeFlags(["-I", $0])] }
let syntaxLibraries: [LinkerSetting]? = toolchainSyntax.map { path in
  [.unsafeFlags(["-L", path, "-Xlinker", "-rpath", "-Xlinker", path])] + syntaxModules.map { .linkedLibrary($0) }
}

let package = Package(
  name: "generator",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", exact: "2.1.1"),
    .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
  ] + (toolchainSyntax == nil ? [.package(url: "https://github.com/swiftlang/swift-syntax", exact: "603.0.1")] : []),
  targets: [
    .target(name: "TraceFormat"),
    .target(name: "RxTrace", dependencies: ["TraceFormat"]),
    .target(name: "TraceAnalysis", dependencies: ["RxTrace"]),
    .target(name: "CPageAssets", path: "Sources/TraceViews/Page/Assets"),
    .target(name: "TraceViews", dependencies: ["RxTrace", "CPageAssets"], exclude: ["Page/Assets"]),
    .target(name: "CGuestSources", path: "Sources/PipelineRunning/Guests", exclude: ["Driver.swift", "Output.c"]),
    .target(
      name: "PipelineRunning", dependencies: ["RxTrace", "TraceFormat", "CGuestSources"],
      exclude: ["Guests"]),
    .systemLibrary(name: "CCMark", pkgConfig: "libcmark"),
    .target(
      name: "Walkthrough",
      dependencies: ["RxTrace", "TraceAnalysis", "TraceViews", "PipelineRunning", "CCMark", "Yams"]
        + [.product(name: "Mustache", package: "swift-mustache")] + syntaxProducts,
      swiftSettings: syntaxSearchPath, linkerSettings: syntaxLibraries),
    .target(
      name: "SiteServing",
      dependencies: ["RxTrace", "TraceAnalysis", "TraceViews", "PipelineRunning", "Walkthrough"]
        + ["NIOCore", "NIOPosix", "NIOHTTP1"].map { .product(name: $0, package: "swift-nio") },
      swiftSettings: syntaxSearchPath),

    .executableTarget(
      name: "TraceFuzz", dependencies: ["RxTrace", "TraceAnalysis", "TraceViews"], path: "Fuzzers/TraceFuzz"),
    .executableTarget(
      name: "PageFuzz", dependencies: ["RxTrace", "PipelineRunning", "Walkthrough"], path: "Fuzzers/PageFuzz",
      swiftSettings: syntaxSearchPath),
    // Pages to build sites of, the same at every run.
    .target(name: "SitePages", path: "Benchmarks/SitePages"),
    .executableTarget(
      name: "SiteBenchmark", dependencies: ["SitePages", "Walkthrough", "SiteServing"],
      path: "Benchmarks/SiteBenchmark", swiftSettings: syntaxSearchPath),
  ],
  swiftLanguageModes: [.v6]
)
