import Foundation
import PipelineRunning
import RxTrace
import TestSupport
import Testing

@testable import Walkthrough

/// Recordings of a package's tests in, pages out.
@Suite("A package documents itself", .oneAtATime)
final class PackagePagesTests {
  private static let product = """
    import RxSwift

    public func large(_ numbers: Observable<Int>) -> Observable<Int> {
      numbers
        .map { $0 * 10 }
        .filter { $0 > 15 }
    }

    """
  private static let program = """
    import RxSwift

    func testLargeOnes() {
      _ = large(Observable.of(1, 2, 3)).subscribe(onNext: { print($0) })
    }
    testLargeOnes()

    """
  private static let tests = """
    import XCTest

    final class NumbersTests: XCTestCase {
      func testLargeOnes() {
        XCTAssertEqual(1, 1)
      }

      func testAddsUp() {}
    }

    """

  /// The package's folder has the same place in each test, because a program that was compiled before names it.
  private let root = FileManager.default.temporaryDirectory.appending(path: "package-pages-\(getpid())")
  private var folder: URL { root.appending(path: "made") }
  /// The run of the product's code by a program, which stands for a test.
  private let run: PipelineRun

  init() throws {
    try FileManager.default.createDirectory(at: root.appending(path: "made"), withIntermediateDirectories: true)
    let files = [root.appending(path: "main.swift"), root.appending(path: "Numbers.swift")]
    try Self.program.write(to: files[0], atomically: true, encoding: .utf8)
    try Self.product.write(to: files[1], atomically: true, encoding: .utf8)
    run = try PipelineRunner(mode: .captured()).record(RunRequest(.files(files.map(\.path))))
  }

  deinit { try? FileManager.default.removeItem(at: root) }

  private func write(_ text: String, _ path: String) throws {
    let file = root.appending(path: path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  /// - Parameter markdown: the text beside the file of tests.
  private func content(
    _ outcome: RecordedTest.Outcome = .passed, markdown: String? = nil
  ) throws -> PackageContent {
    try write(Self.tests, "Tests/NumbersTests/NumbersTests.swift")
    if let markdown { try write(markdown, "Tests/NumbersTests/NumbersTests.md") }
    let package = DocumentedPackage(
      name: "Numbers", root: root,
      targets: [
        .init(name: "Numbers", isTest: false, folder: ".", files: ["Numbers.swift"]),
        .init(
          name: "NumbersTests", isTest: true, folder: "Tests/NumbersTests",
          files: ["Tests/NumbersTests/NumbersTests.swift"]),
      ])
    let recording = folder.appending(path: "1.hwtrace")
    try Data("1".utf8).write(to: recording)
    let run = run
    return try package.content(
      of: [
        RecordedTest(name: "NumbersTests.NumbersTests/testLargeOnes", outcome: outcome, recording: recording.path),
        RecordedTest(name: "NumbersTests.NumbersTests/testAddsUp", outcome: .passed, recording: nil),
      ], in: folder.appending(path: "site")
    ) { _ in run }
  }

  private func build(_ content: PackageContent) throws -> BuildReport {
    let look = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "site")
    return try SiteBuilder(
      folders: SiteFolders(
        content: content.folder, output: folder.appending(path: "dist"), look: look, sources: content.sources,
        cache: folder.appending(path: "cache")),
      recorder: content.recorder
    ).build()
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: folder.appending(path: path), encoding: .utf8)
  }

  private static let testPage = "tests/NumbersTests/NumbersTests/NumbersTests-testLargeOnes"

  // MARK: Pages

  @Test("a page of a test has its lines, its marbles, the story of each event, the findings and the chain")
  func testPage() throws {
    _ = try build(content())
    let page = try text("dist/\(Self.testPage).html")
    #expect(page.contains("<h1>Large ones</h1>"))
    #expect(page.contains("NumbersTests.testLargeOnes passed; it goes through filter, map."))
    #expect(page.contains("NumbersTests.swift<span class=\"lines\">:4–6</span>"))
    #expect(page.contains("The events of testLargeOnes") && page.contains("<svg"))
    #expect(page.contains("map 10 · filter ✗"))
    #expect(page.contains("check found nothing"))
    #expect(page.contains("FilterSink.on(next:) 10") && page.contains("<details class=\"tested-chain\">"))
    #expect(page.contains("filter dropped 10: its closure returned false"))
    #expect(!page.contains("Download"))
  }

  @Test("a page of a stage tells which tests go through it, what it dropped and why, and its neighbours")
  func stagePage() throws {
    _ = try build(content())
    let page = try text("dist/stages/Numbers/Numbers/6-filter.html")
    #expect(page.contains("One test goes through it; of 3 elements it dropped 1."))
    #expect(page.contains("In large(_:) of Numbers/Numbers.swift"))
    let test = "<a href=\"../../../\(Self.testPage).html\">Large ones</a>"
    #expect(page.contains("dropped 10: its closure returned false: \(test)"))
    let map = "<a href=\"../../../stages/Numbers/Numbers/5-map.html\">map (Numbers.swift:5)</a>"
    #expect(page.contains("Its events come from \(map)"))
    let source = try text("dist/source/Numbers/Numbers.html")
    #expect(source.contains("stages/Numbers/Numbers/6-filter.html#stage"))
  }

