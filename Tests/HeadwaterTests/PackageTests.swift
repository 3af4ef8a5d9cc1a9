import Foundation
import TestSupport
import Testing

/// Packages that were written for RxSwift, run as they are. Nothing here needs a network: a build that tried to fetch
/// RxSwift would fail.
@Suite("Packages that depend on RxSwift", .oneAtATime)
struct PackageTests {
  /// The packages stay from one run of the tests to the next, so that only changed files are built.
  private static let guests = testCache.appending(path: "guests")

  private static let revision = "5004a18539bd68905c5939aa893075f578f4f03d"

  private static let files = [
    // Depends on RxSwift itself and through other packages, each of which spells it in its own way.
    "Basket/Package.swift": """
    // swift-tools-version:5.7
    import PackageDescription

    let package = Package(
      name: "Basket",
      products: [.library(name: "BasketModel", targets: ["BasketModel"])],
      dependencies: [
        .package(url: "https://github.com/ReactiveX/RxSwift.git", from: "6.5.0"),
        .package(path: "../Operators"),
      ],
      targets: [
        .target(
          name: "BasketModel",
          dependencies: ["RxSwift", .product(name: "RxRelay", package: "RxSwift"), "Operators"]),
        .executableTarget(name: "basket", dependencies: ["BasketModel", .product(name: "RxCocoa", package: "RxSwift")]),
        .executableTarget(name: "broken", dependencies: ["BasketModel"]),
        .target(name: "Screens", dependencies: ["BasketModel"]),
        .executableTarget(name: "app", dependencies: ["Screens"]),
        .executableTarget(name: "plain"),
        .testTarget(
          name: "BasketTests",
          dependencies: [
            "BasketModel", .product(name: "RxTest", package: "RxSwift"),
            .product(name: "RxBlocking", package: "RxSwift"),
          ]),
      ])

    """,
    "Basket/Package.resolved": """
    {"pins": [{"identity": "rxswift", "kind": "remoteSourceControl",
      "location": "https://github.com/ReactiveX/RxSwift.git",
      "state": {"revision": "\(revision)", "version": "6.9.1"}}], "version": 2}

    """,
    "Basket/Sources/BasketModel/Basket.swift": """
    import Operators
    import RxRelay
    import RxSwift

    public final class Basket {
      private let prices = BehaviorRelay<[Int]>(value: [])
      public init() {}
      public func add(_ price: Int) { prices.accept(prices.value + [price]) }
      public var total: Observable<Int> { prices.asObservable().sums() }
    }

    """,
    "Basket/Sources/basket/main.swift": """
    import BasketModel
    import RxCocoa
    import RxSwift

    let basket = Basket()
    let bag = DisposeBag()
    basket.total.map { "total \\($0)" }.asDriver(onErrorJustReturn: "?").drive(onNext: { print($0) }).disposed(by: bag)
    basket.add(3)
    basket.add(4)

    """,
    "Basket/Sources/broken/main.swift": "import BasketModel\n\nlet basket = Basket()\nbasket.missing()\n",
    "Basket/Sources/Screens/Screen.swift": "import BasketModel\nimport UIKit\n\npublic final class Screen: UIView {}\n",
    "Basket/Sources/app/main.swift": "import Screens\n\nlet screen = Screen()\n",
    "Basket/Sources/plain/main.swift": "print(1)\n",
    "Basket/Tests/BasketTests/BasketTests.swift": """
    import BasketModel
    import Foundation
    import RxBlocking
    import RxSwift
    import RxTest
    import XCTest

    final class BasketTests: XCTestCase {
      func testTotal() throws {
        let basket = Basket()
        basket.add(3)
        XCTAssertEqual(try basket.total.take(1).toBlocking().single(), 3)
      }

      func testWithVirtualTime() {
        let scheduler = TestScheduler(initialClock: 0)
        let observer = scheduler.start { scheduler.createHotObservable([.next(210, 1), .completed(220)]).map { $0 * 2 } }
        XCTAssertEqual(observer.events, [.next(210, 2), .completed(220)])
      }

      func testFolder() {
        XCTAssertTrue(FileManager.default.fileExists(atPath: "Package.resolved"))
        XCTAssertEqual(try Observable.just(1).toBlocking().single(), 1)
      }

      func testThatFails() throws {
        XCTAssertEqual(try Observable.just(1).toBlocking().single(), 2)
      }
    }

    """,
    "Basket/Tests/BasketTests/NewTests.swift": """
    import BasketModel
    import RxSwift
    import Testing

    @Suite struct NewTests {
      @Test func everyPriceCounts() {
        let basket = Basket()
        var totals: [Int] = []
        _ = basket.total.subscribe(onNext: { totals.append($0) })
        basket.add(3)
        basket.add(4)
        #expect(totals == [3, 7])
      }

      @Test func withoutRx() { #expect([3, 4].reduce(0, +) == 7) }
    }

    """,
    "Operators/Package.swift": """
    // swift-tools-version:5.5
    import PackageDescription

    let package = Package(
      name: "Operators",
      products: [.library(name: "Operators", targets: ["Operators"])],
      dependencies: [
        .package(name: "RxSwift", url: "git@github.com:reactivex/rxswift", .exact("6.7.1")),
        .package(path: "../Forked"), .package(path: "../AtRevision"), .package(path: "../Vendored"),
      ],
      targets: [.target(name: "Operators", dependencies: ["RxSwift", "Forked", "AtRevision", "Vendored"])])

    """,
    "Operators/Sources/Operators/Sums.swift": """
    import AtRevision
    import Forked
    import RxSwift

    extension ObservableType where Element == [Int] {
      /// Composed of operators, as those of many packages are.
      public func sums() -> Observable<Int> { map { $0.reduce(0, +) }.withPrevious().map { $0.1 }.onlyPositive() }
    }

    """,
    "Forked/Package.swift": library(
      "Forked", ".package(url: \"https://example.com/acme/RxSwift.git\", branch: \"linux\")"),
    "Forked/Sources/Forked/Previous.swift": """
    import RxSwift

    extension ObservableType {
      public func withPrevious() -> Observable<(Element?, Element)> {
        scan((nil, nil)) { (old: (Element?, Element?), new: Element) in (old.1, new) }.map { ($0.0, $0.1!) }
      }
    }

    """,
    "AtRevision/Package.swift": library(
      "AtRevision",
      ".package(url: \"ssh://git@github.com/ReactiveX/RxSwift.git\", revision: \"\(revision)\")"),
    "AtRevision/Sources/AtRevision/Positive.swift": """
    import RxSwift

    extension ObservableType where Element == Int {
      public func onlyPositive() -> Observable<Int> { filter { $0 > 0 } }
    }

    """,
    "Vendored/Package.swift": library("Vendored", ".package(path: \"../Copies/RxSwift\")"),
    "Vendored/Sources/Vendored/Nothing.swift": "import RxSwift\n\npublic let nothing = Observable<Never>.never()\n",
    // If this were built instead of the engine, the compiler would not find any name that is imported from it.
    "Copies/RxSwift/Package.swift": """
    // swift-tools-version:5.5
    import PackageDescription

    let package = Package(
      name: "RxSwift", products: [.library(name: "RxSwift", targets: ["RxSwift"])],
      targets: [.target(name: "RxSwift"), .testTarget(name: "CopyTests")])

    """,
    "Copies/RxSwift/Sources/RxSwift/Empty.swift": "\n",
    "Copies/RxSwift/Tests/CopyTests/Empty.swift": "\n",
    // Two forks, neither of which has the name of the other.
    "Torn/Package.swift": """
    // swift-tools-version:5.5
    import PackageDescription

    let package = Package(
      name: "Torn",
      dependencies: [
        .package(url: "https://github.com/acme/RxSwift-fork", from: "6.0.0"), .package(path: "../AtRevision"),
      ],
      targets: [
        .executableTarget(
          name: "Torn", dependencies: [.product(name: "RxSwift", package: "RxSwift-fork"), "AtRevision"])
      ])

    """,
    "Torn/Sources/Torn/main.swift": "import RxSwift\n",
  ]

