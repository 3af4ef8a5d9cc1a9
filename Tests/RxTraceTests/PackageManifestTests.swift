import Foundation
import TestSupport
import Testing

@testable import PipelineRunning
@testable import RxTrace

@Suite("The manifests of packages", .oneAtATime)
struct PackageManifestTests {
  private typealias Dependency = PackageManifest.Dependency

  private static func manifest(_ dependencies: String, targets: String = "") -> PackageManifest {
    PackageManifest(
      """
      // swift-tools-version: 5.9
      let package = Package(
        name: "App",
        dependencies: [
          \(dependencies)
        ],
        targets: [.target(name: "App", dependencies: [\(targets)])])
      """, folder: "/apps/App")
  }

  @Test(
    "RxSwift is known by its identity, however its address is spelled and whatever is asked for",
    arguments: [
      ("url: \"https://github.com/ReactiveX/RxSwift.git\", from: \"6.5.0\"", "from: \"6.5.0\""),
      ("url: \"https://github.com/reactivex/rxswift\", exact: \"6.7.1\"", "exact: \"6.7.1\""),
      ("url: \"git@github.com:ReactiveX/RxSwift.git\", branch: \"main\"", "branch: \"main\""),
      ("url: \"ssh://git@github.com/ReactiveX/RxSwift\", revision: \"b4307ba0\"", "revision: \"b4307ba0\""),
      (
        "name: \"RxSwift\", url: \"https://example.com/acme/RxSwift/\", .upToNextMinor(from: \"6.2.0\")",
        ".upToNextMinor(from: \"6.2.0\")"
      ),
      ("path: \"../RxSwift\"", ""),
    ])
  func spellings(arguments: String, requirement: String) throws {
    let manifest = Self.manifest(".package(\(arguments)),")
    #expect(manifest.name == "App")
    let dependency = try #require(manifest.dependencies.first)
    #expect(manifest.dependencies.count == 1)
    #expect(dependency.identity == "rxswift" && dependency.requirement == requirement)
    #expect(manifest.homesOfRx == ["rxswift"])
  }

