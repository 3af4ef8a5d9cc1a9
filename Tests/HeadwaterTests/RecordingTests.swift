import Foundation
import TestSupport
import Testing

/// Recorded programs behave as they like and end in any way; neither they nor their earlier records are damaged.
@Suite("Recording", .oneAtATime)
struct RecordingTests {
  @Test("A description that prints, subscribes, sends and takes its time prints nothing and leaves no step")
  func descriptions() throws {
    let source = """
      import Foundation
      import RxSwift
      let log = PublishSubject<String>()
      _ = log.subscribe(onNext: { print("log:", $0) })
      struct Price: CustomStringConvertible {
        let cents: Int
        var description: String {
          print("asked for \\(cents)")
          log.onNext("asked for \\(cents)")
          usleep(1000)
          return "\\(cents) ct"
        }
      }
      _ = Observable.of(Price(cents: 5), Price(cents: 7)).map { $0 }.subscribe(onNext: { _ in print("got one") })
      """
    let result = try trace(source)
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("got one\ngot one\n\n"))
    #expect(result.output.contains("MapSink#1.forwardOn  next 7 ct"))
    #expect(!result.output.contains("asked for"))
  }

  /// Each has a description that must not be called.
  private static let undescribed = [
    """
    struct Price: CustomStringConvertible { let cents: Int; var description: String { fatalError("described") } }
    _ = Observable.just(Price(cents: 5)).subscribe(onNext: { _ in print("got one") })
    """,
    """
    struct Price: CustomStringConvertible {
      let cents: Int
      var description: String { lock.withLock { "\\(cents) ct" } }
    }
    let lock = NSLock()
    let prices = PublishSubject<Price>()
    _ = prices.subscribe(onNext: { _ in print("got one") })
    lock.withLock { prices.onNext(Price(cents: 5)) }
    """,
  ]

  @Test("Without descriptions, one that traps or waits for a lock of the program is not called", arguments: undescribed)
  func withoutDescriptions(source: String) throws {
    let source = "import Foundation\nimport RxSwift\n\(source)"
    let result = try trace(source, ["--no-descriptions", "--time-limit", "20"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.hasPrefix("got one\n\n") && result.output.contains("onNext closure  Price(cents: 5)"))
    let byVariable = try trace(source, ["--time-limit", "20"], ["HEADWATER_NO_DESCRIPTIONS": "1"])
    #expect(byVariable.output == result.output)
  }

  @Test("A program that records itself reads the variable for that")
  func withoutDescriptionsByItself() throws {
    let folder = try Folder()
    let program = try compiled(guest("trap"), in: folder)
    let trace = folder.url.appending(path: "own.hwtrace").path
    func lastWord(_ variables: String...) throws -> String {
      try output(ofEnvironment: variables + ["SWIFT_BACKTRACE=enable=no", "HEADWATER_TRACE=\(trace)", program, "run"])
    }
    #expect(try lastWord("HEADWATER_NO_DESCRIPTIONS=1") == "end\n")
    #expect(try headwater(["show", "--engine", trace], in: folder).output.contains("onNext closure  Trap(number: 1)"))
    #expect(try lastWord("HEADWATER_NO_DESCRIPTIONS=0") == "")
  }

  /// Each ends the program from within the delivery of the second of three elements.
  static let endings = [
    "fatalError(\"on purpose\")", "kill(getpid(), SIGKILL)", "abort()", "_exit(7)",
    "Thread.detachNewThread { exit(8) }; while true { sleep(1) }",
    "let nothing: Int? = nil; print(nothing!)",
  ]

  @Test("However the program ends, everything before is there", arguments: endings)
  func crashes(ending: String) throws {
    let result = try trace(
      """
      import Foundation
      import RxSwift
      setvbuf(stdout, nil, _IONBF, 0)
      _ = Observable.of(1, 2, 3).map { $0 * 10 }.subscribe(onNext: { number in
        print(number)
        if number == 20 { \(ending) }
      })
      """)
    #expect(result.status != 0)
    #expect(result.output.hasPrefix("10\n20\n"))
    #expect(result.output.contains("onNext closure  20"))
    #expect(!result.output.contains("next 30"))
    // A program that calls `exit` ends its recording; the others cannot.
    #expect(result.output.contains("cut off") == !ending.contains("{ exit(8) }"))
  }

  @Test("Twenty threads at once: each keeps its own nesting, and no step is lost")
  func threads() throws {
    let result = try trace(
      """
      import Foundation
      import RxSwift
      let threads = (0..<20).map { number in
        Thread {
          _ = Observable.range(start: 0, count: 50).map { $0 + number }.subscribe(onNext: { _ in })
        }
      }
      threads.forEach { $0.start() }
      while !threads.allSatisfy({ $0.isFinished }) { usleep(1000) }
      """, ["--no-fold"])
    #expect(result.status == 0)
    #expect(result.output.contains("· 20 threads") || result.output.contains("· 21 threads"))
    #expect(result.output.components(separatedBy: "onNext closure").count == 20 * 50 + 1)
    #expect(!result.output.contains("not delivered"))
  }

  @Test("A value of ten million characters says what was not recorded")
  func largeValue() throws {
    let result = try trace(
      """
      import RxSwift
      _ = Observable.just(String(repeating: "x", count: 10_000_000)).subscribe(onNext: { print($0.count) })
      """)
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("10000000\n"))
    #expect(result.output.contains("the rest was not recorded"))
  }

  private func trace(
    _ source: String, _ options: [String] = [], _ environment: [String: String] = [:]
  ) throws -> Result {
    let folder = try Folder()
    try Data(source.utf8).write(to: folder.url.appending(path: "pipeline.swift"))
    return try headwater(["trace", "--engine", "pipeline.swift"] + options, in: folder, environment: environment)
  }
}