  private static func library(_ name: String, _ dependency: String) -> String {
    """
    // swift-tools-version:5.7
    import PackageDescription

    let package = Package(
      name: "\(name)", products: [.library(name: "\(name)", targets: ["\(name)"])],
      dependencies: [\(dependency)],
      targets: [.target(name: "\(name)", dependencies: [.product(name: "RxSwift", package: "RxSwift")])])

    """
  }

  private let folder: Folder

  init() throws {
    folder = try Folder()
    for (name, text) in Self.files {
      let file = Self.guests.appending(path: name)
      // A file that is as it should be keeps its date, so that it is not compiled again.
      if (try? String(contentsOf: file, encoding: .utf8)) == text { continue }
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
  }

  /// Everything in the guests' folder: names, dates and contents.
  private func listing() throws -> [String] {
    let guests = Self.guests.path
    return try FileManager.default.subpathsOfDirectory(atPath: guests).sorted().map { name in
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(guests)/\(name)")
      let date = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
      return "\(name) \(date) \(FileManager.default.contents(atPath: "\(guests)/\(name)")?.base64EncodedString() ?? "")"
    }
  }

  /// Runs `headwater`, and expects that nothing in the packages' folders was changed.
  private func run(_ arguments: [String]) throws -> Result {
    let before = try listing()
    let result = try headwater(arguments, in: folder, environment: ["GIT_ALLOW_PROTOCOL": "file"])
    #expect(try listing() == before)
    return result
  }

  private var basket: String { Self.guests.appending(path: "Basket").path }

  @Test("are traced without a change to any file, directly and through other packages")
  func traced() throws {
    let result = try run(["trace", "--engine", basket, "--product", "basket"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.hasPrefix("total 3\ntotal 7\n\n"))
    #expect(result.output.contains("Basket.swift:"))
    let replaced = """
      headwater: Headwater's Rx takes the place of RxSwift, for Basket (from: "6.5.0"), Operators (.exact("6.7.1")), \
      Forked (https://example.com/acme/RxSwift.git, branch: "linux"), AtRevision (revision: "\(Self.revision)") and 1 more

      """
    #expect(result.errors.contains(replaced), "\(result.errors)")
    #expect(!result.errors.contains("multiroot") && !result.errors.contains("warning:"), "\(result.errors)")
  }

  @Test("are recorded and checked")
  func recordedAndChecked() throws {
    let recorded = try run(["record", "-o", "run.hwtrace", basket, "--product", "basket"])
    #expect(recorded.status == 0 && recorded.output == "total 3\ntotal 7\n", "\(recorded.errors)")
    let shown = try run(["show", "run.hwtrace"])
    #expect(shown.status == 0 && shown.output.contains("Basket.swift:"), "\(shown.errors)")
    let checked = try run(["check", basket, "--product", "basket"])
    #expect(checked.status == 0 || checked.status == 1, "\(checked.errors)")
    #expect(checked.errors.contains("Headwater's Rx takes the place of RxSwift") && !checked.output.isEmpty)
  }

  @Test("have their tests recorded, those of XCTest and those of Swift Testing, in the package's folder")
  func tested() throws {
    let kept = folder.url.appending(path: "run.hwtrace").path
    let words = ["test", basket, "--skip", "testThatFails", "--keep", kept]
    let result = try run(words)
    #expect(result.status == 0, "\(result.errors)")
    // XCTest reports on standard output, Swift Testing on standard error.
    #expect(result.output.contains("Executed 3 tests, with 0 failures") && result.errors.contains("NewTests"))
    #expect(result.output.contains("Basket.swift:"))
    // Each test library runs in a program of its own, and so has a recording of its own.
    let recordings = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
      .filter { $0.hasSuffix(".hwtrace") }
    #expect(recordings.count == 2)
  }

  @Test("have chosen tests recorded; a test that fails decides the status")
  func chosenTests() throws {
    let one = try run(["test", basket, "--filter", "BasketTests.BasketTests/testWithVirtualTime"])
    #expect(one.status == 0 && one.output.contains("Executed 1 test, with 0 failures"), "\(one.errors)")
    #expect(one.output.contains("BasketTests.swift:"))
    let failing = try run(["test", basket, "--filter", "Fails$"])
    #expect(failing.status == 1 && (failing.output + failing.errors).contains("testThatFails"))
    let none = try run(["test", basket, "--filter", "Nobody"])
    #expect(none.status == 65 && none.errors.hasSuffix("none of its 6 tests is chosen\n"), "\(none.errors)")
  }

  @Test("have the tests' own status if nothing was recorded, and are told so")
  func testedWithoutRx() throws {
    let result = try run(["test", basket, "--filter", "withoutRx"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.contains("headwater: \(basket): nothing was recorded: "), "\(result.errors)")
  }

  @Test("that do not compile have the compiler's messages passed on")
  func broken() throws {
    let result = try run(["trace", "--engine", basket, "--product", "broken"])
    #expect(result.status == 65 && result.output == "")
    #expect(result.errors.contains("\(basket)/Sources/broken/main.swift:4:8: error: value of type 'Basket'"))
    #expect(result.errors.hasSuffix("headwater: \(basket): its executable broken could not be built; see above\n"))
  }

  #if os(Linux)
    @Test("that need UIKit are told what can be traced on Linux")
    func withUIKit() throws {
      let result = try run(["trace", "--engine", basket, "--product", "app"])
      #expect(result.status == 65)
      #expect(result.errors.contains("Sources/Screens/Screen.swift:2:8: error: no such module 'UIKit'"))
      #expect(
        result.errors.hasSuffix(
          """
          headwater: \(basket): its executable app could not be built; see above
            UIKit is part of Apple's systems, and this machine is Linux
            these executables can be traced here, with --product: basket, broken, plain
            these targets do not need it: BasketModel; an executable that uses only them can be traced here

          """), "\(result.errors)")
    }
  #endif

  @Test("with no use of Rx, of two forks under different names, or in a folder named RxSwift are told so")
  func notReplaced() throws {
    let plain = try run(["trace", "--engine", basket, "--product", "plain"])
    #expect(plain.status == 65)
    #expect(plain.errors.contains("its executable plain is built without Headwater's Rx, so there is nothing"))
    let torn = try run(["trace", "--engine", Self.guests.appending(path: "Torn").path])
    #expect(torn.status == 65)
    #expect(
      torn.errors.contains(
        "RxSwift comes from several packages, and Headwater's Rx can take the place of only one: "
          + "rxswift (AtRevision), rxswift-fork (Torn)"), "\(torn.errors)")
    let itself = try run(["test", Self.guests.appending(path: "Copies/RxSwift").path])
    #expect(itself.status == 65)
    #expect(itself.errors.contains("its folder has the name of the package that is to be replaced"), "\(itself.errors)")
  }

  @Test("are explained on pages, with pipelines that import their modules")
  func explained() throws {
    let content = folder.url.appending(path: "content")
    try FileManager.default.createDirectory(at: content, withIntermediateDirectories: true)
    try "---\ntitle: Totals\n---\n\n```output pipeline=totals.swift\n5\n```\n"
      .write(to: content.appending(path: "index.md"), atomically: true, encoding: .utf8)
    try "import Operators\nimport RxSwift\n\n_ = Observable.just([2, 3]).sums().subscribe(onNext: { print($0) })\n"
      .write(to: content.appending(path: "totals.swift"), atomically: true, encoding: .utf8)
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let result = try run([
      "site", "check", "--content", content.path, "--look", root.appending(path: "site").path, "--package", basket,
    ])
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("pipelines: 1, all claims hold"))
  }

