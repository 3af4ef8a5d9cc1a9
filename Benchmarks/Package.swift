// swift-tools-version: 6.3
import PackageDescription

// RxSwift's own sources, built from the checkout that the symbolic link `.rxswift` leads to. The modules have other names
// here, because this repository has modules named like RxSwift's. Within their sources the names are as usual.
let isBesideRxSwift = !Context.environment["RXSWIFT", default: ""].isEmpty
let rxSwiftNames: [SwiftSetting] = [
  .swiftLanguageMode(.v5),
  .unsafeFlags(["RxSwift", "RxRelay", "RxCocoa"].flatMap { ["-module-alias", "\($0)=Their\($0)"] }),
]
// Sums that are built up in closures would take a sixth of an event.
let workloadSettings: [SwiftSetting] = [.unsafeFlags(["-enforce-exclusivity=unchecked"])]
let rxSwift: [Target] = [
  .target(
    name: "TheirRxSwift", path: ".rxswift/Sources/RxSwift", exclude: ["PrivacyInfo.xcprivacy"],
    swiftSettings: rxSwiftNames),
  .target(
    name: "TheirRxRelay", dependencies: ["TheirRxSwift"], path: ".rxswift/Sources/RxRelay",
    exclude: ["PrivacyInfo.xcprivacy"], swiftSettings: rxSwiftNames),
  // Only what needs no user interface.
  .target(
    name: "TheirRxCocoa", dependencies: ["TheirRxSwift", "TheirRxRelay"], path: ".rxswift/RxCocoa",
    exclude: ["Foundation", "Info.plist", "Runtime", "RxCocoa.h", "iOS", "macOS"]
      + ["Traits/SharedSequence/SharedSequence+Operators+arity.tt"]
      + [
        "ControlTarget", "DelegateProxy", "DelegateProxyType", "RxCocoaObjCRuntimeError+Extensions", "RxTarget",
        "SectionedViewDataSourceType", "TextInput",
      ].map { "Common/\($0).swift" },
    swiftSettings: rxSwiftNames),
  // The module that stands for `Rx` when the workloads are compiled against RxSwift.
  .target(name: "RxSwiftNames", dependencies: ["TheirRxCocoa"], swiftSettings: rxSwiftNames),
  // A symbolic link to the same sources.
  .target(
    name: "RxSwiftWorkloads", dependencies: ["Measuring", "RxSwiftNames"],
    swiftSettings: workloadSettings + [.unsafeFlags(["-module-alias", "Rx=RxSwiftNames"])]),
]

// A package of its own, so that the peers that are measured against never enter the main manifest.
// `SiteBenchmark`, which imports the generator, is in Checks/generator.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "headwater", path: ".."),
    .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"),
  ],
  targets: [
    .target(name: "Measuring"),
    // The workloads. They use only names that RxSwift has too.
    .target(
      name: "RxWorkloads", dependencies: ["Measuring", .product(name: "Rx", package: "headwater")],
      swiftSettings: workloadSettings),
    .target(
      name: "OpenCombineWorkloads",
      dependencies: [
        .product(name: "OpenCombine", package: "OpenCombine"),
        .product(name: "OpenCombineDispatch", package: "OpenCombine"),
      ],
      swiftSettings: workloadSettings),
    .executableTarget(
      name: "EngineBenchmark",
      dependencies: ["Measuring", "RxWorkloads", "OpenCombineWorkloads"]
        + (isBesideRxSwift ? ["RxSwiftWorkloads"] : []),
      swiftSettings: isBesideRxSwift ? [.define("RXSWIFT")] : []),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "Measuring", "RxWorkloads",
        .product(name: "Rx", package: "headwater"),
        .product(name: "RxTrace", package: "headwater"),
        .product(name: "TraceAnalysis", package: "headwater"),
        .product(name: "TraceViews", package: "headwater"),
      ]),
  ] + (isBesideRxSwift ? rxSwift : []),
  swiftLanguageModes: [.v6]
)
