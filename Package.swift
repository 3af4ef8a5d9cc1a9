// swift-tools-version: 6.3
import PackageDescription

// The folder of the swift-syntax that the toolchain was built with. `Scripts/swift` names it, because building
// swift-syntax from source takes longer than building everything else. Plain `swift build` builds the package instead.
let toolchainSyntax = Context.environment["HEADWATER_TOOLCHAIN_SYNTAX"]
let syntaxModules = ["SwiftSyntax", "SwiftParser", "SwiftIDEUtils"]
let syntaxProducts: [Target.Dependency] =
  toolchainSyntax == nil ? syntaxModules.map { .product(name: $0, package: "swift-syntax") } : []
// Every target that imports the generator must find these modules too.
let syntaxSearchPath: [SwiftSetting]? = toolchainSyntax.map { [.unsafeFlags(["-I", $0])] }
let syntaxLibraries: [LinkerSetting]? = toolchainSyntax.map { path in
  [.unsafeFlags(["-L", path, "-Xlinker", "-rpath", "-Xlinker", path])] + syntaxModules.map { .linkedLibrary($0) }
}

// The modules that stand for RxSwift's are in Swift 5 mode, like RxSwift's, and nothing else is. From a module in Swift 6
// mode the compiler infers that each type without a Sendable conformance was meant not to be sent, and warns about every
// subject in a `DispatchQueue.async` of an app. The types hold closures of the program, so they cannot be Sendable, and
// `@preconcurrency` at each would leave the warnings in an app in Swift 6 mode that says `@preconcurrency import RxSwift` to
// be without them. So the app's own mode decides, as with RxSwift: ClientWarningsTests counts it. The engine itself is
// checked as in Swift 6 mode, and `make test` fails on a warning.
let engineSettings: [SwiftSetting] = [.swiftLanguageMode(.v5), .enableUpcomingFeature("StrictConcurrency")]

// The modules that apps import: each is the engine under a name that their files know. A file may also import the
// modules that such a module depends on, as with RxSwift's own modules.
let otherNames = ["RxSwift", "RxRelay", "RxCocoa", "NSObject_Rx"]
let standsOn = [
  "RxRelay": ["RxSwift"], "RxCocoa": ["RxSwift", "RxRelay"], "NSObject_Rx": ["RxSwift", "CDestruction"],
]
let modulesOfOtherNames = (otherNames + ["OldRxSwift"]).map { name in
  Target.target(
    name: name, dependencies: (["Rx"] + standsOn[name, default: []]).map { .target(name: $0) },
    path: "Sources/OtherNames/\(name)", swiftSettings: engineSettings)
}

let readers = ["RxTrace", "TraceAnalysis", "TraceViews", "RxTracing", "TraceTesting", "RxDistributedTracing"]
// The modules that read, judge, show and make recordings.
let toolModules: [Target.Dependency] = ["RxTrace", "TraceAnalysis", "TraceViews", "PipelineRunning"]

func server(_ modules: String...) -> [Target.Dependency] { modules.map { .product(name: $0, package: "swift-nio") } }

func tracing(_ product: String, from package: String = "swift-distributed-tracing") -> Target.Dependency {
  .product(name: product, package: package, condition: .when(traits: ["DistributedTracing"]))
}

