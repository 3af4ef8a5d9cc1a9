import Foundation
import TestSupport
import Testing

/// Records with the built `headwater`, and shows what was recorded, as a user does.
@Suite("headwater record and show", .oneAtATime)
struct RecordAndShowTests {
  private static let numbers = """
    import RxSwift
    _ = Observable.of(1, 2, 3).map { $0 * 2 }.subscribe(onNext: { print($0) })
    """

  @Test("A recording is shown later as it would have been shown at once")
  func recordThenShow() throws {
    let folder = try folder(Self.numbers)
    let recorded = try headwater(["record", "-o", "run.hwtrace", "pipeline.swift"], in: folder)
    #expect(recorded.status == 0 && recorded.output == "2\n4\n6\n")
    #expect(recorded.errors.hasPrefix("headwater: run.hwtrace: ") && recorded.errors.hasSuffix(" · 1 thread\n"))
    let traced = try headwater(["trace", "--engine", "pipeline.swift"], in: folder)
    let shown = try headwater(["show", "--engine", "run.hwtrace"], in: folder)
    #expect(shown.errors == "")
    #expect(traced.output == "2\n4\n6\n\n" + shown.output)
    #expect(shown.output.contains("Map#1, ObservableSequence#1  made at pipeline.swift:2\n"))
  }

  @Test("A recording of an expression has the lines of the expression only, and not those that print its events")
  func expression() throws {
    let folder = try Folder()
    let pipeline = "Observable.of(1, 2).map { $0 * 2 }"
    let recorded = try headwater(["record", "-o", "run.hwtrace", "-e", pipeline], in: folder)
    #expect(recorded.status == 0 && recorded.output == "next(2)\nnext(4)\ncompleted\n", "\(recorded)")
    let lines = try headwater(["show", "run.hwtrace"], in: folder).output.split(separator: "\n")
    #expect(lines.first.map { $0.contains("subscribe of → map") && $0.hasSuffix(" -e:1") } == true, "\(lines)")
    #expect(!lines.contains { $0.contains(".swift:") }, "\(lines)")
    let why = try headwater(["why", "run.hwtrace", "10"], in: folder)
    #expect(why.output.contains("the program subscribed to map  -e:1\n"), "\(why)")
  }

  @Test("Six lines of source with two thousand elements are few lines, in a tree and in marbles")
  func repeats() throws {
    let folder = try folder(
      """
      import RxSwift
      _ = Observable.from(Array(1...2000))
        .filter { $0 % 2 == 0 }
        .flatMap { Observable.of($0, $0 * 10) }
        .subscribe(onNext: { _ in })
      """)
    #expect(try headwater(["record", "-o", "run.hwtrace", "pipeline.swift"], in: folder).status == 0)
    func show(_ arguments: String...) throws -> [Substring] {
      let width = ["COLUMNS": "80"]
      let result = try headwater(["show", "run.hwtrace"] + arguments, in: folder, environment: width)
      #expect(result.status == 0, "\(result.errors)")
      return result.output.split(separator: "\n")
    }
    let tree = try show("--format", "tree")
    #expect(tree.count < 150 && tree.allSatisfy { $0.count <= 80 }, "\(tree.count)")
    #expect(tree.contains { $0.contains("ObservableSequence#2…#1001 (×1000)") })
    #expect(try show("--format", "tree", "--plumbing").count > tree.count)
    let marbles = try show("--format", "marbles")
    #expect(marbles.count < 30 && marbles.allSatisfy { $0.count <= 80 }, "\(marbles.count)")
    #expect(marbles.contains { $0.hasPrefix("filter (pipeline.swift:3) ") })
    #expect(marbles.contains { $0.hasPrefix("of (pipeline.swift:4) ×1000 ") })
    let classes = try show("--format", "marbles", "--engine")
    #expect(classes.contains { $0.hasPrefix("ObservableSequence ×1000 ") })
  }