  @Test("A dependency in several lines is read; one in a comment is not")
  func layout() {
    let manifest = Self.manifest(
      """
      // .package(url: "https://example.com/old", from: "1.0.0"),
      .package(
        url: "https://github.com/ReactiveX/RxSwift.git",
        "6.0.0"..<"7.0.0"
      ),
      Package.Dependency.package(id: "Acme.Tools", from: "1.0.0"),
      """)
    #expect(
      manifest.dependencies == [
        Dependency(
          kind: .url, location: "https://github.com/ReactiveX/RxSwift.git", requirement: "\"6.0.0\"..<\"7.0.0\""),
        Dependency(kind: .id, location: "Acme.Tools", requirement: "from: \"1.0.0\""),
      ])
    #expect(manifest.dependencies.map(\.identity) == ["rxswift", "acme.tools"])
  }

  @Test("A fork with another name is known by the products that are taken from it")
  func renamedFork() {
    let fork = ".package(url: \"https://github.com/acme/RxSwift-fork\", branch: \"linux\"),"
    let manifest = Self.manifest(fork, targets: ".product(name: \"RxCocoa\", package: \"RxSwift-fork\")")
    #expect(manifest.homesOfRx == ["rxswift-fork"])
    let other = ".package(url: \"https://github.com/RxSwiftCommunity/RxSwiftExt\", from: \"6.0.0\"),"
    let extended = Self.manifest(other, targets: ".product(name: \"RxSwiftExt\", package: \"RxSwiftExt\")")
    #expect(extended.homesOfRx.isEmpty)
  }

  @Test("The pin of the replaced package is taken out of Package.resolved, in all of its forms")
  func pins() throws {
    let forms = [
      """
      {"pins": [{"identity": "rxswift", "location": "x"}, {"identity": "rxswiftext", "location": "y"}], "version": 3,
       "originHash": "1"}
      """,
      """
      {"object": {"pins": [{"repositoryURL": "https://github.com/ReactiveX/RxSwift.git"},
        {"repositoryURL": "https://github.com/RxSwiftCommunity/RxSwiftExt.git"}]}, "version": 1}
      """,
    ]
    for form in forms {
      let pins = try #require(PackagePins(Data(form.utf8), without: "rxswift"))
      let text = String(decoding: pins.data, as: UTF8.self).lowercased()
      #expect(text.contains("rxswiftext") && !text.contains("rxswift\"") && !text.contains("rxswift.git"))
      #expect(!text.contains("originhash"))
    }
    #expect(PackagePins(Data("[]".utf8), without: "rxswift") == nil)
  }

  @Test("Imports for other systems are not counted")
  func imports() {
    let text = """
      @preconcurrency import RxSwift
      #if canImport(UIKit)
        import UIKit
      #endif
      import class Foundation.NSObject
      @testable import Model
      // import AppKit
      """
    #expect(AppleModules.imports(of: text) == ["RxSwift", "Foundation", "Model"])
  }

  #if os(Linux)
    @Test("A file that needs UIKit is told what can be traced here")
    func fileWithUIKit() throws {
      let remark = try #require(AppleModules.remark(onFileWith: "a.swift:1:8: error: no such module 'UIKit'\n"))
      #expect(remark.hasPrefix("UIKit is part of Apple's systems, and this machine is Linux; move the code"))
      #expect(AppleModules.remark(onFileWith: "a.swift:1:8: error: no such module 'Modell'\n") == nil)
    }

    @Test(
      "So is a file that needs a part of a framework, or a header of Apple's SDKs",
      arguments: [
        ("a.swift:1:8: error: no such module 'UIKit.UIViewController'", "UIKit is"),
        ("a.swift:1:8: error: no such module 'os.signpost'", "os is"),
        ("a.swift:1:8: error: no such module 'RealityKit'", "RealityKit is"),
        ("a.m:1:9: fatal error: 'objc/runtime.h' file not found", "objc/runtime.h is"),
        ("a.m:1:9: fatal error: 'UIKit/UIKit.h' file not found", "UIKit/UIKit.h is"),
      ])
    func partOfFramework(message: String, beginning: String) throws {
      let remark = try #require(AppleModules.remark(onFileWith: message + "\n"))
      #expect(remark.hasPrefix("\(beginning) part of Apple's systems, and this machine is Linux; move the code"))
    }

    @Test("A header that is only missing is not Apple's", arguments: ["cmark.h", "model/objc.h"])
    func otherHeader(name: String) {
      #expect(AppleModules.remark(onFileWith: "a.c:1:9: fatal error: '\(name)' file not found\n") == nil)
    }
  #endif

  @Test("A message of the compiler is passed on once, with its excerpt")
  func messagesOnce() {
    let message = """
      /app/a.swift:1:8: error: no such module 'Charts2'
       1 | import Charts2
         |        `- error: no such module 'Charts2'
       2 |\u{20}
      """
    var written = ""
    let output = BuildOutput { written += $0 }
    for line in (message + "\n" + message + "\n/app/b.swift:9:1: error: other\n 9 | x").split(separator: "\n") {
      output.take(String(line))
    }
    #expect(written == message + "\n/app/b.swift:9:1: error: other\n 9 | x\n")
    #expect(output.missingModules == ["Charts2"])
  }

  @Test("A package whose Tests/LinuxMain.swift lists no tests is told so")
  func emptyList() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder.appending(path: "Tests"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // A program that lists nothing.
    func reason() -> String? {
      do {
        _ = try TestSelection().runs(of: "/usr/bin/true", in: folder.path)
        return nil
      } catch { return "\(error)" }
    }
    #expect(reason() == "\(folder.path): its tests were built, and have no test in them")
    try Data().write(to: folder.appending(path: "Tests/LinuxMain.swift"))
    #expect(reason()?.contains("takes the tests of XCTest from Tests/LinuxMain.swift") == true)
    #expect(reason()?.contains("\n  remove Tests/LinuxMain.swift") == true)
  }

  @Test("Notes about files that the user did not write are left out of the compiler's messages")
  func ownMessages() {
    let own = "/a/search.swift:3:5: warning: unused\n3 | let x = 1\n"
    let engine = "/engine/Sources/Rx/AnyObserver.swift:9:1: note: not Sendable\n9 | struct AnyObserver\n"
    #expect(CompilerMessage.text(of: own + engine, aboutFilesNamed: ["search.swift"]) == own.dropLast() + "")
    #expect(CompilerMessage.text(of: engine, aboutFilesNamed: ["search.swift"]) == "")
  }
}
