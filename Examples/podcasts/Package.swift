// swift-tools-version: 5.9
import PackageDescription

// A podcast player as an app developer writes it, with two bugs in it. A page leads from their symptoms to their lines.
let package = Package(
  name: "Podcasts",
  dependencies: [.package(url: "https://github.com/ReactiveX/RxSwift.git", from: "6.5.0")],
  targets: [
    .executableTarget(
      name: "Podcasts",
      dependencies: [
        .product(name: "RxSwift", package: "RxSwift"),
        .product(name: "RxRelay", package: "RxSwift"),
        .product(name: "RxCocoa", package: "RxSwift"),
      ])
  ]
)
