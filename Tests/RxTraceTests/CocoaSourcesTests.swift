import Foundation
import TestSupport
import Testing

@testable import PipelineRunning
@testable import RxTrace

@Suite("RxCocoa from a checkout of RxSwift", .oneAtATime)
final class CocoaSourcesTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func write(_ text: String, to name: String) throws {
    let file = folder.appending(path: name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  /// - Returns: its path, without symbolic links.
  private func makeCheckout(_ name: String) throws -> String {
    try write("// driver", to: "\(name)/RxCocoa/Traits/Driver.swift")
    try write("// proxy", to: "\(name)/RxCocoa/Runtime/_RXDelegateProxy.m")
    try write("// header", to: "\(name)/RxCocoa/Runtime/include/_RX.h")
    try write("<plist/>", to: "\(name)/RxCocoa/Info.plist")
    try write("// queue", to: "\(name)/Platform/Queue.swift")
    try FileManager.default.createDirectory(
      at: folder.appending(path: "\(name)/RxCocoa/Platform"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder.appending(path: "\(name)/RxCocoa/Platform/Queue.swift").path,
      withDestinationPath: "../../Platform/Queue.swift")
    return try #require(realPath(folder.appending(path: name).path))
  }

  private func makeApp(using product: String) throws {
    let dependency = #".package(url: "https://github.com/ReactiveX/RxSwift.git", from: "6.5.0")"#
    let use = ".product(name: \"\(product)\", package: \"RxSwift\")"
    try write(
      """
      // swift-tools-version: 5.9
      let package = Package(name: "App", dependencies: [\(dependency)], targets: [.target(name: "App", dependencies: [\(use)])])
      """, to: "App/Package.swift")
  }

  private func find(_ environment: [String: String] = [:], searches: Bool = true) throws -> CocoaSources? {
    let root = try #require(realPath(folder.appending(path: "App").path))
    return try CocoaSources.find(
      for: LocalPackages(root: root, checkouts: ""), environment: environment, searches: searches)
  }

  @Test("is found among the packages that SwiftPM has fetched, if RxCocoa is used")
  func fetched() throws {
    try makeApp(using: "RxCocoa")
    #expect(try find() == nil)
    // A package that `headwater env` made has the same name.
    try write("// engine", to: "App/.build/checkouts/RxSwift/Sources/RxCocoa/RxCocoa.swift")
    #expect(try find() == nil)
    let checkout = try makeCheckout("App/.build/checkouts/rxswift-fork")
    #expect(try find()?.checkout == checkout)
    #expect(try find(searches: false) == nil)
    try makeApp(using: "RxSwift")
    #expect(try find() == nil)
  }

  @Test("is what the environment names; anything else there is an error that says what to type")
  func named() throws {
    try makeApp(using: "RxSwift")
    let checkout = try makeCheckout("elsewhere")
    #expect(try find(["HEADWATER_RXCOCOA": checkout], searches: false)?.checkout == checkout)
    #expect(try find(["HEADWATER_RXCOCOA": ""]) == nil)
    let error = #expect(throws: PipelineError.self) { try find(["HEADWATER_RXCOCOA": "/nowhere"]) }
    #expect(
      error?.description == """
        /nowhere: cannot be read: HEADWATER_RXCOCOA names it, and it is not a checkout of RxSwift: it has no RxCocoa/Traits
          give the folder of one; this makes one: git clone https://github.com/ReactiveX/RxSwift.git
        """)
  }

  private func sourceFiles(of name: String) throws -> Set<String> {
    Set(try FileManager.default.subpathsOfDirectory(atPath: folder.appending(path: "\(name)/Sources").path))
  }

  @Test("takes the place of the engine's own part in the package that replaces RxSwift")
  func package() throws {
    let checkout = try makeCheckout("RxSwift")
    let own = EngineSources(
      folder: URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Sources"))
    var sources = own
    sources.cocoa = try CocoaSources(checkout: checkout)
    let key = try sources.key()
    #expect(try key != own.key())
    try sources.write(to: folder.appending(path: "with"), named: "RxSwift")
    try own.write(to: folder.appending(path: "without"), named: "RxSwift")
    let (made, before) = (try sourceFiles(of: "with"), try sourceFiles(of: "without"))
    #expect(
      made.subtracting(before).filter { $0.contains(".") }.sorted() == [
        "RxCocoa/Platform/Queue.swift", "RxCocoa/Traits/Driver.swift", "RxCocoaRuntime/_RXDelegateProxy.m",
        "RxCocoaRuntime/include/_RX.h",
      ])
    #expect(before.subtracting(made).allSatisfy { $0.hasPrefix("Rx/Cocoa") || $0.hasPrefix("OtherNames/RxCocoa") })
    #expect(before.contains("Rx/Cocoa/Driver.swift") && !made.contains("Rx/Cocoa"))
    let queue = folder.appending(path: "with/Sources/RxCocoa/Platform/Queue.swift")
    #expect(try FileManager.default.attributesOfItem(atPath: queue.path)[.type] as? FileAttributeType == .typeRegular)
    let manifest = try String(contentsOf: folder.appending(path: "with/Package.swift"), encoding: .utf8)
    #expect(manifest.contains(".target(name: \"RxCocoaRuntime\")"))
    try write("// another driver", to: "RxSwift/RxCocoa/Traits/Driver.swift")
    #expect(try sources.key() != key)
  }

  @Test("is asked for when a package that uses RxCocoa cannot be built on Apple's systems without")
  func remark() throws {
    try makeApp(using: "RxCocoa")
    let root = folder.appending(path: "App").path
    let remark = CocoaSources.remark(onFailedBuildOf: root, with: nil, isOnApples: true)
    #expect(remark?.contains("\n  this makes one: swift package resolve --package-path \(root)\n") == true)
    #expect(CocoaSources.remark(onFailedBuildOf: root, with: nil, isOnApples: false) == nil)
    let checkout = try CocoaSources(checkout: makeCheckout("RxSwift"))
    #expect(CocoaSources.remark(onFailedBuildOf: root, with: checkout, isOnApples: true) == nil)
    try makeApp(using: "RxSwift")
    #expect(CocoaSources.remark(onFailedBuildOf: root, with: nil, isOnApples: true) == nil)
  }
}
