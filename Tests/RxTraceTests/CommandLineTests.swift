import Foundation
import TestSupport
import Testing

@testable import PipelineRunning
@testable import RxTrace
@testable import TraceViews

@Suite("The program to run, as the command line gives it", .oneAtATime)
struct RunRequestTests {
  @Test("Files, standard input, text, a package, a program")
  func subjects() throws {
    #expect(try RunRequest(["a.swift", "b.swift"], afterDashes: ["x"]).subject == .files(["a.swift", "b.swift"]))
    #expect(try RunRequest(["a.swift"], afterDashes: ["x", "-y"]).arguments == ["x", "-y"])
    #expect(try RunRequest(["-"]) == RunRequest(.standardInput))
    #expect(try RunRequest([], text: "1", afterDashes: ["x"]) == RunRequest(.text("1"), arguments: ["x"]))
    #expect(try RunRequest(["/tmp"], product: "app") == RunRequest(.package(folder: "/tmp", product: "app")))
    #expect(try RunRequest([], afterDashes: ["ls", "-l"]) == RunRequest(.program("ls"), arguments: ["-l"]))
  }

  @Test("Contradictions")
  func contradictions() {
    #expect(throws: RunRequestError.nothing) { try RunRequest([]) }
    #expect { try RunRequest(["a.swift"], text: "1") } throws: { "\($0)" == "-e takes the place of a.swift" }
    #expect { try RunRequest(["-", "a.swift"]) } throws: { "\($0)".hasPrefix("- stands for standard input") }
    #expect { try RunRequest(["/tmp", "a.swift"]) } throws: { "\($0)".hasPrefix("/tmp is a folder") }
    #expect { try RunRequest(["a.swift"], product: "app") } throws: { "\($0)".hasPrefix("--product chooses") }
  }

  @Test("The words after -- are the program's, even if they equal the words before")
  func dashes() {
    let words = RunRequest.words(["a", "a", "--", "a"], of: ["headwater", "trace", "a", "--", "a", "--", "a"])
    #expect(words.before == ["a"] && words.after == ["a", "--", "a"])
    #expect(RunRequest.words(["a"], of: ["headwater", "trace", "a"]).after.isEmpty)
  }
}

@Suite("The forms that a run is shown in", .oneAtATime)
struct TraceFormTests {
  @Test(
    "A file's extension tells its form",
    arguments: [
      ("a.txt", TraceForm.program), ("a.tree", .tree), ("a.JSON", .chrome), ("a.otlp.json", .otlp), ("a.mmd", .mermaid),
      ("a.gv", .dot),
      ("b/a.sqlite3", .sqlite), ("a.html", .html), ("a.jsonl", .jsonl),
    ])
  func endings(name: String, form: TraceForm) throws {
    #expect(TraceForm(fileName: name) == form)
    #expect(try TraceShowing(file: name).form == form)
  }

  @Test("No two forms share an extension, and each extension leads back to its form")
  func unambiguous() {
    for form in TraceForm.allCases {
      for ending in form.fileExtensions { #expect(TraceForm(fileName: "run.\(ending)") == form) }
    }
  }

  @Test("A picture of more steps than anybody can look at names the filters instead")
  func tooManySteps() throws {
    var writer = TraceWriter()
    for _ in 0...20_000 { writer.add(.dispose, object: 1) }
    let run = LocatedTrace(trace: try writer.trace)
    let whole = try TraceShowing(form: .mermaid)
    #expect(throws: ShowError.tooManySteps(.mermaid, count: 20_001, most: 20_000)) { try whole.text(of: run) }
    var filter = TraceFilter()
    filter.steps = [NumberRange(1, 20_000)]
    let part = try TraceShowing(filter: filter, form: .mermaid)
    #expect(try part.text(of: run).hasPrefix("sequenceDiagram"))
  }

  @Test("An unknown extension, and a form that is not text, are errors")
  func mistakes() {
    #expect(throws: ShowError.unknownEnding(file: "a.png")) { try TraceShowing(file: "a.png") }
    #expect(throws: ShowError.needsFile(.sqlite)) { try TraceShowing(form: .sqlite) }
    #expect(throws: ShowError.needsFile(.sqlite)) { try TraceShowing(form: .sqlite, file: "-") }
  }

  @Test("--format takes precedence over the extension; standard output has the program's view, or the calls asked for")
  func choice() throws {
    #expect(try TraceShowing(form: .csv, file: "a.txt").form == .csv)
    #expect(try TraceShowing().form == .program)
    #expect(try TraceShowing(file: "-").form == .program)
    var calls = TraceFilter()
    calls.kinds.wanted = [.onCore]
    #expect(try TraceShowing(filter: calls).form == .tree)
  }

  @Test("A file is written beside its place: if that fails, the old file stays")
  func replacing() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "calls.tree")
    try Data("before".utf8).write(to: file)
    let run = LocatedTrace(trace: try withFile(TraceWriter.hello.file) { try Trace(contentsOf: $0) })
    try TraceShowing(file: file.path).show(run)
    #expect(try String(contentsOf: file, encoding: .utf8).contains("AnonymousObservable#1.subscribe(onNext:)"))
    #expect(throws: SystemError.self) { try TraceShowing(file: folder.path + "/nowhere/calls.tree").show(run) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["calls.tree"])
  }
}

@Suite("A recorded run", .oneAtATime)
struct LocatedTraceTests {
  @Test("A remark says that the lines of a missing or rebuilt program are not known")
  func program() throws {
    let gone = try withFile(SegmentedRecording(SegmentedRecording.run(of: "/tmp/hello")).file) { path in
      try SegmentedRecording.sign(path)
      return try LocatedTrace(contentsOf: path)
    }
    #expect(gone.origins.isEmpty && gone.stepsInRun == 2)
    #expect(gone.remark == "/tmp/hello does not exist any more; the lines of its source are not known")
  }
}