let package = Package(
  name: "headwater",
  // The first versions with `Mutex` and `Atomic`.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  // A package that depends on this one resolves the packages that these need: none, unless it turns the trait on. So
  // the command and the generator are not declared. SwiftPM makes an executable of the root package a product by itself,
  // and Checks/generator is a package for programs that import the generator.
  products: [
    .library(name: "Rx", targets: ["Rx"]),
    // The same engine, with everything that a pipeline may import, as one shared library. `headwater trace` links
    // pipelines with it, because that takes a fraction of the time that linking object files takes.
    .library(
      name: "HeadwaterEngine", type: .dynamic,
      targets: ["Rx", "RxTestCore", "RxBlocking", "OldRxSwift"] + otherNames),
  ] + (otherNames + ["RxTest", "RxBlocking"] + readers).map { .library(name: $0, targets: [$0]) },
  traits: [
    .trait(name: "DistributedTracing", description: "RxDistributedTracing: spans for swift-distributed-tracing"),
    .trait(name: "TraceResources", description: "Resources.total counts in release builds too"),
  ],
  dependencies: [
    // Only this checkout resolves these, so exact versions disturb nobody.
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", exact: "2.1.1"),
    .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
    // A package that turns the trait on resolves these too.
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    .package(url: "https://github.com/apple/swift-service-context", from: "1.5.1"),
  ] + (toolchainSyntax == nil ? [.package(url: "https://github.com/swiftlang/swift-syntax", exact: "603.0.1")] : []),
  targets: modulesOfOtherNames + [
    .target(name: "TraceFormat"),
    .target(name: "CPlatform"),
    // Changes classes of the program, which `rx.disposeBag` needs. Only NSObject_Rx links it.
    .target(name: "CDestruction"),
    .target(
      name: "Rx", dependencies: ["TraceFormat", "CPlatform"],
      swiftSettings: engineSettings + [.define("TRACE_RESOURCES", .when(traits: ["TraceResources"]))]),
    .target(name: "RxTestCore", dependencies: ["Rx", "RxSwift", "CPlatform"], swiftSettings: engineSettings),
    // The only library that imports XCTest, because a traced program must not load it.
    .target(name: "RxTest", dependencies: ["Rx", "RxTestCore", "RxSwift"], swiftSettings: engineSettings),
    .target(name: "RxBlocking", dependencies: ["Rx", "CPlatform", "RxSwift"], swiftSettings: engineSettings),
    // The model of a run. What shows, judges or makes runs knows it, and a test target does not have to build all of that.
    .target(name: "RxTrace", dependencies: ["TraceFormat"]),
    .target(name: "TraceAnalysis", dependencies: ["RxTrace"]),
    .target(name: "TraceViews", dependencies: ["RxTrace", "CPageAssets"], exclude: ["Page/Assets"]),
    // The script and the style of a trace's page, as texts in the program.
    .target(name: "CPageAssets", path: "Sources/TraceViews/Page/Assets"),
    .target(
      name: "PipelineRunning", dependencies: ["RxTrace", "TraceFormat", "CGuestSources"],
      exclude: ["Guests"]),
    // Files as texts in the program, which compiles them for what it records.
    .target(name: "CGuestSources", path: "Sources/PipelineRunning/Guests", exclude: ["Driver.swift", "Output.c"]),
    // Edits the program's source. It needs swift-syntax, which the products must not.
    .target(
      name: "Remedies", dependencies: ["RxTrace", "TraceAnalysis"] + syntaxProducts, swiftSettings: syntaxSearchPath,
      linkerSettings: syntaxLibraries),
    // Records and reads in one process. It needs the engine and the model, which must not depend on each other.
    .target(name: "RxTracing", dependencies: ["Rx", "RxTrace"]),
    // The only library that imports Testing. It is for test targets.
    .target(name: "TraceTesting", dependencies: ["RxTracing", "Rx", "RxTrace", "TraceAnalysis"]),
    .target(
      name: "RxDistributedTracing",
      dependencies: [
        "Rx", "RxTrace", tracing("Tracing"), tracing("ServiceContextModule", from: "swift-service-context"),
      ]),
    // Separate from RxTrace, so that a program that reads traces does not need SQLite.
    .target(name: "TraceSQLite", dependencies: ["RxTrace", "CSQLite"]),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .systemLibrary(name: "CCMark", pkgConfig: "libcmark", providers: [.apt(["libcmark-dev"]), .brew(["cmark"])]),
    .target(
      name: "Walkthrough",
      dependencies: toolModules + ["CCMark", "Yams", .product(name: "Mustache", package: "swift-mustache")]
        + syntaxProducts,
      swiftSettings: syntaxSearchPath, linkerSettings: syntaxLibraries),
    // Separate from the generator, which needs no server to build a site.
    .target(
      name: "SiteServing", dependencies: ["Walkthrough"] + toolModules + server("NIOCore", "NIOPosix", "NIOHTTP1"),
      swiftSettings: syntaxSearchPath),
    .executableTarget(
      name: "headwater",
      dependencies: toolModules + ["TraceSQLite", "Walkthrough", "SiteServing", "Remedies"]
        + [.product(name: "ArgumentParser", package: "swift-argument-parser")],
      swiftSettings: syntaxSearchPath),

    .target(name: "TestSupport", path: "Tests/TestSupport"),
    .testTarget(
      name: "RxTests",
      dependencies: [
        "TestSupport", "Rx", "RxCocoa", "NSObject_Rx", "RxTest", "RxTrace", "TraceAnalysis", "RxTracing", "CPlatform",
      ],
      exclude: ["Surface/missing.txt", "Surface/ours.txt", "Surface/rxswift.txt"]),
    // Code as programs for RxSwift have it. The test is that it compiles with only the names that the imported modules
    // have themselves.
    .testTarget(
      name: "SpellingTests", dependencies: ["RxSwift", "RxRelay", "RxCocoa", "RxTest", "RxBlocking"],
      swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")]),
    .testTarget(name: "RxBlockingTests", dependencies: ["TestSupport", "Rx", "RxBlocking"]),
    .testTarget(
      name: "RxTestTests", dependencies: ["TestSupport", "Rx", "RxTest", "RxTrace", "TraceViews", "RxTracing"]),
    .testTarget(
      name: "RxTraceTests", dependencies: toolModules + ["TestSupport", "TraceFormat", "TraceSQLite", "CSQLite"],
      exclude: ["Recordings"]),
    .testTarget(name: "RxTracingTests", dependencies: ["TestSupport", "RxTracing", "Rx", "RxTrace"]),
    .testTarget(
      name: "TraceTestingTests",
      dependencies: ["TestSupport", "TraceTesting", "RxTracing", "Rx", "RxTestCore", "RxTrace", "TraceAnalysis"]),
    .testTarget(
      name: "RxDistributedTracingTests",
      dependencies: [
        "TestSupport", "RxDistributedTracing", "RxTracing", "Rx", "RxTrace", tracing("Tracing"),
        tracing("InMemoryTracing"),
      ]),
    .testTarget(
      name: "WalkthroughTests",
      dependencies: toolModules + server("NIOCore", "NIOHTTP1") + ["TestSupport", "Walkthrough", "SiteServing"],
      swiftSettings: syntaxSearchPath),
    .testTarget(
      name: "HeadwaterTests", dependencies: ["TestSupport", "headwater"] + toolModules,
      exclude: ["Programs", "Guests", "Clients"], swiftSettings: syntaxSearchPath),
  ],
)

// `make test` builds for release, which takes half the time to run. The programs within the tests are not optimized: what is
// recorded in them are the lines and the lifetimes of a program under development.
for target in package.targets where target.type == .test {
  target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-Onone"], .when(configuration: .release))]
}
