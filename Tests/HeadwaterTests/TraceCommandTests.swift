import Foundation
import TestSupport
import Testing

/// Runs the built `headwater`, as a user does.
@Suite("headwater trace", .oneAtATime)
struct TraceCommandTests {
  @Test("A pipeline's output, then its calls, and its own status")
  func pipeline() throws {
    let result = try trace(
      """
      import Foundation
      import Rx
      let greetings = Observable<String>.create { observer in
        observer.onNext("hello")
        observer.onCompleted()
        return Disposables.create()
      }
      _ = greetings.map { $0 + "!" }.subscribe(onNext: { print($0) })
      exit(3)
      """)
    #expect(result.status == 3)
    #expect(result.errors == "")
    #expect(result.output.contains("hello!\n\n 1  Map#1.subscribe(onNext:)"))
    for line in [
      "└─ Map#1.subscribe → AnonymousObserver#1",
      "AnonymousObservableSink#1.forwardOn  next \"hello\"", "MapSink#1.forwardOn  next \"hello!\"",
      "AnonymousObserver#1 onNext closure  \"hello!\"", "▸ hello!",
      "made at pipeline.swift:8\n", "  made at pipeline.swift:3\n", "· 1 thread",
    ] {
      #expect(result.output.contains(line), "\(line)")
    }
  }

  @Test("subscribe(on:) is a stage of the pipeline, though its name begins as that of a subscription")
  func subscribeOn() throws {
    let folder = try Folder()
    let program = """
      import RxSwift
      _ = Observable.just(1)
        .subscribe(on: CurrentThreadScheduler.instance)
        .observe(on: CurrentThreadScheduler.instance)
        .subscribe()
      """
    try program.write(to: folder.url.appending(path: "two.swift"), atomically: true, encoding: .utf8)
    let output = try headwater(["trace", "two.swift"], in: folder).output
    #expect(output.contains("subscribe just → subscribe(on:) → observe(on:)"), "\(output)")
  }

  @Test("The same file gives the same text, compiled anew or found in the cache")
  func repeatable() throws {
    let folder = try Folder()
    let source = "import RxSwift\n_ = Observable.of(1, 2, 3).filter { $0 > 1 }.subscribe(onNext: { print($0) })\n"
    let first = try trace(source, in: folder)
    #expect(first.status == 0)
    #expect(try trace(source, in: folder) == first)
  }

  @Test("A file may import the engine under each name that apps know, also to qualify what is in it")
  func otherNames() throws {
    let result = try trace(
      """
      import Rx
      import RxSwift
      import class RxSwift.PublishSubject
      import RxRelay
      import RxCocoa
      import NSObject_Rx
      import RxTest
      import RxBlocking

      struct Event {}
      extension RxSwift.ObservableType { func own() -> RxSwift.Observable<Element> { asObservable() } }
      let relay = RxRelay.BehaviorRelay(value: 1)
      let driver: RxCocoa.Driver<Int> = relay.asDriver()
      let scheduler = TestScheduler(initialClock: 0)
      let observer = scheduler.createObserver(Int.self)
      _ = scheduler.createColdObservable([.next(10, 5), .completed(20)]).own().subscribe(observer)
      scheduler.start()
      print(observer.events)
      print(try RxSwift.Observable.of(1, 2).own().toBlocking().toArray())
      print(type(of: relay as Any) == BehaviorRelay<Int>.self)
      """)
    #expect(result.status == 0)
    #expect(result.errors == "")
    #expect(result.output.hasPrefix("[next(5) @ 10, completed @ 20]\n[1, 2]\ntrue\n\n"))
    // Both are recorded, so the test's engine and the pipeline's are one.
    #expect(result.output.contains("ColdObservable#1.subscribe → TestableObserver#1"))
    #expect(result.output.contains("ObservableSequence#1.subscribe(_:) → AnonymousObserver#1"))
  }

  @Test("A program with @main")
  func mainAttribute() throws {
    let result = try trace(
      """
      import Rx
      @main struct Program {
        static func main() { _ = Observable.just(1).subscribe(onNext: { print($0) }) }
      }
      """)
    #expect(result.status == 0)
    #expect(result.errors == "")
    #expect(result.output.hasPrefix("1\n\n1  Just#1.subscribe(onNext:)"))
  }

  @Test("Input and arguments reach the program")
  func inputAndArguments() throws {
    let result = try trace(
      """
      import Rx
      _ = Observable.of(readLine() ?? "", CommandLine.arguments[1]).subscribe(onNext: { print($0) })
      """, ["--", "an argument"], input: "a line\n")
    #expect(result.output.hasPrefix("a line\nan argument\n\n"))
  }

