import Foundation
import RxTrace
import TestSupport
import Testing

/// `headwater record --ring`, and what each command says of such a recording.
@Suite("Rings", .oneAtATime)
struct RingCommandTests {
  /// Threads whose subscriptions come and go, beside a pipeline that stays. It is killed if an argument says so. The threads
  /// rest now and then, as those of a service do. A busy machine would otherwise stop one in the middle of a record for so
  /// long that the others fill the ring meanwhile and drop records, which `check` reports.
  private static let program = """
    import Foundation
    import RxSwift

    let bag = DisposeBag()
    let query = PublishSubject<String>()
    query.map { $0.uppercased() }.subscribe(onNext: { _ in }).disposed(by: bag)
    DispatchQueue.concurrentPerform(iterations: 4) { worker in
      for number in 0..<6000 {
        _ = Observable.of(worker, number).map { $0 + 1 }.subscribe(onNext: { _ in })
        if number % 50 == 0 { usleep(1000) }
      }
    }
    for number in 0..<20 { query.onNext("q\\(number)") }
    print("done")
    if CommandLine.arguments.count > 1 { kill(getpid(), SIGKILL) }

    """

  private func recorded(_ arguments: [String] = [], in folder: Folder) throws -> Result {
    try Self.program.write(to: folder.url.appending(path: "ring.swift"), atomically: true, encoding: .utf8)
    return try headwater(["record", "--ring", "1MB", "-o", "run.hwtrace", "ring.swift", "--"] + arguments, in: folder)
  }

