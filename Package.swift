// swift-tools-version: 6.1
import PackageDescription

// Where the toolchain keeps the swift-syntax that it was built with; the Makefile sets it. Building swift-syntax from
// source is nine tenths of a first build, and the toolchain's is optimised besides. Without it, the package serves.
let toolchainSyntax = Context.environment["HEADWATER_TOOLCHAIN_SYNTAX"]
let syntaxModules = ["SwiftSyntax", "SwiftParser", "SwiftIDEUtils"]
let syntaxProducts: [Target.Dependency] =
  toolchainSyntax == nil ? syntaxModules.map { .product(name: $0, package: "swift-syntax") } : []
// Whoever imports the generator must find these modules too.
let syntaxSearchPath: [SwiftSetting]? = toolchainSyntax.map { [.unsafeFlags(["-I", $0])] }
let syntaxLibraries: [LinkerSetting]? = toolchainSyntax.map { path in
  [.unsafeFlags(["-L", path, "-Xlinker", "-rpath", "-Xlinker", path])] + syntaxModules.map { .linkedLibrary($0) }
}

// The modules that apps import: each is the engine under a name that their files know. A file may import those that a
// module stands on, as it may with RxSwift's own modules.
let otherNames = ["RxSwift", "RxRelay", "RxCocoa", "NSObject_Rx"]
let standsOn = [
  "RxRelay": ["RxSwift"], "RxCocoa": ["RxSwift", "RxRelay"], "NSObject_Rx": ["RxSwift", "CDestruction"],
]

let package = Package(
  name: "headwater",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Rx", targets: ["Rx"]),
    // The same engine, with all that a pipeline may import, as one shared library: what `headwater trace` links a
    // pipeline against, because linking against it takes a fraction of the time that linking object files takes.
    .library(
      name: "HeadwaterEngine", type: .dynamic,
      targets: ["Rx", "RxTestCore", "RxBlocking", "OldRxSwift"] + otherNames),
    .library(name: "RxTest", targets: ["RxTest"]),
    .library(name: "RxBlocking", targets: ["RxBlocking"]),
    .library(name: "RxTrace", targets: ["RxTrace"]),
    .library(name: "RxTracing", targets: ["RxTracing"]),
    .library(name: "TraceTesting", targets: ["TraceTesting"]),
    .library(name: "RxDistributedTracing", targets: ["RxDistributedTracing"]),
    .library(name: "Walkthrough", targets: ["Walkthrough"]),
    .library(name: "SiteServing", targets: ["SiteServing"]),
    .executable(name: "headwater", targets: ["headwater"]),
  ] + otherNames.map { .library(name: $0, targets: [$0]) },
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", exact: "2.1.1"),
    .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", exact: "1.7.3"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
  ] + (toolchainSyntax == nil ? [.package(url: "https://github.com/swiftlang/swift-syntax", exact: "603.0.1")] : []),
  targets: [
    .target(name: "TraceFormat"),
    .target(name: "CPlatform"),
    // Changes classes of the program, which `rx.disposeBag` needs: linked by nothing but NSObject_Rx.
    .target(name: "CDestruction", dependencies: ["CPlatform"]),
    .target(name: "Rx", dependencies: ["TraceFormat", "CPlatform"]),
    .target(name: "RxTestCore", dependencies: ["Rx", "RxSwift"]),
    // The only library that imports XCTest: what is traced must not load it.
    .target(name: "RxTest", dependencies: ["Rx", "RxTestCore", "RxSwift"]),
    .target(name: "RxBlocking", dependencies: ["Rx", "CPlatform", "RxSwift"]),
    .target(
      name: "RxTrace", dependencies: ["TraceFormat"], resources: [.embedInCode("Views/Page/Assets")]),
    // Recording and reading in one process: what neither the engine nor the model may know of the other.
    .target(name: "RxTracing", dependencies: ["Rx", "RxTrace"]),
    // The one library that imports Testing: for test targets.
    .target(name: "TraceTesting", dependencies: ["RxTracing", "Rx", "RxTrace"]),
    .target(
      name: "RxDistributedTracing",
      dependencies: ["Rx", "RxTrace", .product(name: "Tracing", package: "swift-distributed-tracing")]),
    // Apart from RxTrace, so that who reads traces in code does not build a database for it.
    .target(name: "TraceSQLite", dependencies: ["RxTrace", .product(name: "GRDB", package: "GRDB.swift")]),
    .systemLibrary(
      name: "CCMark", pkgConfig: "libcmark",
      providers: [.apt(["libcmark-dev"]), .brew(["cmark"])]),
    .target(
      name: "Walkthrough",
      dependencies: ["RxTrace", "CCMark", "Yams", .product(name: "Mustache", package: "swift-mustache")]
        + syntaxProducts,
      swiftSettings: syntaxSearchPath, linkerSettings: syntaxLibraries),
    // Apart from the generator, which needs no server to build a site.
    .target(
      name: "SiteServing",
      dependencies: ["Walkthrough"]
        + ["NIOCore", "NIOPosix", "NIOHTTP1"].map { .product(name: $0, package: "swift-nio") },
      swiftSettings: syntaxSearchPath),
    .executableTarget(
      name: "headwater",
      dependencies: [
        "RxTrace", "TraceSQLite", "Walkthrough", "SiteServing",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], swiftSettings: syntaxSearchPath),
    .testTarget(
      name: "RxTests", dependencies: ["Rx", "RxCocoa", "NSObject_Rx", "RxTest", "RxTrace", "CPlatform"],
      exclude: ["Surface/missing.txt", "Surface/ours.txt", "Surface/rxswift-6.9.txt"]),
    // What programs for RxSwift write. That it compiles is the test: with the modules' own names only, as such a program
    // would have them.
    .testTarget(
      name: "SpellingTests", dependencies: ["RxSwift", "RxRelay", "RxCocoa", "RxTest", "RxBlocking"],
      swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")]),
    .testTarget(name: "RxBlockingTests", dependencies: ["Rx", "RxBlocking"]),
    .testTarget(name: "RxTestTests", dependencies: ["Rx", "RxTest", "RxTrace"]),
    .testTarget(
      name: "RxTraceTests",
      dependencies: ["RxTrace", "TraceFormat", "TraceSQLite", .product(name: "GRDB", package: "GRDB.swift")]),
    .testTarget(name: "RxTracingTests", dependencies: ["RxTracing", "Rx", "RxTrace"]),
    .testTarget(name: "TraceTestingTests", dependencies: ["TraceTesting", "RxTracing", "Rx", "RxTrace"]),
    .testTarget(
      name: "RxDistributedTracingTests",
      dependencies: [
        "RxDistributedTracing", "RxTracing", "Rx", "RxTrace",
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
      ]),
    .testTarget(
      name: "WalkthroughTests",
      dependencies: [
        "Walkthrough", "RxTrace", "SiteServing", .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ],
      swiftSettings: syntaxSearchPath),
    .testTarget(
      name: "HeadwaterTests", dependencies: ["headwater", "RxTrace"], exclude: ["Programs", "Guests"],
      swiftSettings: syntaxSearchPath),
  ]
    + (otherNames + ["OldRxSwift"]).map { name in
      .target(
        name: name, dependencies: (["Rx"] + standsOn[name, default: []]).map { .target(name: $0) },
        path: "Sources/OtherNames/\(name)")
    },
  swiftLanguageModes: [.v6]
)
