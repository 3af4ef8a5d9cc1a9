// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that the peers that are measured against never enter the main manifest.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "headwater", path: "../.."),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
  ],
  targets: [
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        .product(name: "Rx", package: "headwater"),
        .product(name: "RxTrace", package: "headwater"),
        .product(name: "OpenCombine", package: "OpenCombine"),
        .product(name: "OpenCombineDispatch", package: "OpenCombine"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