  @Test("A program that forks, and asks what its output is")
  func fork() throws {
    let result = try trace(
      """
      import Foundation
      import Rx
      let fork = unsafeBitCast(dlsym(nil, "fork"), to: (@convention(c) () -> Int32).self)
      let subject = PublishSubject<Int>()
      _ = subject.subscribe(onNext: { _ in })
      let child = fork()
      if child == 0 {
        subject.onNext(1)
        exit(0)
      }
      var status: Int32 = 0
      waitpid(child, &status, 0)
      for number in 0..<5000 { subject.onNext(number) }
      print(fileno(stdout), status)
      """)
    #expect(result.status == 0)
    #expect(result.errors == "")
    #expect(result.output.hasPrefix("1 0\n\n"))
    #expect(result.output.contains("next 0 … 4999") && !result.output.contains("cut off"))
  }

  @Test("A file whose name looks like an option", arguments: ["./-name.swift", "././-name.swift"])
  func dash(path: String) throws {
    let folder = try Folder()
    let source = "import Rx\n_ = Observable.just(1).subscribe()\n"
    try Data(source.utf8).write(to: folder.url.appending(path: "-name.swift"))
    let result = try headwater(["trace", "--engine", path], in: folder)
    #expect(result.status == 0)
    #expect(result.errors == "")
  }

  @Test(
    "A name that begins with - is not taken for a cluster of options",
    arguments: ["trace", "--engine", "check", "record"])
  func dashAlone(command: String) throws {
    let result = try headwater([command, "-dash.swift"], in: Folder())
    #expect(result.status == 64 && result.output == "")
    #expect(result.errors.hasPrefix("headwater: -dash.swift: begins with - like an option; write ./-dash.swift\n"))
  }

  @Test("A file may have any name; only of several, each has to end in .swift")
  func noEnding() throws {
    let folder = try Folder()
    for name in ["numbers", "numbers.txt", "more.swift"] {
      let source = "#!/usr/bin/env headwater\nimport Rx\n_ = Observable.just(1).map { $0 + 1 }.subscribe()\n"
      try Data(source.utf8).write(to: folder.url.appending(path: name))
    }
    for name in ["numbers", "numbers.txt"] {
      let result = try headwater(["trace", "--engine", name], in: folder)
      #expect(result.status == 0 && result.errors == "" && result.output.contains("made at \(name):3\n"))
    }
    let result = try headwater(["trace", "--engine", "more.swift", "numbers.txt"], in: folder)
    let reason = "its name does not end in .swift, which the compiler needs for several files"
    #expect(result == Result(65, errors: "headwater: numbers.txt: \(reason)\n"))
  }

  @Test(
    "The program's source is not replaced by its output or its recording",
    arguments: [["--keep"], ["-o"]])
  func sameFile(options: [String]) throws {
    let folder = try Folder()
    try Data("print(1)\n".utf8).write(to: folder.url.appending(path: "pipeline.swift"))
    let result = try headwater(
      ["trace", "--format", "html"] + options + ["./pipeline.swift", "pipeline.swift"], in: folder)
    let reason = "is the same file as pipeline.swift, which would be lost; name another file"
    #expect(result == Result(64, errors: "headwater: ./pipeline.swift: \(reason)\n"))
    #expect(try String(contentsOf: folder.url.appending(path: "pipeline.swift"), encoding: .utf8) == "print(1)\n")
  }

  @Test("A file that could not be written stops the program before it runs")
  func shownNowhere() throws {
    let result = try trace("print(1)\n", ["-o", "nowhere/a.html"])
    #expect(result == Result(73, errors: "headwater: nowhere/a.html: cannot be written: No such file or directory\n"))
  }

  @Test("A file that grows past what the shell allows leaves the one that was there")
  func fileSizeLimit() throws {
    let folder = try Folder()
    let source = "import Rx\n_ = Observable.range(start: 1, count: 1000).map { $0 }.subscribe()\n"
    #expect(try trace(source, ["-o", "run.steps", "--keep", "run.hwtrace"], in: folder).status == 0)
    let shown = try Data(contentsOf: folder.url.appending(path: "run.steps"))
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    let command = "ulimit -f 16; exec \"$0\" show run.hwtrace -o run.steps"
    shell.arguments = ["-c", command, commandFile.path]
    shell.currentDirectoryURL = folder.url
    shell.standardError = FileHandle.nullDevice
    try shell.run()
    shell.waitUntilExit()
    #expect(shell.terminationReason == .exit && shell.terminationStatus == 73)
    #expect(try Data(contentsOf: folder.url.appending(path: "run.steps")) == shown)
  }

