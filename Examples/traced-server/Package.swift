// swift-tools-version: 6.3
import PackageDescription

// A server whose pipeline goes over two queues, with the spans of each request below the caller's own.
let package = Package(
  name: "TracedServer",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "headwater", path: "../..", traits: ["DistributedTracing"]),
    .package(url: "https://github.com/apple/swift-distributed-tracing", exact: "1.7.3"),
  ],
  targets: [
    .executableTarget(
      name: "TracedServer",
      dependencies: [
        .product(name: "Rx", package: "headwater"),
        .product(name: "RxDistributedTracing", package: "headwater"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
