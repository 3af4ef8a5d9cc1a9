// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Shop",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(url: "https://github.com/ReactiveX/RxSwift.git", from: "6.10.2")],
  targets: [
    .executableTarget(
      name: "shop",
      dependencies: ["RxSwift", "RxRelay", "RxCocoa"].map { .product(name: $0, package: "RxSwift") })
  ],
  swiftLanguageModes: [.v5])
