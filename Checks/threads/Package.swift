// swift-tools-version: 6.3
import PackageDescription

// A package of its own, so that only the engine is built again for the thread sanitizer, not the generator's libraries.
let package = Package(
  name: "Threads",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "headwater", path: "../..")],
  targets: [
    .testTarget(
      name: "ThreadTests",
      dependencies: [
        .product(name: "Rx", package: "headwater"),
        .product(name: "NSObject_Rx", package: "headwater"),
        .product(name: "RxTrace", package: "headwater"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
