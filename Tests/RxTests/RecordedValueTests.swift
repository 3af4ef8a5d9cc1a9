import Foundation
import Rx
import RxTrace
import Testing

extension EngineTests {
  /// Values in a recording: the reader prints what `String(describing:)` prints in the program.
  @Suite struct RecordedValues {
    @Test("numbers, truth values and strings")
    func simple() throws {
      try expectSame([1, -1, .min], [Int8.min, 7], [UInt64.max], [true, false])
      try expectSame([1.5, .nan, -.infinity, 1e300], [Float(0.1)], ["", "a", "a longer text \"quoted\"\n"])
    }

    @Test("structures, tuples and enumerations")
    func composed() throws {
      try expectSame([Point(x: 1, y: -2)], [Empty()], [Pair(first: "a", second: [1.5])])
      try expectSame([(1, "a")], [(key: 1, value: Point(x: 1, y: 2))])
      try expectSame([Suit.spades, .hearts], [Answer.none, .failed(TestError.first)])
      try expectSame([Answer.found([Point(x: 0, y: 0)], at: "b")])
      try expectSame([Answer.pair(1, 2), .single(only: true)], [Result<Int, TestError>.success(1), .failure(.second)])
    }

    @Test("optionals and collections")
    func collections() throws {
      try expectSame([Optional(1), nil], [Optional(Optional(Point(x: 1, y: 2)))], [Optional("text")])
      try expectSame([[1, 2, 3], []], [["a": [Suit.clubs]], [:]], [Set([Point(x: 1, y: 2)])])
    }

    @Test("values that describe themselves, and parts that do")
    func described() throws {
      try expectSame([Named(name: "a")], [Date(timeIntervalSince1970: 0)], [0..<5])
      try expectSame([Holder(named: Named(name: "a"), any: Suit.clubs, reference: Shape())], [[Named(name: "b")]])
      try expectSame([Typed(type: Int.self, made: { 1 }, number: 2)], [Acting(made: { 1 }, number: 2)], [Int.self])
      try expectSame([Shape(), Circle()], [Holder(named: Named(name: "a"), any: 1, reference: Circle())])
      try expectSame([Reference()], [Tree.node(.leaf, 1)], [Nested(children: [Nested(children: [])])])
    }

    @Test("a private type is named without its address")
    func privateTypes() throws {
      #expect(try values([[Hidden(number: 1)]]) == ["[RxTests.EngineTests.RecordedValues.Hidden(number: 1)]"])
    }

    @Test("of a long collection and a long text the beginning and the length are stored")
    func large() throws {
      let numbers = "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16"
      #expect(try values([Array(1...12_000)]) == ["[\(numbers), and 11984 more]"])
      let text = String(repeating: "x", count: 300)
      #expect(try values([Named2(text: text)]) == ["Named2(text: \"\(text.prefix(256))…\")"])
      let trace = try trace { _ = Observable.just(Array(1...17)).subscribe() }
      #expect(trace.steps.compactMap(\.value).allSatisfy { !$0.isComplete })
    }

    @Test("a value that the calls hand on is described once")
    func once() throws {
      let count = Counter()
      let value = Counted(count: count)
      let trace = try trace {
        _ = Observable.just(value).map { $0 }.filter { _ in true }.do(onNext: { _ in }).subscribe(onNext: { _ in })
      }
      #expect(trace.steps.compactMap(\.value).count > 10)
      #expect(Set(trace.steps.compactMap(\.value?.text)) == ["description 1"])
      #expect(count.value == 1)
    }

    @Test("equal values of different events are told apart from the ones around them")
    func nested() throws {
      let texts = ["first of the texts", "second of the texts", "first of the texts"]
      let trace = try trace {
        _ = Observable.from(texts).flatMap { outer in Observable.from(texts).map { outer + " with " + $0 } }.subscribe()
      }
      let last = trace.steps.filter { $0.kind == .onCore }.compactMap(\.value?.text)
      let pairs = texts.flatMap { outer in texts.map { (outer + " with " + $0).debugDescription } }
      #expect(last.sorted() == pairs.sorted())
      let sources = trace.steps.filter { trace.name(of: $0.object).hasPrefix("FlatMapSink") && $0.kind == .on }
      #expect(sources.compactMap(\.value?.text) == texts.map(\.debugDescription))
    }