  @Test("A recording that could not be kept stops the program before it runs")
  func keptNowhere() throws {
    let folder = try Folder()
    try Data("import Rx\nprint(1)\n".utf8).write(to: folder.url.appending(path: "a.swift"))
    let result = try headwater(["trace", "--engine", "a.swift", "--keep", "nowhere/a.hwtrace"], in: folder)
    #expect(
      result
        == Result(73, errors: "headwater: nowhere/a.hwtrace: cannot be written: No such file or directory\n"))
  }

  @Test("No such file")
  func noSuchFile() throws {
    let result = try headwater(["trace", "--engine", "nowhere.swift"], in: Folder())
    #expect(result == Result(66, errors: "headwater: nowhere.swift: cannot be read: No such file or directory\n"))
  }

  @Test("A file that is not regular is refused, because it might never end")
  func device() throws {
    let result = try headwater(["trace", "--engine", "/dev/zero"], in: Folder())
    let reason = "it is not a regular file; - reads standard input"
    #expect(result == Result(66, errors: "headwater: /dev/zero: cannot be read: \(reason)\n"))
  }

  @Test("Bytes that are not UTF-8")
  func notText() throws {
    let folder = try Folder()
    try Data([0x6C, 0x65, 0xFF, 0xFE]).write(to: folder.url.appending(path: "pipeline.swift"))
    let result = try headwater(["trace", "--engine", "pipeline.swift"], in: folder)
    #expect(result == Result(65, errors: "headwater: pipeline.swift: is not UTF-8 text\n"))
  }

  @Test("a recording instead of a program")
  func recording() throws {
    let folder = try Folder()
    try Data("HWTRACE\n\u{5}\0\0\0".utf8 + [0xFF]).write(to: folder.url.appending(path: "run.hwtrace"))
    let result = try headwater(["trace", "run.hwtrace"], in: folder)
    #expect(result == Result(65, errors: "headwater: run.hwtrace: is a recording; headwater show shows it\n"))
  }

  @Test("An empty file", arguments: ["", " \n\n"])
  func empty(source: String) throws {
    #expect(
      try trace(source) == Result(65, errors: "headwater: pipeline.swift: is empty; there is nothing to run\n"))
  }

  @Test("Compile errors are the compiler's own, with the path as it was given")
  func doesNotCompile() throws {
    let result = try trace("import Rx\nlet number: Int = \"text\"\n")
    #expect(result.status == 65)
    #expect(result.output == "")
    #expect(
      result.errors.hasPrefix(
        "pipeline.swift:2:19: error: cannot convert value of type 'String' to specified type 'Int'\n"))
    #expect(result.errors.components(separatedBy: "pipeline.swift:").count == 2)
  }

  @Test("A program that does not use Rx")
  func noRx() throws {
    let message =
      "headwater: pipeline.swift: nothing was recorded: the program made no use of Rx that could be recorded\n"
    #expect(try trace("print(1)") == Result(65, output: "1\n", errors: message))
    #expect(try trace("import Foundation\nexit(9)") == Result(9, errors: message))
  }

  @Test("A crash shows the trace up to it")
  func crash() throws {
    let result = try trace(
      """
      import Foundation
      import Rx
      _ = Observable.of(1, 2).subscribe(onNext: { if $0 == 2 { kill(getpid(), SIGKILL) } })
      """)
    #expect(result.status == 128 + SIGKILL)
    #expect(result.errors == "headwater: pipeline.swift: ended by signal 9 (Killed)\n")
    #expect(result.output.contains("AnonymousObserver#1 onNext closure  2"))
    #expect(result.output.hasSuffix("· cut off: the end of the recording is missing\n"))
  }

  @Test("A program that does not end is stopped, even if it ignores the request")
  func hang() throws {
    let result = try trace(
      """
      import Foundation
      import Rx
      signal(SIGTERM, SIG_IGN)
      _ = Observable.just(1).subscribe(onNext: { print($0); fflush(nil) })
      while true { sleep(1) }
      """, ["--time-limit", "0.5"])
    #expect(result.status == 124)
    #expect(
      result.errors
        == "headwater: pipeline.swift: stopped after 0.5 s, the time limit (--time-limit 0 for no limit)\n")
    #expect(result.output.hasPrefix("1\n\n1  Just#1.subscribe(onNext:)"))
  }

  @Test("A signal is handed to the program, and its trace is still shown", arguments: [SIGINT, SIGTERM])
  func signals(signal: Int32) throws {
    let folder = try Folder()
    let source = """
      import Foundation
      import Rx
      _ = Observable.just(1).subscribe(onNext: { print($0); fflush(nil) })
      while true { sleep(1) }
      """
    try source.write(to: folder.url.appending(path: "pipeline.swift"), atomically: true, encoding: .utf8)
    let result = try headwater(["trace", "--engine", "pipeline.swift"], in: folder, signal: signal)
    #expect(result.status == 128 + signal)
    #expect(result.errors.hasPrefix("headwater: pipeline.swift: ended by signal \(signal) ("))
    #expect(result.output.hasPrefix("1\n\n1  Just#1.subscribe(onNext:)"))
  }

  @Test("A program that handles a signal decides by itself how it ends")
  func handledSignal() throws {
    let folder = try Folder()
    let source = """
      import Foundation
      import Rx
      signal(SIGTERM) { _ in _exit(7) }
      _ = Observable.just(1).subscribe(onNext: { print($0); fflush(nil) })
      while true { sleep(1) }
      """
    try source.write(to: folder.url.appending(path: "pipeline.swift"), atomically: true, encoding: .utf8)
    #expect(try headwater(["trace", "--engine", "pipeline.swift"], in: folder, signal: SIGTERM).status == 7)
  }

  @Test("A missing compiler")
  func noCompiler() throws {
    let result = try trace("print(1)", environment: ["SWIFTC": "/nowhere/swiftc"])
    let message = "headwater: /nowhere/swiftc: there is no such program; SWIFTC must name the Swift compiler\n"
    #expect(result == Result(69, errors: message))
    let unset = try trace("print(1)", environment: ["PATH": "/nowhere"])
    #expect(unset.status == 69)
    #expect(unset.errors.hasPrefix("headwater: swiftc is missing: it is in no folder of PATH\n"))
  }

  @Test("A trace that grows past its limit keeps its beginning and its end, and a message says so")
  func sizeLimit() throws {
    let folder = try Folder()
    let program = """
      import Rx
      let numbers = PublishSubject<Int>()
      _ = numbers.subscribe()
      for number in 0..<20_000 { numbers.onNext(number) }
      print("done")
      """
    try program.write(to: folder.url.appending(path: "many.swift"), atomically: true, encoding: .utf8)
    let result = try headwater(["trace", "--engine", "--size-limit", "1", "many.swift"], in: folder)
    #expect(result.status == 0 && result.output.hasPrefix("done\n\n"))
    #expect(result.output.contains("next 0 … ") && result.output.contains(" … 19999  ×"))
    #expect(result.output.contains("were removed, because the file had reached its limit"))
    let removed = /headwater: many.swift: \d+ recorded calls between .+ and .+ were removed, because the file had/
    #expect(result.errors.prefixMatch(of: removed) != nil, "\(result.errors)")
    #expect(result.errors.hasSuffix("reached its limit (--size-limit 0 for 4 GiB)\n"), "\(result.errors)")
    let whole = try headwater(["trace", "--engine", "--size-limit", "0", "many.swift"], in: folder)
    #expect(!whole.output.contains("removed") && whole.errors == "")
  }

  @Test("Invalid time limits", arguments: ["-1", "nan", "soon"])
  func badTimeLimit(limit: String) throws {
    #expect(try trace("print(1)", ["--time-limit=\(limit)"]).status == 64)
  }

  @Test("A recording can be kept, and an unwritable place is an error")
  func keep() throws {
    let folder = try Folder()
    let source = "import Rx\n_ = Observable.just(1).subscribe()\n"
    #expect(try trace(source, ["--keep", "run.hwtrace"], in: folder).status == 0)
    let kept = try Data(contentsOf: folder.url.appending(path: "run.hwtrace"))
    #expect(kept.starts(with: Array("HWTRACE\n".utf8)))
    let result = try trace(source, ["--keep", "nowhere/run.hwtrace"], in: folder)
    #expect(result.status == 73)
    #expect(result.errors.hasPrefix("headwater: nowhere/run.hwtrace: cannot be written: "))
  }

  private func trace(
    _ source: String, _ options: [String] = [], in folder: Folder? = nil, input: String = "",
    environment: [String: String] = [:]
  ) throws -> Result {
    let folder = try folder ?? Folder()
    try source.write(to: folder.url.appending(path: "pipeline.swift"), atomically: true, encoding: .utf8)
    return try headwater(
      ["trace", "--engine", "pipeline.swift"] + options, in: folder, input: input, environment: environment)
  }
}
