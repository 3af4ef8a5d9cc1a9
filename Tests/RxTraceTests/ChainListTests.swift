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
      "BehaviorRelay(value: 1).asDriver().map { $0 }.drive(onNext: { print($0) })",
      "Single.just(1).flatMapMaybe { .just($0) }.subscribe(onSuccess: { print($0) })",
      "Observable.of(1, 2).publish().connect()",
    ])
  func holds(pipeline: String) throws {
    let run = try recorded("import RxSwift\nimport RxCocoa\nimport RxBlocking\n_ = \(pipeline)\n")
    let kinds: [Set<StepKind>] = [[], [.on, .output], [.forwardOn], [.closure, .subscribe]]
    for kinds in kinds {
      let lines = ChainList(TraceFilter(kinds: kinds).apply(to: run)).lines
      let check = ChainCheck(lines.joined(separator: "\n"), run.trace) { _ in run }
      #expect(check.failure == nil, "\(lines.joined(separator: "\n"))")
    }
  }

  @Test(
    "A call of a relay, a driver or another trait has the name of the function that the program calls",
    arguments: [
      ("PublishRelay<Int>().accept(1)", "PublishRelay.accept(_:) 1"),
      ("BehaviorRelay(value: 0).accept(1)", "BehaviorRelay.accept(_:) 1"),
      (
        "BehaviorRelay(value: 0).asDriver().drive(onNext: { _ in })",
        "SharedSequenceConvertibleType.drive(onNext:onCompleted:onDisposed:)"
      ),
      ("Signal.just(1).emit()", "SharedSequenceConvertibleType.emit()"),
      ("Completable.empty().subscribe()", "PrimitiveSequenceType.subscribe(onCompleted:onError:onDisposed:)"),
      ("Infallible.just(1).subscribe(onNext: { _ in })", "InfallibleType.subscribe(onNext:onCompleted:onDisposed:)"),
      ("Observable.just(1).subscribe(onNext: { _ in })", "Just.subscribe(onNext:)"),
      ("Observable.just(1).bind(to: PublishRelay<Int>())", "Just.subscribe(onNext:)"),
      ("Single.just(1).subscribe { _ in }", "PrimitiveSequenceType.subscribe(_:)"),
      ("PublishSubject<Int>().onNext(1)", "PublishSubject.on(next:) 1"),
    ])
  func traits(call: String, line: String) throws {
    let run = try recorded("import RxSwift\nimport RxCocoa\n_ = \(call)\n")
    #expect(ChainList(run).lines.first { !$0.hasPrefix(" ") } == line)
  }

  @Test(
    "A function of the program's call may lack labels of arguments that have a default value",
    arguments: [
      ("SharedSequenceConvertibleType.drive", true), ("SharedSequenceConvertibleType.drive(onNext:)", true),
      ("SharedSequenceConvertibleType.drive(onCompleted:)", true), ("SharedSequenceConvertibleType.drive()", false),
      ("SharedSequenceConvertibleType.drive(onCompleted:onNext:)", false),
      ("SharedSequenceConvertibleType.emit(onNext:)", false), ("Driver.drive(onNext:)", false),
      ("drive(onNext:)", false),
    ])
  func labels(symbol: String, isTrue: Bool) throws {
    let run = try recorded(
      "import RxSwift\nimport RxCocoa\n_ = BehaviorRelay(value: 0).asDriver().drive(onNext: { _ in })\n")
    #expect((ChainCheck("\(symbol)\n  …\n…", run.trace) { _ in run }.failure == nil) == isTrue)
  }

  @Test("Steps that are left out are a line with a gap")
  func gaps() throws {
    let run = try recorded("import RxSwift\n_ = Observable.just(1).map { $0 }.subscribe { print($0) }\n")
    let lines = ChainList(TraceFilter(kinds: [.closure]).apply(to: run)).lines
    #expect(lines.first == "…" && lines.contains("MapSink.closure 1") && lines.last == "…", "\(lines)")
  }
}
