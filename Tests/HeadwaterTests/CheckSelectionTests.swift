import Foundation
import TestSupport
import Testing

/// What a team leaves out of a check: kinds, lines with a comment, and findings that it knows.
@Suite("headwater check of a team's project", .oneAtATime)
struct CheckSelectionTests {
  /// Two mistakes and a note: an event after the end, twice, and a subject that nobody listened to for a while.
  private static let program = """
    import Rx
    let talker = Observable<Int>.create { observer in
      observer.onCompleted()
      observer.onNext(1)
      return Disposables.create()
    }
    _ = talker.subscribe()
    let cart = PublishSubject<Int>()
    cart.onNext(1)
    let first = cart.subscribe()
    cart.onNext(2)
    first.dispose()

    """

  private let folder: Folder

  init() throws {
    folder = try Folder()
    try write(Self.program)
  }

  // MARK: The report

  @Test("Bugs come first, then the title of each note, and the last line counts both")
  func order() throws {
    let result = try check()
    let titles = result.output.split(separator: "\n").filter { $0.hasPrefix("warning: ") || $0.hasPrefix("note: ") }
    #expect(titles.count == 2, "\(result.output)")
    #expect(titles.first?.hasSuffix("[after-end]") ?? false)
    let note = "note: cart was given 1 before the first subscription in line 10 (app.swift:9)  [lost-before]"
    #expect(titles.last.map { String($0) } == note)
    #expect(result.output.hasSuffix("app.swift: 1 problem, 1 note (--level note tells more about it)\n"))
    #expect(result.status == 1)
    let whole = try check("--level", "note")
    #expect(whole.output.hasSuffix("app.swift: 1 problem, 1 note\n") && whole.output.contains("  why: "))
    let clean = try check("--skip", "after-end")
    #expect(clean.status == 0)
    #expect(clean.output.hasSuffix("app.swift: clean, 1 note (--level note tells more about it)\n"))
    #expect(try check("--skip", "after-end", "--level", "note").status == 1)
  }

  // MARK: Kinds

  @Test("Only some kinds, or all but some")
  func kinds() throws {
    for options in [["--only", "after-end"], ["--skip", "lost-before"], ["--skip", "glitch,lost-before"]] {
      let result = try check(options)
      #expect(result.status == 1 && result.output.hasSuffix("app.swift: 1 problem\n"), "\(result.output)")
    }
    #expect(try check("--skip", "after-end", "--skip", "lost-before").output.hasSuffix("app.swift: clean\n"))
    #expect(try check("--only", "stale").output.hasSuffix("app.swift: clean\n"))
  }