    @Test("a description that sends events through the pipeline changes no value")
    func reentrant() throws {
      let subject = PublishSubject<Chatty>()
      let trace = try trace {
        _ = subject.map { $0 }.subscribe()
        subject.onNext(Chatty(text: "outer", subject: subject))
      }
      #expect(Set(trace.steps.compactMap(\.value?.text)) == ["outer"])
    }

    @Test("a description that sends other values does not change what comes after it")
    func describedBySending() throws {
      let text = "the text of the description"
      let subject = PublishSubject<Sending>()
      let trace = try trace {
        _ = subject.map { _ in text }.subscribe()
        subject.onNext(Sending(text: text))
      }
      let last = trace.steps.filter { $0.kind == .onCore && $0.event == .next }
      #expect(last.compactMap(\.value?.text) == [text.debugDescription])
    }

    @Test("an error is described once, also for the closure that gets it")
    func errorOnce() throws {
      let count = Counter()
      let trace = try trace {
        _ = Observable<Int>.error(Counted(count: count)).catch { _ in .empty() }.subscribe()
      }
      let texts = trace.steps.filter { $0.kind == .closure || $0.event == .error }.compactMap(\.value?.text)
      #expect(Set(texts) == ["description 1"])
      #expect(count.value == 1)
    }

    @Test("an error is stored by its own type")
    func errors() throws {
      let trace = try trace { _ = Observable<Int>.error(Failure.status(404)).map { $0 }.subscribe(onError: { _ in }) }
      #expect(Set(trace.steps.compactMap(\.value?.text)) == ["status(404)"])
    }

    /// Records each list of values as a sequence of its own.
    private func expectSame<each Value>(_ lists: repeat [each Value]) throws {
      for list in repeat each lists { #expect(try values(list) == list.map { shown($0) }) }
    }

    private func shown<Value>(_ value: Value) -> String {
      value is String ? String(reflecting: value) : String(describing: value)
    }

    /// What the recording says of the values that an observer got.
    private func values<Value>(_ list: [Value]) throws -> [String] {
      let trace = try trace { _ = Observable.from(list).map { $0 }.subscribe(onNext: { _ in }) }
      return trace.steps.filter { $0.kind == .onCore && $0.event == .next }.compactMap(\.value?.text)
    }

    private struct Hidden { var number: Int }

    // Not private, because the names of private types hold addresses.

    struct Point: Hashable { var x, y: Int }
    struct Empty {}
    struct Pair<First, Second> { var first: First, second: Second }
    enum Suit { case clubs, diamonds, hearts, spades }
    enum Answer {
      case none
      case failed(any Error)
      case found([Point], at: String)
      case pair(Int, Int)
      case single(only: Bool)
    }
    struct Named: CustomStringConvertible {
      var name: String
      var description: String { "named \(name)" }
    }
    struct Typed {
      var type: Int.Type
      var made: () -> Int
      var number: Int
    }
    struct Acting {
      var made: () -> Int
      var number: Int
    }
    struct Named2 { var text: String }
    final class Reference {}
    class Shape {}
    final class Circle: Shape, CustomStringConvertible {
      var description: String { "circle" }
    }
    struct Holder { var named: Named, any: Any, reference: Shape }
    indirect enum Tree {
      case leaf
      case node(Tree, Int)
    }
    struct Nested { var children: [Nested] }
    enum Failure: Error { case status(Int) }
  }
}

private final class Counter: @unchecked Sendable { var value = 0 }
private struct Counted: Error, CustomStringConvertible {
  let count: Counter
  var description: String {
    count.value += 1
    return "description \(count.value)"
  }
}
private struct Sending: CustomStringConvertible {
  let text: String
  var description: String {
    _ = Observable.just(text).subscribe(onNext: { _ in })
    return "sent"
  }
}
private struct Chatty: CustomStringConvertible {
  let text: String
  let subject: PublishSubject<Chatty>
  var description: String {
    if text == "outer" { subject.onNext(Chatty(text: "inner", subject: subject)) }
    return text
  }
}
