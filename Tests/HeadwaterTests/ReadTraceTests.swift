import Foundation
import TestSupport
import Testing

/// `Examples/read-trace` was written by what `content/reference/trace-format.md` says, for readers of recordings in other
/// languages. It gives the lines that `headwater show --format jsonl` gives, byte for byte.
@Suite("A reader in Python", .oneAtATime)
struct ReadTraceTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let older = root.appending(path: "Tests/RxTraceTests/Recordings")
  private static let olderNames = ((try? FileManager.default.contentsOfDirectory(atPath: older.path)) ?? [])
    .filter { $0.hasSuffix(".hwtrace") }.sorted()

  @Test("lists recordings of earlier versions")
  func earlierVersions() throws {
    let folder = try Folder()
    #expect(Self.olderNames.count == 32)
    for name in Self.olderNames { try compare(Self.older.appending(path: name).path, in: folder) }
  }

  @Test(
    "lists recordings of today",
    arguments: [
      "03-create-with-error", "05-behavior-and-replay", "08-transforming-students", "10-search", "13-switch",
      "16-background-work", "17-share", "19-catch", "20-using", "21-own-operator", "27-virtual-time",
      "29-event-as-a-value", "30-async-subject-and-operation-queue",
    ])
  func programs(name: String) throws {
    let folder = try Folder()
    let program = Self.root.appending(path: "Tests/HeadwaterTests/Programs/\(name).swift").path
    #expect(try headwater(["record", "-o", "run.hwtrace", program], in: folder).status == 0)
    try compare("run.hwtrace", in: folder)
  }

  @Test("prints values of every layout as Swift does, and says which are not whole")
  func values() throws {
    try compareRecording(
      of: """
        import Foundation
        import RxSwift

        struct Point { var x: Int8, y: Float, at: [String]?, on = false }
        struct Empty {}
        struct Price: CustomStringConvertible { let description = "9,99 €" }
        enum Answer { case yes, no(reason: String), maybe(Int, Double) }
        final class Screen: CustomStringConvertible { let description = "a screen" }

        func show<Value>(_ values: Value...) {
          let subject = PublishSubject<Value>()
          _ = subject.map { $0 }.subscribe(onNext: { _ in })
          for value in values { subject.onNext(value) }
        }

        show(1, -1, Int.min)
        show(UInt64.max)
        show(0.1, -0.0, 1e-5, 1e100, 9007199254740993, 123456789.125, .infinity, .nan)
        show(Float(0.1), 16777217, 1e-7)
        show(true, false)
        show("", "8 bytes!", "9 bytes !", "quote \\" \\\\ \\t \\r\\n", "\\u{301}e\\u{301} \\u{202E}", "\\u{1F1E8}\\u{1F1F3}")
        show(String(repeating: "long ", count: 30_000))
        show(())
        show(Point(x: 1, y: 0.5, at: nil), Point(x: 2, y: 1e9, at: ["here", "é"], on: true))
        show(Empty())
        show(Price())
        show([Price()])
        show(Answer.yes, .no(reason: "rain"), .maybe(1, 2))
        show((1, two: "2"))
        show([1, 2, 3], [], Array(1...100))
        show(["a": [1.5]], [:])
        show(Set([7]))
        show(Optional("some"), nil)
        show(Optional(Optional(1)), .some(nil), nil)
        show(String(repeating: "text ", count: 200) as String?)
        show(Array(repeating: String(repeating: "x", count: 200), count: 16))
        let screen = Screen()
        show(screen, Screen(), screen)
        """)
  }

  @Test("knows threads, queues, errors, cancelled actions, and lines that are printed in pieces")
  func happenings() throws {
    try compareRecording(
      of: """
        import Foundation
        import RxSwift

        enum Mistake: Error { case short, long(String) }
        let done = DispatchSemaphore(value: 0)
        let queue = SerialDispatchQueueScheduler(internalSerialQueueName: "com.example.work")
        let subject = PublishSubject<Int>()
        let all = CompositeDisposable()
        _ = all.insert(subject.observe(on: queue).subscribe(onNext: { print("worker", $0, separator: "\\n") }))
        _ = all.insert(subject.map { if $0 == 3 { throw Mistake.short } else { $0 } }.subscribe(onNext: { print($0, terminator: "") }))
        for number in 1...3 { subject.onNext(number) }
        for round in 1...40 {
          let thread = Thread {
            subject.onNext(round)
            done.signal()
          }
          thread.name = "sender \\(round)"
          thread.start()
          done.wait()
        }
        Observable.of("a", "b").flatMap { text in
          Observable.just(text).map { (_: String) -> Int in throw Mistake.long(String(repeating: text, count: 40)) }
        }.subscribe(onError: { _ in }).dispose()
        Observable<Int>.timer(.seconds(100), scheduler: MainScheduler.instance).subscribe().dispose()
        Observable<Int>.timer(.seconds(100), scheduler: queue).subscribe().dispose()
        queue.schedule(()) { _ in
          done.signal()
          return Disposables.create()
        }.dispose()
        all.dispose()
        """)
  }

  @Test("lists a recording whose program was killed while eight threads were sending")
  func killed() throws {
    try compareRecording(
      of: """
        import Foundation
        import RxSwift

        for _ in 1...8 {
          let subject = PublishSubject<String>()
          let subscription = subject.map { $0 + " and more" }.subscribe(onNext: { _ in })
          Thread {
            for number in 1...300 { subject.onNext("a text that takes several slots, \\(number)") }
            subscription.dispose()
            kill(getpid(), SIGKILL)
          }.start()
        }
        while true { sleep(1) }
        """, status: 128 + SIGKILL)
  }

  @Test("lists a recording that has reached its limit, and says what was removed")
  func limit() throws {
    let lines = try compareRecording(
      of: """
        import RxSwift

        let subject = PublishSubject<Int>()
        let subscription = subject.map { $0 + 1 }.filter { $0 > 0 }.subscribe(onNext: { _ in })
        for number in 1...20_000 { subject.onNext(number) }
        subscription.dispose()
        """, "--size-limit", "1")
    #expect(lines.first?.contains(/"removedRecords":\d{4,},"removedFrom":\d+,"removedTo":\d+}/) == true)
  }

  @Test("says that a file is none")
  func otherFiles() throws {
    let folder = try Folder()
    try Data("hello".utf8).write(to: folder.url.appending(path: "run.hwtrace"))
    let read = try read("run.hwtrace", in: folder)
    #expect(read.status == 1 && read.errors == "run.hwtrace: is not a trace file\n")
  }

  @discardableResult
  private func compareRecording(of source: String, _ options: String..., status: Int32 = 0) throws -> [Substring] {
    let folder = try Folder()
    try source.write(to: folder.url.appending(path: "program.swift"), atomically: true, encoding: .utf8)
    let recorded = try headwater(["record", "-o", "run.hwtrace"] + options + ["program.swift"], in: folder)
    try #require(recorded.status == status, "\(recorded.errors)")
    return try compare("run.hwtrace", in: folder)
  }

  /// Compares line by line, so that a failure shows the first line that differs.
  /// - Returns: the lines.
  @discardableResult
  private func compare(_ recording: String, in folder: Folder) throws -> [Substring] {
    let read = try read(recording, in: folder)
    #expect(read.status == 0 && read.errors == "", "\(recording)")
    let shown = try headwater(["show", "--format", "jsonl", recording], in: folder)
    let lines = read.output.split(separator: "\n")
    let expected = shown.output.split(separator: "\n")
    let first = zip(lines, expected).first { $0 != $1 }
    #expect(first?.0 == first?.1, "\(recording)")
    #expect(lines.count == expected.count && lines.count > 1, "\(recording)")
    return lines
  }

  private func read(_ recording: String, in folder: Folder) throws -> Result {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", Self.root.appending(path: "Examples/read-trace/read_trace.py").path, recording]
    process.currentDirectoryURL = folder.url
    let files = [".lines", ".errors"].map { folder.url.appending(path: $0) }
    for file in files { try Data().write(to: file) }
    process.standardOutput = try FileHandle(forWritingTo: files[0])
    process.standardError = try FileHandle(forWritingTo: files[1])
    try process.run()
    process.waitUntilExit()
    let texts = try files.map { try String(contentsOf: $0, encoding: .utf8) }
    return Result(process.terminationStatus, output: texts[0], errors: texts[1])
  }
}