  @Test("document themselves by their tests, also by one that fails")
  func documented() throws {
    let output = folder.url.appending(path: "site")
    let result = try documentation(of: basket, "--output", output.path)
    #expect(result.status == 0, "\(result.errors)")
    let counts = "pages of tests: 5, of stages: 1, files written: \(try count(of: output))"
    #expect(result.output == "\(output.path): \(counts)\n")
    #expect(result.errors.hasSuffix("headwater: BasketTests.testThatFails: failed; its page says how\n"))
    func page(_ path: String) throws -> String {
      try String(contentsOf: output.appending(path: path), encoding: .utf8)
    }
    let index = try page("index.html")
    #expect(index.contains("6 tests, 5 with pipelines") && index.contains("it made no use of Rx"))
    let old = try page("tests/BasketTests/BasketTests/BasketTests-testTotal.html")
    #expect(old.contains("<h1>Total</h1>") && old.contains("BasketModel/Basket.swift: <a href="))
    let new = try page("tests/BasketTests/NewTests/NewTests-everyPriceCounts.html")
    #expect(new.contains("<h1>Every price counts</h1>"))
    let failed = try page("tests/BasketTests/BasketTests/BasketTests-testThatFails.html")
    #expect(failed.contains("The test failed.") && failed.contains("is not equal to"))
  }