  private func size(of name: String, in folder: Folder) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.url.appending(path: name).path)
    return try #require(attributes[.size] as? Int)
  }

  private static var sentence: Regex<Substring> {
    /\d{4,} recorded calls between [^ ]+ [^ ]+ and [^ ]+ [^ ]+ were removed, because the file had reached its limit/
  }

  @Test("the file never exceeds the size, with its program's source, and each command says what is gone")
  func commands() throws {
    let folder = try Folder()
    let result = try recorded(in: folder)
    #expect(result.status == 0 && result.output == "done\n")
    #expect(result.errors.contains(Self.sentence) && !result.errors.contains("--size-limit"), "\(result.errors)")
    #expect(try size(of: "run.hwtrace", in: folder) <= 1_000_000)
    func said(_ arguments: [String]) throws -> String {
      let result = try headwater(arguments, in: folder)
      return result.output + result.errors
    }
    for form in ["program", "tree", "steps", "jsonl", "csv", "chrome", "dot", "marbles", "svg", "otlp", "html"] {
      #expect(try said(["show", "run.hwtrace", "--format", form]).contains(Self.sentence), "\(form)")
    }
    let commands = [
      ["show", "run.hwtrace", "-o", "copy.hwtrace"], ["show", "run.hwtrace", "-o", "run.sqlite"],
      ["report", "run.hwtrace"], ["why", "run.hwtrace", "--last-output"], ["why-not", "run.hwtrace", "q99"],
      ["diff", "run.hwtrace", "run.hwtrace"],
    ]
    for command in commands { #expect(try said(command).contains(Self.sentence), "\(command)") }
    let view = try headwater(["show", "run.hwtrace"], in: folder).output
    #expect(view.contains("ring.swift") && !view.contains("dropped"), "\(view.prefix(2000))")
    let why = try said(["why-not", "run.hwtrace", "\"q99\""])
    #expect(!why.contains("never"), "\(why)")
    // What the ring has lost is no problem of the program.
    let check = try headwater(["check", "run.hwtrace", "--level", "note"], in: folder)
    #expect(check.status == 0 && check.output.contains(Self.sentence), "\(check.output)")
    let texts = try Trace(contentsOf: folder.url.appending(path: "run.hwtrace").path).steps
    #expect(texts.last?.value?.text == "done\n" || texts.suffix(10).contains { $0.kind == .output })
  }

  @Test("a recording ends when a finding comes up that it is to stop at, and the program goes on")
  func stopsAtFinding() throws {
    let folder = try Folder()
    try """
    import Foundation
    import Rx

    struct Offline: Error {}
    let taps = PublishSubject<Int>()
    _ = taps.flatMapLatest { $0 == 2 ? Observable<Int>.error(Offline()) : .just($0) }.catchAndReturn(0)
      .subscribe(onNext: { print($0) })
    for tap in 1...4 { taps.onNext(tap) }
    // Until nothing is recorded any more.
    while (try? TraceRecorder.snapshot(to: "copy.hwtrace")) != nil { usleep(10_000) }
    taps.onNext(99)
    print("goes on")

    """.write(to: folder.url.appending(path: "taps.swift"), atomically: true, encoding: .utf8)
    let command = ["record", "--ring", "1MB", "-o", "run.hwtrace", "taps.swift", "--stop-when"]
    let result = try headwater(command + ["stale,ended-by-error"], in: folder)
    #expect(result.status == 0 && result.output == "1\n0\ngoes on\n", "\(result)")
    #expect(result.errors.contains("had ended flatMapLatest"), "\(result.errors)")
    // The program may exit before it has answered that its recording has ended.
    #expect(result.errors.contains(/the recording (ends here|was to end here)/), "\(result.errors)")
    let check = try headwater(["check", "run.hwtrace"], in: folder)
    #expect(check.status == 1 && check.output.contains("[ended-by-error]"), "\(check.output)")
    let trace = try Trace(contentsOf: folder.url.appending(path: "run.hwtrace").path)
    #expect(trace.isComplete && !trace.steps.contains { $0.value?.text == "99" })
    let late = try headwater(command + ["never-disposed"], in: folder)
    #expect(late.status == 64 && late.errors.contains("only the end of a run shows never-disposed"), "\(late.errors)")
    let unknown = try headwater(command + ["stail"], in: folder)
    #expect(unknown.status == 64 && unknown.errors.contains("there is no finding `stail`"), "\(unknown.errors)")
  }

  @Test("a program that is killed while the ring turns leaves a recording")
  func killed() throws {
    let folder = try Folder()
    let result = try recorded(["kill"], in: folder)
    #expect(result.status == 128 + SIGKILL && result.errors.contains(Self.sentence), "\(result.errors)")
    #expect(try size(of: "run.hwtrace", in: folder) <= 1_000_000)
    let trace = try Trace(contentsOf: folder.url.appending(path: "run.hwtrace").path)
    #expect(!trace.isComplete && trace.damagedSlots == 0 && trace.steps.contains { $0.value?.text == "\"q19\"" })
  }

  @Test(
    "a size that is none is an error that says what one looks like", arguments: ["64", "12KB", "lots", "1.5MB"])
  func badSizes(size: String) throws {
    let folder = try Folder()
    let result = try headwater(["record", "--ring=\(size)", "-o", "run.hwtrace", "ring.swift"], in: folder)
    let message = "--ring takes a size with its unit, such as 64MB, of at least 1MB, and was given '\(size)'"
    #expect(result.status == 64 && result.errors.contains(message), "\(result.errors)")
    let program = try headwater(
      ["record", "-o", "run.hwtrace", "ring.swift"], in: folder, environment: ["HEADWATER_RING": "64"])
    #expect(program.status == 64 && program.errors.contains("HEADWATER_RING"))
  }

  @Test("a ring and a limit cannot both be given")
  func both() throws {
    let folder = try Folder()
    let result = try headwater(
      ["record", "--ring", "64MB", "--size-limit", "8", "-o", "run.hwtrace", "ring.swift"], in: folder)
    #expect(result.status == 64 && result.errors.contains("--ring and --size-limit both limit the size"))
  }

  @Test("without the command, the variable makes a ring, or says why there is none")
  func environment() throws {
    let folder = try Folder()
    try Self.program.write(to: folder.url.appending(path: "ring.swift"), atomically: true, encoding: .utf8)
    let source = "import RxSwift\n_ = Observable.of(1).subscribe()\nprint(CommandLine.arguments[0])\n"
    try source.write(to: folder.url.appending(path: "small.swift"), atomically: true, encoding: .utf8)
    let program = try compiled(folder.url.appending(path: "small.swift"), in: folder)
    func run(_ ring: String) throws -> (errors: String, exists: Bool) {
      let (path, errors) = (folder.url.appending(path: "own.hwtrace"), folder.url.appending(path: "own.errors"))
      try? FileManager.default.removeItem(at: path)
      try Data().write(to: errors)
      let process = Process()
      process.executableURL = URL(fileURLWithPath: program)
      process.environment = ProcessInfo.processInfo.environment
        .merging(["HEADWATER_TRACE": path.path, "HEADWATER_RING": ring]) { $1 }
      process.standardOutput = FileHandle.nullDevice
      process.standardError = try FileHandle(forWritingTo: errors)
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
      return (try String(contentsOf: errors, encoding: .utf8), FileManager.default.fileExists(atPath: path.path))
    }
    let right = try run("1MB")
    #expect(right.errors == "" && right.exists)
    for wrong in ["64", "100KB"] {
      let wrongRun = try run(wrong)
      let reason = "HEADWATER_RING takes a size with its unit, such as 64MB, of at least 512KiB, and is \"\(wrong)\""
      #expect(wrongRun.errors.contains(reason) && !wrongRun.exists, "\(wrongRun.errors)")
    }
  }
}
