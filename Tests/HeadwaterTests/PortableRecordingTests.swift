import Foundation
import TestSupport
import Testing

/// Records with the built `headwater`, and shows the recording where neither the program nor its source is.
@Suite("A recording on another machine", .oneAtATime)
struct PortableRecordingTests {
  private static let cart = """
    import RxSwift
    // A remark that only the source has.
    let cart = PublishSubject<Int>()
    let prices = cart
      .filter { $0 > 0 }
      .map { $0 * 2 }
    let bag = DisposeBag()
    prices
      .subscribe(
        onNext: { print($0) },
        onCompleted: { print("over") })
      .disposed(by: bag)
    func add(_ price: Int) {
      cart.onNext(price)
    }
    add(-1)
    add(3)
    """

  /// All that readers say about a recording.
  private static let questions = [
    ["show", "run.hwtrace"], ["show", "run.hwtrace", "--engine"], ["check", "run.hwtrace"],
    ["why", "run.hwtrace", "--last-output"], ["why-not", "run.hwtrace", "1"], ["diff", "run.hwtrace", "run.hwtrace"],
  ]
  private static let forms = [
    "program", "tree", "steps", "jsonl", "csv", "chrome", "mermaid", "dot", "marbles", "svg", "otlp", "html",
  ]

  private func answers(in folder: Folder) throws -> [String] {
    let shown = Self.forms.map { ["show", "run.hwtrace", "--format", $0] }
    return try (Self.questions + shown).map { words in
      let result = try headwater(words, in: folder, environment: cache(folder))
      return "\(words): \(result.status)\n\(result.output)\(result.errors)"
    }
  }

  /// A cache that can be lost.
  private func cache(_ folder: Folder) -> [String: String] { ["XDG_CACHE_HOME": folder.url.path + "/cache"] }

  private func folder(_ source: String = cart) throws -> Folder {
    let folder = try Folder()
    try source.write(to: folder.url.appending(path: "cart.swift"), atomically: true, encoding: .utf8)
    return folder
  }

  /// A folder with a copy of a recording; the program, its source and the cache of the other folder are lost.
  private func elsewhere(_ folder: Folder, _ name: String = "run.hwtrace") throws -> Folder {
    let other = try Folder()
    try FileManager.default.copyItem(
      at: folder.url.appending(path: name), to: other.url.appending(path: "run.hwtrace"))
    for lost in ["cart.swift", "cache", "program", name] {
      try? FileManager.default.removeItem(at: folder.url.appending(path: lost))
    }
    return other
  }

  private func record(_ words: [String], in folder: Folder) throws -> Result {
    try headwater(words, in: folder, environment: cache(folder))
  }