  @Test("the first page lists the code by its files, the tests by theirs, and those without a pipeline with the reason")
  func index() throws {
    let content = try content()
    let page = try text("site/content/index.md")
    #expect(page.contains("2 tests, 1 with pipelines; 2 stages of the code that they go through."))
    #expect(page.contains("| [filter](stages/Numbers/Numbers/6-filter.md) | 6 | large(\\_:) | 1 | 3 | 2 | 1 |"))
    #expect(page.contains("- [NumbersTests.swift](tests/NumbersTests/NumbersTests.md): one test"))
    #expect(page.contains("| NumbersTests.testAddsUp | it made no use of Rx |"))
    #expect(content.failed == [] && content.pagesOfTests == 1 && content.pagesOfStages == 2)
  }

  @Test(
    "a test that fails or crashes is documented, and the first page says so",
    arguments: [
      (RecordedTest.Outcome.failed(["NumbersTests.swift:5: (\"1\") is not equal to (\"2\")"]), "The test failed."),
      (.stopped("signal 4: Fatal error"), "The test did not end by itself: signal 4: Fatal error."),
    ])
  func failures(outcome: RecordedTest.Outcome, sentence: String) throws {
    let content = try content(outcome)
    _ = try build(content)
    #expect(try text("dist/\(Self.testPage).html").contains(sentence))
    #expect(try text("site/content/index.md").contains("## Which tests failed?\n\n- [Large ones]"))
    #expect(content.failed == ["NumbersTests.testLargeOnes"])
  }

  // MARK: Markdown beside the tests

  @Test("Markdown beside a file of tests begins its page, and its claims are held against the tests' runs")
  func woven() throws {
    _ = try build(
      content(
        markdown: """
          # How numbers are chosen

          ```chain pipeline=NumbersTests.swift arguments=testLargeOnes
          …
          FilterSink.on(next:) 20
          …
          ```
          """))
    let page = try text("dist/tests/NumbersTests/NumbersTests.html")
    #expect(page.contains("<h1>How numbers are chosen</h1>") && page.contains("class=\"chain\""))
    #expect(page.contains("Which tests are in this file?"))
  }

  @Test(
    "a wrong claim is an error at its line in the author's file",
    arguments: [
      ("```marbles pipeline=NumbersTests.swift arguments=testNobody\n```\n", "3:21", "has no test `testNobody`"),
      ("```marbles pipeline=NumbersTests.swift\n```\n", "3:21", "name one, as in arguments=NumbersTests.testLargeOnes"),
      (
        "```assert pipeline=NumbersTests.swift arguments=testLargeOnes\ncount(MapSink.closure) == 99\n```\n", "4:",
        "99"
      ),
    ])
  func wrongClaim(block: String, place: String, message: String) throws {
    let content = try content(markdown: "# Numbers\n\n\(block)")
    let error = try #require(throws: SiteBuildError.self) { try build(content) }
    let told = error.diagnostics.map { content.told($0, of: "package").description }
    #expect(told.count == 1)
    #expect(told[0].hasPrefix("package/Tests/NumbersTests/NumbersTests.md:\(place)"), "\(told)")
    #expect(told[0].contains(message), "\(told)")
    #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "dist").path))
  }

  // MARK: Names and outcomes

  @Test(
    "the name of a test is read as a sentence",
    arguments: [
      ("A.B/testForgetsTheOlderAnswer", "Forgets the older answer"), ("A.B/test_two_words", "Two words"),
      ("A.B/lastWins()", "Last wins"), ("A.testURLRequest()", "URL request"),
      ("A.B/`the last wins`()", "The last wins"),
      ("A.B/test", "Test"), ("A.B/testing()", "Testing"),
    ])
  func sentences(name: String, sentence: String) { #expect(TestName(name).sentence == sentence) }

  @Test("a test is meant by its function or by its whole name")
  func meant() {
    let name = TestName("AppTests.Outer/Inner/lastWins()")
    #expect(name.title == "Outer.Inner.lastWins")
    for words in ["lastWins", "lastWins()", "Outer.Inner.lastWins"] { #expect(name.isMeant(by: words)) }
    #expect(!name.isMeant(by: "Inner.lastWins") && !name.isMeant(by: ""))
  }

  @Test("the messages of both test libraries say why a test failed")
  func messages() {
    var run = PipelineRun(trace: Trace(), output: "", status: 1)
    run.output = """
      /x/Tests/CartTests.swift:12: error: CartTests.testSum : XCTAssertEqual failed: ("1") is not equal to ("2") -\u{20}
      ✘ Test sum() recorded an issue at CartTests.swift:30:5: Expectation failed: (1) == 2
      """
    #expect(
      RecordedTest.Outcome(run)
        == .failed([
          "CartTests.swift:12: XCTAssertEqual failed: (\"1\") is not equal to (\"2\")",
          "CartTests.swift:30: Expectation failed: (1) == 2",
        ]))
    run.ending = .signalled(SIGILL)
    run.errorOutput = "App/Cart.swift:3: Fatal error: Index out of range\n"
    #expect(RecordedTest.Outcome(run) == .stopped("signal 4: Fatal error: Index out of range"))
  }
}