  @Test("A program's status is passed through, and a crash leaves the steps before it")
  func crash() throws {
    let folder = try folder(
      """
      import Foundation
      import RxSwift
      _ = Observable.of(1, 2).subscribe(onNext: { if $0 == 2 { fatalError("no twos") } })
      """)
    let result = try headwater(["record", "-o", "run.hwtrace", "pipeline.swift"], in: folder)
    #expect(result.status > 128)
    #expect(result.errors.contains("no twos") && result.errors.contains("pipeline.swift: ended by signal"))
    let shown = try headwater(["show", "--engine", "run.hwtrace"], in: folder)
    #expect(shown.status == 0)
    #expect(shown.output.contains("AnonymousObserver#1 onNext closure  2"))
    #expect(shown.output.hasSuffix("· cut off: the end of the recording is missing\n"))
  }

  @Test("A program that another thread ends leaves a whole recording")
  func exitElsewhere() throws {
    let folder = try folder(
      """
      import Foundation
      import RxSwift
      _ = Observable.just(1).subscribe(onNext: { print($0) })
      Thread.detachNewThread { exit(5) }
      while true { sleep(1) }
      """)
    let result = try headwater(["record", "-o", "run.hwtrace", "pipeline.swift"], in: folder)
    #expect(result.status == 5 && !result.errors.contains("cut off"))
    #expect(
      try headwater(["show", "--engine", "run.hwtrace"], in: folder).output.contains(
        "AnonymousObserver#1.onCore  next 1"))
  }

  @Test("An interruption of a program that never ends keeps the recording", arguments: [SIGINT])
  func interruption(signal: Int32) throws {
    let folder = try folder(
      """
      import Foundation
      import RxSwift
      let ticks = Observable<Int>.interval(.milliseconds(1), scheduler: MainScheduler.instance)
        .subscribe(onNext: { print($0) })
      RunLoop.main.run()
      """)
    let result = try headwater(["record", "-o", "run.hwtrace", "pipeline.swift"], in: folder, signal: signal)
    #expect(result.status == 128 + signal)
    #expect(
      try headwater(["show", "--engine", "run.hwtrace"], in: folder).output.contains("TimerSink#1.forwardOn  next 0"))
  }

  @Test("Filters mean the same in trace and in show; record keeps everything, and counts the steps that pass")
  func filters() throws {
    let folder = try folder(Self.numbers)
    let filters = ["--kind", "onCore", "--event=next", "--value", "4"]
    let recorded = try headwater(["record", "-o", "run.hwtrace", "pipeline.swift"] + filters, in: folder)
    #expect(recorded.errors.contains(" steps; 1 pass these filters in headwater show\n"))
    let shown = try headwater(["show", "--engine", "run.hwtrace"] + filters, in: folder)
    #expect(shown.output.contains("  AnonymousObserver#1.onCore  next 4  ObserverBase.swift:"))
    #expect(shown.output.contains("\n\n1 of "))
    #expect(
      try headwater(["trace", "--engine", "pipeline.swift"] + filters, in: folder).output == "2\n4\n6\n\n"
        + shown.output)
    let enclosing = try headwater(["show", "--engine", "run.hwtrace", "--enclosing"] + filters, in: folder).output
    #expect(enclosing.contains("MapSink#1.on  next 2\n") && !enclosing.contains("next 1\n"))
    #expect(try headwater(["show", "--engine", "run.hwtrace"], in: folder).output.contains("next 6"))
  }

  @Test("Repeats are folded, or shown one by one if the command line or the environment asks for that")
  func folding() throws {
    let folder = try Folder()
    let expression = "Observable.from(Array(1...100)).map { $0 * 2 }"
    let folded = try headwater(["trace", "--engine", "-e", expression], in: folder).output
    #expect(folded.contains("MapSink#1.forwardOn  next 2 … 200 "))
    #expect(folded.contains("· repeats folded (--no-fold shows each)"))
    let whole = try headwater(["trace", "--engine", "-e", expression, "--no-fold"], in: folder).output
    #expect(whole.contains("MapSink#1.forwardOn  next 138 ") && !whole.contains("repeats folded"))
    let environment = ["HEADWATER_NO_FOLD": "1", "HEADWATER_EXPRESSION": expression]
    #expect(try headwater(["trace", "--engine"], in: folder, environment: environment).output == whole)
  }

  @Test("-o writes a file in the form of its extension, and nothing else")
  func output() throws {
    let folder = try folder(Self.numbers)
    let traced = try headwater(["trace", "pipeline.swift", "-o", "calls.tree"], in: folder)
    #expect(traced == Result(0, output: "2\n4\n6\n"))
    let file = folder.url.appending(path: "calls.tree")
    #expect(try String(contentsOf: file, encoding: .utf8).contains("1  Map#1.subscribe(onNext:)"))
    let unknown = try headwater(["trace", "pipeline.swift", "-o", "calls.png"], in: folder)
    #expect(unknown.status == 64 && unknown.output == "")
    #expect(unknown.errors.contains("calls.png: the extension does not tell the form"))
    let nowhere = try headwater(["trace", "pipeline.swift", "-o", "nowhere/calls.txt"], in: folder)
    #expect(nowhere.status == 73 && nowhere.output == "", "it is found before the program runs")
    #expect(nowhere.errors == "headwater: nowhere/calls.txt: cannot be written: No such file or directory\n")
  }

  @Test(
    "Each form is written with every filter",
    arguments: [
      ("calls.mmd", "sequenceDiagram\n"), ("calls.dot", "digraph"), ("calls.svg", "<svg"), ("calls.otlp", "{\""),
      ("calls.sqlite", "SQLite format 3"), ("calls.marbles", ""),
      ("calls.jsonl", "{\"type\":\"run\""), ("calls.csv", "step,kind"), ("calls.json", "{\"traceEvents\""),
      ("calls.steps", " "), ("calls.html", "<!DOCTYPE html>"),
    ])
  func forms(file: String, beginning: String) throws {
    let folder = try folder(Self.numbers)
    for options in [[], ["--object", "Map*"], ["--by", "threads", "--axis", "time"]] {
      let result = try headwater(["trace", "pipeline.swift", "-o", file] + options, in: folder)
      #expect(result == Result(0, output: "2\n4\n6\n"), "\(options)")
      let written = try Data(contentsOf: folder.url.appending(path: file))
      #expect(written.starts(with: Array(beginning.utf8)) && !written.isEmpty)
    }
  }

  @Test("A file that is not a recording, a missing file and contradictory options each have their status")
  func failures() throws {
    let folder = try folder(Self.numbers)
    let notOne = try headwater(["show", "--engine", "pipeline.swift"], in: folder)
    #expect(
      notOne
        == Result(65, errors: "headwater: pipeline.swift: is not a trace file (it does not begin with HWTRACE)\n"))
    #expect(try headwater(["show", "--engine", "nowhere.hwtrace"], in: folder).status == 66)
    #expect(try headwater(["show", "--engine", "pipeline.swift", "--kind", "forward"], in: folder).status == 64)
    #expect(try headwater(["record", "pipeline.swift"], in: folder).status == 64)
    #expect(try headwater(["record", "-o", ".", "pipeline.swift"], in: folder).status == 73)
    let variable = try headwater(["show", "--engine", "a"], in: folder, environment: ["HEADWATER_DEPTH": "deep"])
    #expect(variable.status == 64)
    #expect(variable.errors.hasPrefix("Note: these variables are set: HEADWATER_DEPTH\nheadwater: deep is not a range"))
  }

  @Test("Every command explains itself, with examples and its exit status", arguments: ["trace", "record", "show"])
  func help(command: String) throws {
    let help = try headwater([command, "--help"], in: Folder())
    #expect(help.status == 0 && help.errors == "")
    for text in ["Examples:", "headwater \(command) ", "EXIT STATUS", "ENVIRONMENT", "--only-errors"] {
      #expect(help.output.contains(text), "\(text)")
    }
  }

  private func folder(_ source: String) throws -> Folder {
    let folder = try Folder()
    try source.write(to: folder.url.appending(path: "pipeline.swift"), atomically: true, encoding: .utf8)
    return folder
  }
}
