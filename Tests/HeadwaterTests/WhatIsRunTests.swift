import Foundation
import TestSupport
import Testing

/// The ways to name the program to run.
@Suite("The programs that headwater runs", .oneAtATime)
struct WhatIsRunTests {
  @Test("An expression is subscribed to, and its events are printed, also those that come later")
  func expression() throws {
    let result = try headwater(["trace", "--engine", "-e", "Observable.of(1, 2).map { $0 * 2 }"], in: Folder())
    #expect(result.status == 0 && result.errors == "")
    #expect(result.output.hasPrefix("next(2)\nnext(4)\ncompleted\n\n 1  Map#1.subscribe(_:)"))
    #expect(result.output.contains("ObservableSequence#1  made at -e:1\n"))
    let timer = "Observable<Int>.timer(.milliseconds(1), scheduler: MainScheduler.instance)"
    #expect(try headwater(["trace", "--engine", "-e", timer], in: Folder()).output.hasPrefix("next(0)\ncompleted\n\n"))
  }

  @Test("Statements are run as they are")
  func statements() throws {
    let text = "let names = PublishSubject<String>(); _ = names.subscribe(onNext: { print($0) }); names.onNext(\"a\")"
    #expect(
      try headwater(["trace", "--engine", "-e", text], in: Folder()).output.hasPrefix(
        "a\n\n1  PublishSubject#1.subscribe"))
    let subscription = "Observable.just(3).subscribe(onNext: { print($0) })"
    #expect(
      try headwater(["trace", "--engine", "-e", subscription], in: Folder()).output.hasPrefix(
        "3\n\n1  Just#1.subscribe"))
  }

  @Test("A mistake in a text is reported as if the text were a file of its own")
  func mistakenText() throws {
    let result = try headwater(["trace", "--engine", "-e", "Observable.of(1, 2).mapp { $0 }"], in: Folder())
    #expect(
      result
        == Result(
          65,
          errors: """
            -e:1:21: error: value of type 'Observable<Int>' has no member 'mapp'
            1 | Observable.of(1, 2).mapp { $0 }
              |                     `- error: value of type 'Observable<Int>' has no member 'mapp'

            """))
    let unfinished = try headwater(["trace", "--engine", "-"], in: Folder(), input: "#!/usr/bin/env swift\n\nprint(1")
    #expect(unfinished.errors.contains("3 | print(1\n") && !unfinished.errors.contains("sourceLocation"))
  }

  @Test("Standard input holds the source")
  func standardInput() throws {
    let source = "import RxSwift\n_ = Observable.just(1).subscribe(onNext: { print($0) })\n"
    let result = try headwater(["trace", "--engine", "-"], in: Folder(), input: source)
    #expect(result.status == 0 && result.errors == "")
    #expect(result.output.hasPrefix("1\n\n") && result.output.contains("Just#1  made at stdin:2\n"))
    let empty = try headwater(["trace", "--engine", "-"], in: Folder())
    #expect(empty == Result(65, errors: "headwater: standard input: is empty; there is nothing to run\n"))
  }

  @Test("Several files make a program, which begins in the file that has code outside of functions")
  func severalFiles() throws {
    let folder = try Folder()
    let model = "import RxSwift\nfunc numbers() -> Observable<Int> { .of(1, 2) }\n"
    let app = "import RxSwift\n_ = numbers().subscribe(onNext: { print($0) })\n"
    for (name, text) in ["model.swift": model, "app.swift": app, "main.swift": app] {
      try text.write(to: folder.url.appending(path: name), atomically: true, encoding: .utf8)
    }
    for main in ["app.swift", "main.swift"] {
      let result = try headwater(["trace", "--engine", "model.swift", main], in: folder)
      #expect(result.status == 0 && result.errors == "", "\(main)")
      #expect(result.output.hasPrefix("1\n2\n\n"))
      #expect(result.output.contains("ObservableSequence#1  made at model.swift:2\n"))
    }
    try "let x: Int = \"\"\n".write(to: folder.url.appending(path: "app.swift"), atomically: true, encoding: .utf8)
    let noMain = try headwater(["trace", "--engine", "model.swift", "app.swift"], in: folder)
    #expect(noMain.status == 65 && noMain.errors.hasPrefix("app.swift:1:14: error: cannot convert value"))
    try "let x = 1\n".write(to: folder.url.appending(path: "app.swift"), atomically: true, encoding: .utf8)
    let nowhere = "neither it nor the files after it have top-level code or @main to begin with"
    #expect(
      try headwater(["trace", "--engine", "model.swift", "app.swift"], in: folder)
        == Result(65, errors: "headwater: model.swift: \(nowhere)\n"))
  }

  @Test("A program that links Rx, with its arguments; one that does not; one that is not there")
  func program() throws {
    let folder = try Folder()
    let source = "import RxSwift\n_ = Observable.of(CommandLine.arguments[1]).subscribe(onNext: { print($0) })\n"
    try source.write(to: folder.url.appending(path: "hello.swift"), atomically: true, encoding: .utf8)
    let compiled = try headwater(["record", "-o", "a.hwtrace", "hello.swift", "--", "a"], in: folder)
    #expect(compiled.status == 0)
    let executable = try #require(try Self.executable(named: "hello", in: folder))
    let result = try headwater(["trace", "--engine", "--", executable, "an argument"], in: folder)
    #expect(result.status == 0 && result.errors == "")
    #expect(result.output.hasPrefix("an argument\n\n") && result.output.contains("made at hello.swift:2\n"))
    let nothing =
      "nothing was recorded: the program does not link Headwater's Rx, or made no use of Rx that could be recorded"
    #expect(
      try headwater(["trace", "--engine", "--", "sh", "-c", "echo $0; exit 4", "x"], in: folder)
        == Result(4, output: "x\n", errors: "headwater: sh: \(nothing)\n"))
    #expect(
      try headwater(["trace", "--engine", "--", "no-such-program"], in: folder)
        == Result(66, errors: "headwater: no-such-program: cannot be read: there is no such program\n"))
  }

  /// The newest program of that name that was compiled, copied out of the cache.
  private static func executable(named name: String, in folder: Folder) throws -> String? {
    let programs = testCache.appending(path: "headwater/programs")
    let entries = try FileManager.default.contentsOfDirectory(at: programs, includingPropertiesForKeys: nil)
    let found = entries.map { $0.appending(path: name) }.filter { FileManager.default.fileExists(atPath: $0.path) }
    return try found.max { try made($0) < made($1) }?.path
  }

  private static func made(_ file: URL) throws -> Date {
    try file.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate ?? .distantPast
  }

  @Test("A package's executable is built and run; a package with several needs --product")
  func package() throws {
    let folder = try Folder()
    try Self.writePackage(in: folder)
    let result = try headwater(["trace", "--engine", "Numbers", "--product", "numbers", "--", "7"], in: folder)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.hasPrefix("7\n\n1  Just#1.subscribe(onNext:)"))
    #expect(result.output.contains("Just#1  made at main.swift:2\n"))
    let several = try headwater(["trace", "--engine", "Numbers"], in: folder)
    #expect(several.status == 65)
    #expect(
      several.errors
        == "headwater: Numbers: the package has several executables; say which with --product: numbers, plain\n")
  }

  @Test("A package that is built without Headwater's Rx is told what to do")
  func foreignPackage() throws {
    let folder = try Folder()
    try Self.writePackage(in: folder)
    let result = try headwater(["record", "-o", "run.hwtrace", "Numbers", "--product", "plain"], in: folder)
    #expect(result.status == 65 && result.output == "")
    #expect(result.errors.contains("headwater: Numbers: its executable plain is built without Headwater's Rx"))
    #expect(result.errors.contains(".product(name: \"Rx\", package: \"headwater\")"))
    let notOne = try headwater(["trace", "--engine", "."], in: folder)
    let reason = "it is a folder without a Package.swift; give a Swift file, or a package's folder"
    #expect(notOne == Result(66, errors: "headwater: .: cannot be read: \(reason)\n"))
  }

  /// A package of two executables, one of them linked against the engine that was built beside the tests: to build the
  /// engine anew would take minutes.
  private static func writePackage(in folder: Folder) throws {
    let built = builtProducts.path
    let headers = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources/CPlatform/include").path
    let manifest = """
      // swift-tools-version: 6.0
      import PackageDescription

      let package = Package(
        name: "Numbers",
        targets: [
          .executableTarget(
            name: "numbers", swiftSettings: [.unsafeFlags(["-I", "\(built)/Modules", "-I", "\(headers)"])],
            linkerSettings: [
              .unsafeFlags(["-L", "\(built)", "-lHeadwaterEngine", "-Xlinker", "-rpath", "-Xlinker", "\(built)"])
            ]),
          .executableTarget(name: "plain"),
        ])
      """
    let files = [
      "Package.swift": manifest, "Sources/plain/main.swift": "print(1)\n",
      "Sources/numbers/main.swift":
        "import RxSwift\n_ = Observable.just(CommandLine.arguments[1]).subscribe(onNext: { print($0) })\n",
    ]
    for (name, text) in files {
      let file = folder.url.appending(path: "Numbers/\(name)")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
  }
}
