import TestSupport
import Testing

@testable import RxTrace
@testable import TraceViews

@Suite("A run as a chain", .oneAtATime)
struct ChainListTests {
  @Test("Each step is a line with its depth and value, and equal steps are one line")
  func lines() throws {
    let run = try recorded(
      """
      import RxSwift
      let numbers = PublishSubject<String>()
      _ = numbers.ignoreElements().subscribe()
      for _ in 1...3 { numbers.onNext("a | b") }
      print("sent")
      print("sent")
      """)
    let lines = ChainList(run).lines
    #expect(lines.prefix(2) == ["IgnoreElements.subscribe(onNext:)", "  IgnoreElements.subscribe"])
    #expect(lines.contains(#"  IgnoreElementsSink.on(next:) "a | b""#))
    #expect(lines.last == #"output "sent" ×2"#)
  }

  @Test(
    "It holds against its own run, and so does what a filter leaves of it",
    arguments: [
      "Observable.of(1, 1, 2).map { $0 * 2 }.distinctUntilChanged().subscribe { print($0) }",
      "Observable.zip(Observable.of(\"a b\", \"|\", \"…\"), Observable.of(1, 2, 3)).subscribe { print($0) }",
      "Observable.of(\"a\\u{200B}b\", \"\\u{2066}\", \"\\t\").map { ($0, 1) }.subscribe { print($0) }",
      "Observable.of([1, 2], [], [3]).flatMap { Observable.from($0) }.toArray().subscribe { print($0) }",
      """
      Observable.of(1, 2).observe(on: SerialDispatchQueueScheduler(internalSerialQueueName: "kitchen"))
        .do(onNext: { print($0) }).ignoreElements().toBlocking().materialize()
      """,
    ])
  func holds(pipeline: String) throws {
    let run = try recorded("import RxSwift\nimport RxBlocking\n_ = \(pipeline)\n")
    let kinds: [Set<StepKind>] = [[], [.on, .output], [.forwardOn], [.closure, .subscribe]]
    for kinds in kinds {
      let lines = ChainList(TraceFilter(kinds: kinds).apply(to: run)).lines
      #expect(ChainCheck(lines.joined(separator: "\n"), run.trace).failure == nil, "\(lines.joined(separator: "\n"))")
    }
  }

  @Test("Steps that are left out are a line with a gap")
  func gaps() throws {
    let run = try recorded("import RxSwift\n_ = Observable.just(1).map { $0 }.subscribe { print($0) }\n")
    let lines = ChainList(TraceFilter(kinds: [.closure]).apply(to: run)).lines
    #expect(lines.first == "…" && lines.contains("MapSink.closure 1") && lines.last == "…", "\(lines)")
  }
}
