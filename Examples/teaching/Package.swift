// swift-tools-version: 6.3
import PackageDescription

// The package that the guide for teachers builds, with an operator of its own, and a walkthrough of it in content.
let package = Package(
  name: "Gauge",
  platforms: [.macOS(.v15)],
  products: [.library(name: "Gauge", targets: ["Gauge"])],
  dependencies: [.package(name: "headwater", path: "../..")],
  targets: [.target(name: "Gauge", dependencies: [.product(name: "Rx", package: "headwater")])],
  swiftLanguageModes: [.v6]
)