  @Test("Several Swift files are one program, as for trace; a recording goes alone", arguments: ["check", "report"])
  func severalFiles(command: String) throws {
    let folder = try Folder()
    let files = [
      "main.swift": "import RxSwift\nlet subscription = numbers.map { $0 * 2 }.subscribe(onNext: { print($0) })\n",
      "model.swift": "import RxSwift\nlet numbers = Observable.of(1, 2)\n",
    ]
    for (name, text) in files {
      try text.write(to: folder.url.appending(path: name), atomically: true, encoding: .utf8)
    }
    let result = try headwater([command, "main.swift", "model.swift"], in: folder)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains(command == "check" ? "main.swift: clean" : "model.swift:2"), "\(result.output)")
    let mixed = try headwater([command, "main.swift", "run.hwtrace"], in: folder)
    #expect(mixed.status == 64 && mixed.errors.contains("run.hwtrace goes alone"))
  }

  @Test("An unknown id is named with the nearest one")
  func unknownKind() throws {
    let result = try check("--only", "stael")
    #expect(result.status == 64 && result.output == "")
    let error = "headwater: --only: there is no finding `stael`; nearest: `stale`"
    #expect(result.errors.hasPrefix(error), "\(result.errors)")
  }

  // MARK: Lines

  @Test(
    "A comment on the line, or alone above it, silences the finding, and its reason is shown",
    arguments: [
      ("  observer.onNext(1)", "  observer.onNext(1)  // headwater:ignore after-end the server sends it late"),
      ("  observer.onNext(1)", "  // headwater:ignore after-end: the server sends it late\n  observer.onNext(1)"),
      ("  observer.onNext(1)", "  // headwater:ignore stale, after-end the server sends it late\n  observer.onNext(1)"),
    ])
  func silenced(line: String, commented: String) throws {
    try write(Self.program.replacingOccurrences(of: line, with: commented))
    let result = try check("--skip", "lost-before")
    #expect(result.status == 0)
    #expect(
      result.output.hasSuffix("app.swift: clean; 1 silenced: after-end (the server sends it late)\n"),
      "\(result.output)")
    let sarif = try check("--skip", "lost-before", "--format", "sarif").output
    #expect(sarif.contains("\"justification\" : \"the server sends it late\""))
    #expect(sarif.contains("\"kind\" : \"inSource\""))
  }

  @Test("A comment within a string, or about another kind or line, silences nothing")
  func notSilenced() throws {
    let before = "let text = \"// headwater:ignore after-end of the text\"\n"
    try write(before + Self.program)
    #expect(try check("--only", "after-end").output.hasSuffix("app.swift: 1 problem\n"))
    try write("// headwater:ignore after-end of the file\n" + Self.program)
    #expect(try check("--only", "after-end").output.hasSuffix("app.swift: 1 problem\n"))
  }

  @Test("A comment that silences nothing is told if the run came by its line")
  func unneeded() throws {
    try write(
      Self.program.replacingOccurrences(
        of: "cart.onNext(2)", with: "cart.onNext(2)  // headwater:ignore stale the order does not matter"))
    let result = try check("--skip", "lost-before")
    let remark = "remark: \(path):11: this `headwater:ignore` silenced nothing in this run\n"
    #expect(result.status == 1 && result.output.contains(remark), "\(result.output)")
    #expect(try !check("--only", "after-end").output.contains("silenced nothing"))
  }

  @Test(
    "A comment that is not complete is an error with its place and the remedy",
    arguments: [
      ("ignore after-end", "the comment gives no reason; write after `after-end` why this is right here"),
      ("ignore", "the comment names no finding; write `// headwater:ignore ID REASON`"),
      ("ignore afterend it is late", "there is no finding `afterend`; nearest: `after-end`"),
      ("silence stale it is late", "`headwater:silence` is not known; write `// headwater:ignore ID REASON`"),
    ])
  func incomplete(comment: String, error: String) throws {
    try write(
      Self.program.replacingOccurrences(
        of: "  observer.onNext(1)", with: "  observer.onNext(1)  // headwater:\(comment)"))
    #expect(try check() == Result(2, errors: "\(path):4:23: error: \(error)\n"))
  }

  // MARK: A baseline

  @Test("A project begins with the findings that it has, wherever their lines move")
  func baseline() throws {
    let missing = try check("--baseline", "known.json")
    let reason = "cannot be read: No such file or directory; `--update-baseline` writes it"
    #expect(missing == Result(2, errors: "headwater: known.json: \(reason)\n"))
    let written = try check("--baseline", "known.json", "--update-baseline")
    #expect(written.errors == "headwater: known.json: new: after-end  app.swift  observer.onNext(1)\n")
    #expect(written.status == 0 && written.output.contains("app.swift: clean, 1 note"))
    #expect(written.output.hasSuffix("; 1 known\n"))
    let file = folder.url.appending(path: "known.json")
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(
      text == """
        {
          "findings" : [
            {
              "file" : "app.swift",
              "line" : "observer.onNext(1)",
              "rule" : "after-end"
            }
          ],
          "version" : 1
        }

        """)
    try write("// A line.\n\n" + Self.program)
    let moved = try check("--baseline", "known.json")
    #expect(moved.status == 0 && moved.output.hasSuffix("; 1 known\n"))
    try write(Self.program.replacingOccurrences(of: "observer.onNext(1)", with: "observer.onNext(2)"))
    let other = try check("--baseline", "known.json")
    #expect(other.status == 1 && other.output.contains("remark: 1 finding of the baseline did not come up"))
    let updated = try check("--baseline", "known.json", "--update-baseline")
    #expect(
      updated.errors == """
        headwater: known.json: new: after-end  app.swift  observer.onNext(2)
        headwater: known.json: gone: after-end  app.swift  observer.onNext(1)

        """)
    #expect(try check("--baseline", "known.json", "--update-baseline").errors == "")
  }

  @Test("A baseline keeps its entries of kinds that are not looked at")
  func baselineOfKinds() throws {
    _ = try check("--baseline", "known.json", "--update-baseline", "--level", "note")
    let file = folder.url.appending(path: "known.json")
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.contains("lost-before") && text.contains("after-end"))
    _ = try check("--baseline", "known.json", "--update-baseline", "--only", "stale")
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }

  @Test("A file that is not a baseline, and an update without one, are errors")
  func wrongBaseline() throws {
    try Data("{}".utf8).write(to: folder.url.appending(path: "known.json"))
    #expect(
      try check("--baseline", "known.json", "--update-baseline")
        == Result(2, errors: "headwater: known.json: is not a baseline; name another file, or remove this one\n"))
    let result = try check("--update-baseline")
    #expect(result.status == 64 && result.errors.hasPrefix("headwater: --update-baseline needs --baseline FILE"))
  }

  // MARK: GitHub

  @Test("Workflow commands mark the lines of a checkout")
  func workflowCommands() throws {
    let result = try check("--format", "github")
    let lines = result.output.split(separator: "\n")
    #expect(result.status == 1 && lines.count == 3)
    let first = "::warning file=app.swift,line=4,title=after-end::talker was given an event after its end.%0A"
    #expect(lines[0].hasPrefix(first))
    #expect(lines[1].hasPrefix("::notice file=app.swift,line=9,title=lost-before::cart was given 1 before"))
    #expect(lines[2].hasPrefix("headwater check: app.swift: 1 problem, 1 note"))
  }

  // MARK: Running

  private var path: String { folder.url.appending(path: "app.swift").path }

  private func write(_ source: String) throws {
    try source.write(to: folder.url.appending(path: "app.swift"), atomically: true, encoding: .utf8)
  }

  private func check(_ options: String...) throws -> Result { try check(options) }

  private func check(_ options: [String]) throws -> Result {
    try headwater(["check", "app.swift"] + options, in: folder, environment: ["GITHUB_WORKSPACE": folder.url.path])
  }
}