  @Test("that cannot be documented are told why, and no site is written")
  func notDocumented() throws {
    let output = folder.url.appending(path: "site").path
    for (package, message) in [
      (Self.guests.appending(path: "AtRevision").path, "the package has no tests"),
      (Self.guests.path, "it is a folder without a Package.swift"),
      ("/nowhere", "it is a folder without a Package.swift"),
    ] {
      let result = try documentation(of: package, "--output", output)
      #expect(result.status == 1 && result.errors.contains(message), "\(result.errors)")
    }
    let none = try documentation(of: basket, "--output", output, "--filter", "Nobody")
    #expect(none.status == 1 && none.errors.contains("none of its 6 tests is chosen"), "\(none.errors)")
    let loss = try documentation(of: basket, "--output", Self.guests.path, "--filter", "testTotal")
    #expect(loss.status == 1 && loss.errors.contains("holds the package, which would be lost"), "\(loss.errors)")
    #expect(!FileManager.default.fileExists(atPath: output))
  }

  private func documentation(of package: String, _ options: String...) throws -> Result {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try run(["site", "tests", package, "--look", root.appending(path: "site").path] + options)
  }

  /// The files in a folder and its folders, without hidden ones.
  private func count(of folder: URL) throws -> Int {
    let files = FileManager.default.enumerator(
      at: folder, includingPropertiesForKeys: [.isRegularFileKey], options: .skipsHiddenFiles)
    return try (files?.compactMap { $0 as? URL } ?? []).count {
      try $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true
    }
  }

