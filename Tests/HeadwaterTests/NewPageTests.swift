import Foundation
import TestSupport
import Testing

/// Runs the built `headwater site new FILE.swift`, and builds the page as it is.
@Suite("A new page for a program at hand", .oneAtATime)
struct NewPageTests {
  private func page(_ program: String, _ folder: Folder) throws -> Result {
    try program.write(to: folder.url.appending(path: "search.swift"), atomically: true, encoding: .utf8)
    return try headwater(["site", "new", "search.swift", "--title", "How \"search\" waits"], in: folder)
  }

  private func text(_ folder: Folder) throws -> String {
    try String(contentsOf: folder.url.appending(path: "content/search/index.md"), encoding: .utf8)
  }

  private func check(_ folder: Folder) throws -> Result {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let (look, sources) = (root.appending(path: "site").path, root.appending(path: "Sources/Rx").path)
    return try headwater(["site", "check", "--look", look, "--sources", sources], in: folder)
  }

  @Test(
    "Builds as it is, whatever the program does",
    arguments: [
      "_ = Observable.of(1, 2, 3).map { $0 * 10 }.subscribe(onNext: { print($0) })",
      "_ = Observable.of(1, 2).map { $0 }.subscribe()",
      "_ = Observable.from(1...40).filter { $0 > 1 }.subscribe(onNext: { print(\"```\", $0) })",
      """
      let done = DispatchSemaphore(value: 0)
      _ = Observable.from(1...20).observe(on: ConcurrentDispatchQueueScheduler(qos: .default))
        .subscribe(onNext: { print($0) }, onCompleted: { done.signal() })
      for number in 1...20 { _ = Observable.just(number).subscribe() }
      done.wait()
      """,
    ])
  func builds(pipeline: String) throws {
    let folder = try Folder()
    let made = try page("import Foundation\nimport RxSwift\n\(pipeline)\n", folder)
    #expect(made == Result(0, output: "content/search/index.md\ncontent/search/search.swift\n"))
    let (checked, text) = (try check(folder), try text(folder))
    #expect(checked.status == 0 && Self.onlyAsk(checked.errors), "\(checked.errors)\n\(text)")
  }

  /// Whether what a build says is only that lines of the page still ask for the author's words.
  private static func onlyAsk(_ errors: String) -> Bool {
    let lines = errors.split(separator: "\n")
    return lines.count > 2 && lines.allSatisfy { $0.contains(": warning: `site new` wrote this line to ask for") }
  }

  /// Writes a page of chains about a relay, and returns the errors without the lines that are offered.
  private func errors(_ claims: String) throws -> String {
    let folder = try Folder()
    let program = """
      import RxSwift
      import RxRelay
      final class Model { func note(_ number: Int) {} }
      Model().note(1)
      let relay = PublishRelay<Int>()
      relay.accept(1)

      """
    _ = try page(program, folder)
    try FileManager.default.removeItem(at: folder.url.appending(path: "content/search/index.md"))
    let file = folder.url.appending(path: "content/search/claims.md")
    try "---\ntitle: Claims\n---\n\n\(claims)\n".write(to: file, atomically: true, encoding: .utf8)
    return try check(folder).errors.replacing(/; to paste: .*/, with: "")
  }

  @Test("A relay has its own name in every claim")
  func relay() throws {
    let claims = """
      ```chain pipeline=search.swift
      PublishRelay.accept(_:) 1   | the relay sends
      ```

      ```assert pipeline=search.swift
      count(PublishRelay.accept(_:)) == 1
      value(PublishRelay.accept) == [1]
      ```

      [The relay](step:search.swift/PublishRelay.accept(_:)) sends [once](count:search.swift/PublishRelay.accept(_:)).
      """
    #expect(try errors(claims) == "")
  }