  @Test(
    "It shows the same in every form",
    arguments: [
      ["record", "-o", "run.hwtrace", "cart.swift"], ["trace", "--keep", "run.hwtrace", "cart.swift"],
      ["trace", "-o", "run.hwtrace", "cart.swift"],
    ])
  func everyForm(words: [String]) throws {
    let folder = try folder()
    #expect(try record(words, in: folder).output.hasPrefix("6\n"))
    let here = try answers(in: folder)
    let there = try answers(in: elsewhere(folder))
    for (here, there) in zip(here, there) { #expect(here == there) }
    #expect(here[0].contains("cart.swift:14 add(_:)") && here.joined().contains("A remark that only the source has."))
    #expect(!here.joined().contains("was not recorded here"))
  }

  @Test("The source of an expression is in it as well")
  func expression() throws {
    let folder = try Folder()
    let words = ["record", "-o", "run.hwtrace", "-e", "let numbers = Observable.of(1, 2)\n_ = numbers.subscribe()"]
    #expect(try record(words, in: folder).status == 0)
    let shown = try headwater(["show", "run.hwtrace"], in: elsewhere(folder))
    #expect(shown.errors == "" && shown.output.contains("numbers"))
  }

  @Test("Without its source it says so; --trust names the source")
  func withoutSources() throws {
    let folder = try folder()
    #expect(try record(["record", "--no-sources", "-o", "run.hwtrace", "cart.swift"], in: folder).status == 0)
    let bytes = try Data(contentsOf: folder.url.appending(path: "run.hwtrace"))
    #expect(bytes.range(of: Data("A remark that only".utf8)) == nil)
    let html = ["show", "run.hwtrace", "--format", "html"]
    #expect(try record(html, in: folder).output.contains("A remark that only the source has."))
    let source = folder.url.appending(path: "cart.swift")
    let kept = try Folder()
    try FileManager.default.moveItem(at: source, to: kept.url.appending(path: "cart.swift"))
    let other = try elsewhere(folder)
    let shown = try headwater(["show", "run.hwtrace"], in: other)
    #expect(shown.errors.contains("was not recorded here and holds no source, so ") && shown.errors.contains("--trust"))
    #expect(shown.output.contains("cart.swift:14 add(_:)"))
    try FileManager.default.moveItem(at: kept.url.appending(path: "cart.swift"), to: source)
    let trusting = try headwater(html + ["--trust", folder.url.path], in: other)
    #expect(trusting.errors == "" && trusting.output.contains("A remark that only the source has."))
  }

  @Test("A program that records itself is the user's own, and a copy of its recording can be shown elsewhere")
  func recordedByItself() throws {
    let folder = try folder(Self.cart + "\nprint(CommandLine.arguments[0])\n")
    let compiled = try record(["record", "-o", "first.hwtrace", "cart.swift"], in: folder).output
    let program = try #require(compiled.split(separator: "\n").last.map(String.init))
    _ = try output(ofEnvironment: ["HEADWATER_TRACE=\(folder.url.path)/run.hwtrace", program])
    let here = try answers(in: folder)
    #expect(!here.joined().contains("was not recorded here") && here[0].contains("cart.swift:14 add(_:)"))
    let copied = try record(["show", "run.hwtrace", "-o", "portable.hwtrace"], in: folder)
    #expect(copied == Result(0))
    try FileManager.default.copyItem(
      at: folder.url.appending(path: "run.hwtrace"), to: folder.url.appending(path: "plain.hwtrace"))
    #expect(try record(["show", "plain.hwtrace"], in: folder).errors.contains("was not recorded here"))
    let there = try answers(in: elsewhere(folder, "portable.hwtrace"))
    for (here, there) in zip(here, there) { #expect(here == there) }
    let gone = try record(["show", "run.hwtrace"], in: folder)
    #expect(gone.errors.contains("\(program) does not exist any more; the lines of its source are not known"))
    #expect(!gone.output.contains("cart.swift:"))
  }

  @Test("A program that was killed is shown elsewhere as well")
  func killed() throws {
    let folder = try folder("import Foundation\n" + Self.cart + "\nkill(getpid(), SIGKILL)\n")
    #expect(try record(["record", "-o", "run.hwtrace", "cart.swift"], in: folder).status == 137)
    let here = try answers(in: folder)
    let there = try answers(in: elsewhere(folder))
    for (here, there) in zip(here, there) { #expect(here == there) }
    #expect(here[0].contains("cart.swift:15 add(_:)"))
  }

  @Test("A copy takes no filter, is not text, and has one place")
  func mistakes() throws {
    let folder = try folder()
    #expect(try record(["record", "-o", "run.hwtrace", "cart.swift"], in: folder).status == 0)
    let filtered = try headwater(["show", "run.hwtrace", "--kind", "on", "-o", "part.hwtrace"], in: folder)
    #expect(filtered.status == 64 && filtered.errors.contains("hwtrace always holds the whole run"))
    let text = try headwater(["show", "run.hwtrace", "--format", "hwtrace"], in: folder)
    #expect(text.status == 64 && text.errors.contains("hwtrace is not text"))
    let twice = try headwater(["trace", "--keep", "a.hwtrace", "-o", "b.hwtrace", "cart.swift"], in: folder)
    #expect(twice.status == 64 && twice.errors.contains("two places for one recording"))
    let holding = try headwater(["show", "run.hwtrace", "--no-sources", "-o", "b.hwtrace"], in: folder)
    #expect(holding.status == 73 && holding.errors.contains("holds source, and so would its copy"))
    #expect(!FileManager.default.fileExists(atPath: folder.url.path + "/b.hwtrace"))
  }
}