  @Test("are built by SwiftPM itself with what headwater env prints")
  func environment() throws {
    let printed = try run(["env"])
    #expect(printed.status == 0, "\(printed.errors)")
    let configuration = try #require(printed.output.firstMatch(of: /--config-path (\S+)/)).1
    let package = try #require(printed.output.firstMatch(of: /\n# +(\/\S+\/RxSwift)\n/)).1
    #expect(FileManager.default.fileExists(atPath: "\(package)/Package.swift"))
    for shell in ["/bin/sh", "/bin/bash"] {
      #expect(try evaluated(printed.output, by: shell) == "\(configuration)\n\(package)\n", "\(shell)")
    }
    for requirement in ["from: \"6.5.0\"", "exact: \"6.7.1\"", ".upToNextMinor(from: \"5.1.0\")", "branch: \"main\""] {
      let app = try Folder()
      let manifest = Self.library("App", ".package(url: \"https://github.com/ReactiveX/RxSwift.git\", \(requirement))")
      try manifest.write(to: app.url.appending(path: "Package.swift"), atomically: true, encoding: .utf8)
      try FileManager.default.createDirectory(
        at: app.url.appending(path: "Sources/App"), withIntermediateDirectories: true)
      try "import RxSwift\n".write(
        to: app.url.appending(path: "Sources/App/App.swift"), atomically: true, encoding: .utf8)
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments =
        ["swift", "package", "--config-path", String(configuration), "--scratch-path", ".build", "resolve"]
      process.currentDirectoryURL = app.url
      process.environment = ProcessInfo.processInfo.environment.merging(["GIT_ALLOW_PROTOCOL": "file"]) { $1 }
      process.standardError = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0, "\(requirement)")
      let recorder = app.url.appending(path: ".build/checkouts/RxSwift/Sources/Rx/Tracing/TraceRecorder.swift")
      #expect(FileManager.default.fileExists(atPath: recorder.path), "\(requirement)")
    }
  }

  /// The variables that a shell has after `eval "$(headwater env)"`, and whatever else that prints.
  private func evaluated(_ text: String, by shell: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: shell)
    let names = ["HEADWATER_SWIFTPM_CONFIG", "HEADWATER_RXSWIFT"].map { "printenv \($0)" }.joined(separator: " && ")
    process.arguments = ["-euc", "eval \"$1\" && \(names)", shell, text]
    let output = Pipe()
    (process.standardOutput, process.standardError) = (output, output)
    try process.run()
    let result = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: result, as: UTF8.self)
  }
}