  @Test(
    "A function that the program did not call is an error with the nearest name",
    arguments: [
      ("PublishRelay.acept(_:) 1", "no such symbol `PublishRelay.acept(_:)`; nearest: `PublishRelay.accept(_:)`"),
      ("PublishReley.accept(_:) 1", "no such symbol `PublishReley.accept(_:)`; nearest: `PublishRelay.accept(_:)`"),
      (
        "ReplayRelay.accept(_:) 1",
        "no step of this run was made by `ReplayRelay.accept(_:)`, so nothing can be claimed of it; nearest: "
          + "`PublishRelay.accept(_:)`"
      ),
      (
        "PublishRelay#1.accept(_:) 1",
        "only a recorded object has a number, and not a function: write `PublishRelay.accept(_:)`"
      ),
      ("Relay.accept(_:) 1", "no such symbol `Relay.accept(_:)`; nearest: `PublishRelay.accept(_:)`"),
      (
        "PublishRelay.accept(value:) 1",
        "no such symbol `PublishRelay.accept(value:)`; nearest: `PublishRelay.accept(_:)`"
      ),
    ])
  func otherFunction(line: String, message: String) throws {
    #expect(
      try errors("```chain pipeline=search.swift\n\(line)\n```") == "content/search/claims.md:6:1: error: \(message)\n")
  }

  @Test("A function without a step in this run cannot be denied: it may have been called")
  func withoutStep() throws {
    let found = try errors(
      """
      ```assert pipeline=search.swift
      count(Model.note(_:)) == 0
      count(ObservableType.delay(_:scheduler:)) != 1
      ```

      It is noted [0](count:search.swift/Model.note(_:)) times.
      """)
    let reason = "so nothing can be claimed of it"
    #expect(found.components(separatedBy: reason).count == 4, "\(found)")
  }

  @Test("Who holds whom is known only of the engine's objects")
  func objectOfProgram() throws {
    let message =
      "content/search/claims.md:6:7: error: `Model` is a type of the program; a recording knows only which objects of "
      + "the engine hold each other\n"
    #expect(try errors("```assert pipeline=search.swift\nholds(Model, PublishSubject)\n```") == message)
  }

  @Test("An object that only a relay knows is named by what the relay is made of")
  func objectOfRelay() throws {
    let message =
      "content/search/claims.md:6:7: error: a recording names what a `PublishRelay` is made of: write `PublishSubject`\n"
    #expect(try errors("```assert pipeline=search.swift\nholds(PublishRelay, PublishSubject)\n```") == message)
  }

  @Test("What only the program declares is linked with the program's name")
  func symbolOfProgram() throws {
    let block = "```output pipeline=search.swift\n```\n\n"
    #expect(
      try errors(block + "See [it](src:Model.note).")
        == "content/search/claims.md:8:10: error: only the program declares `Model.note`: write "
        + "`src:search.swift/Model.note`\n")
    #expect(
      try errors(block + "```source symbol=Model\n```")
        == "content/search/claims.md:8:11: error: only the program declares `Model`: add `pipeline=search.swift`\n")
  }

  @Test("A program with a mistake has its findings on the page")
  func findings() throws {
    let folder = try Folder()
    _ = try page("import RxSwift\nlet cart = PublishSubject<Int>()\ncart.onNext(1)\n", folder)
    let (checked, text) = (try check(folder), try text(folder))
    #expect(text.contains("```findings pipeline=search.swift\nnobody-subscribed\n```"), "\(text)")
    #expect(checked.status == 0 && Self.onlyAsk(checked.errors), "\(checked.errors)")
  }

  @Test("Claims no order of steps from the schedule for another thread on")
  func severalThreads() throws {
    let folder = try Folder()
    let program = """
      import Foundation
      import RxSwift
      let done = DispatchSemaphore(value: 0)
      _ = Observable.just(1).subscribe(on: ConcurrentDispatchQueueScheduler(qos: .default))
        .subscribe(onCompleted: { done.signal() })
      done.wait()

      """
    _ = try page(program, folder)
    let chain = try text(folder).components(separatedBy: "```chain pipeline=search.swift\n")[1]
      .components(separatedBy: "\n```")[0].split(separator: "\n")
    #expect(chain.last == "…" && chain.dropLast().last?.contains(".schedule") == true, "\(chain)")
  }

  @Test("Has the printed lines, a question, a picture and the chain of the run")
  func sections() throws {
    let folder = try Folder()
    _ = try page("import RxSwift\n_ = Observable.of(1, 2).subscribe(onNext: { print($0) })\n", folder)
    let text = try text(folder)
    #expect(text.contains("title: \"How \\\"search\\\" waits\"\n"))
    for block in [
      "```source pipeline=search.swift\n```", "```predict pipeline=search.swift ask=order\n```",
      "```output pipeline=search.swift\n1\n2\n```", "```marbles pipeline=search.swift\n```",
      "```chain pipeline=search.swift\nObservableSequence.subscribe(onNext:)\n",
    ] { #expect(text.contains(block), "\(block) in\n\(text)") }
  }

  @Test(
    "A program that no page can explain is an error, and nothing is written",
    arguments: [
      ("print(1)", "search.swift: the program made no use of Rx, so that there is nothing to explain\n"),
      (
        "import Foundation\n_ = Observable.just(1).subscribe()\nexit(3)",
        "search.swift: the program ended with status 3; a page needs one that ends with status 0\n"
      ),
    ])
  func refused(program: String, reason: String) throws {
    let folder = try Folder()
    let made = try page("import RxSwift\n\(program)\n", folder)
    #expect(made.status == 1 && made.errors.hasSuffix(reason), "\(made.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "content").path))
  }
}
