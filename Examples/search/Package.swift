// swift-tools-version: 5.9
import PackageDescription

// The model of a search screen, with its tests. `headwater site tests Examples/search` makes pages of them.
let package = Package(
  name: "Search",
  dependencies: [.package(url: "https://github.com/ReactiveX/RxSwift.git", from: "6.5.0")],
  targets: [
    .target(
      name: "Search",
      dependencies: [
        .product(name: "RxSwift", package: "RxSwift"),
        .product(name: "RxRelay", package: "RxSwift"),
      ]),
    .testTarget(
      name: "SearchTests",
      dependencies: ["Search", .product(name: "RxTest", package: "RxSwift")]),
  ]
)
