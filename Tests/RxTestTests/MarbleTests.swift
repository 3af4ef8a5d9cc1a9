import Rx
import RxTest
import Testing

extension VirtualTimeTests {
  @Suite struct Marbles {
    let scheduler = TestScheduler(initialClock: 0)

    @Test(
      "diagrams are read as they are written",
      arguments: [
        ("", []),
        ("---", []),
        ("-a-b-|", [.next(1, "a"), .next(3, "b"), .completed(5)]),
        ("a#", [.next(0, "a"), .error(1, MarbleFailure())]),
        ("-(ab|)", [.next(1, "a"), .next(1, "b"), .completed(1)]),
        ("(ab)c", [.next(0, "a"), .next(0, "b"), .next(1, "c")]),
        ("a-^-b", [.next(-2, "a"), .next(2, "b")]),
        ("-(^a)b", [.next(0, "a"), .next(1, "b")]),
        (" - a  b ", [.next(1, "a"), .next(2, "b")]),
        ("-'ten'-'it''s'", [.next(1, "ten"), .next(3, "it's")]),
        ("''", [.next(0, "")]),
        ("é👍🏽", [.next(0, "é"), .next(1, "👍🏽")]),
      ] as [(String, [Recorded<Event<String>>])])
    func reading(text: String, expected: [Recorded<Event<String>>]) throws {
      #expect(try MarbleDiagram(text).events() == expected)
    }

    @Test(
      "a mistake is reported with its column",
      arguments: [
        ("-a-)", 4, "`)` without a `(` before it"),
        ("-(ab", 2, "`(` without a `)` after it"),
        ("((a))", 2, "a group within a group"),
        ("(a-b)", 3, "no time passes within a group"),
        ("^-^", 3, "a second `^`"),
        ("^!-!", 4, "a second `!`"),
        ("--'ten", 3, "`'` without a `'` after it"),
      ])
    func mistakes(text: String, column: Int, reason: String) {
      let error = #expect(throws: MarbleError.self) { try MarbleDiagram(text) }
      #expect(error?.column == column && error?.reason == reason)
      #expect(error?.description == "column \(column) of \"\(text)\": \(reason)")
    }

    @Test func mistakesWithoutAColumn() {
      let error = #expect(throws: MarbleError.self) { try MarbleDiagram("-a").events(values: ["b": 1]) }
      #expect(error?.description == "\"-a\": no value is given for `a`")
      #expect(throws: MarbleError.self) { try MarbleDiagram("-a!").events() }
      for text in ["---", "!-^", "^-a-!", "--!"] {
        #expect(throws: MarbleError.self) { try Subscription(marbles: text) }
      }
    }

    @Test(
      "a drawn diagram can be read again",
      arguments: ["", "a", "-a-b-|", "--(ab)c#", "a-^-b", "a-(^b)--|", "-'ten'('it''s'|)", "'-'' '"])
    func roundTrip(text: String) throws {
      #expect(try MarbleDiagram(text).description == text)
      #expect(try MarbleDiagram(text).events(from: 200).marbles(from: 200) == text)
    }

    @Test("elements are drawn by description or by name")
    func names() {
      let events: [Recorded<Event<Int>>] = [.next(1, 1), .next(2, 20), .next(2, 3), .error(4, TestError.first)]
      #expect(events.marbles() == "-1('20'3)-#")
      #expect(events.marbles(values: ["b": 20, "a": 20, "x": 3]) == "-1(ax)-#")
    }

    @Test("hot: only events after the subscription are observed")
    func hot() {
      let letters = scheduler.createHotObservable(marbles: "-a-^-b--c-|")
      let observer = scheduler.start { letters.map { $0.uppercased() } }
      #expect(observer.marbles == "--B--C-|")
      #expect(letters.subscriptionMarbles() == ["^------!"])
      #expect(letters.recordedEvents.first == .next(198, "a"))
    }

    @Test("cold: time counts from the subscription")
    func cold() {
      let numbers = scheduler.createColdObservable(
        marbles: "-a-(b#)", values: ["a": 1, "b": 2], error: TestError.first)
      let observer = scheduler.start { numbers.filter { $0 > 1 } }
      #expect(observer.marbles == "---(2#)")
      #expect(observer.marbles(values: ["b": 2]) == "---(b#)")
      #expect(observer.events.last == .error(203, TestError.first))
      #expect(numbers.subscriptionMarbles() == ["^--!"])
    }

    @Test("a subscription can be drawn")
    func subscriptions() {
      let letters = scheduler.createHotObservable(marbles: "-a-b-c-d-|")
      let observer = scheduler.start(subscription: "--^---!") { letters }
      #expect(observer.marbles == "---b-c")
      #expect(observer.origin == 200)
      #expect(letters.subscriptionMarbles() == ["--^---!"])
      #expect(Subscription(3).marbles() == "---^" && Subscription(3, 3).marbles() == "---(^!)")
      #expect(Subscription(3, 5).marbles(from: 4) == "(3: 5)")
    }

    @Test("an observer that a test makes itself counts from then on")
    func ownObserver() {
      scheduler.advanceTo(50)
      let observer = scheduler.createObserver(String.self)
      _ = scheduler.createColdObservable(marbles: "--a|").subscribe(observer)
      scheduler.start()
      #expect(observer.marbles == "--a|")
    }

    @Test("a mistake in a test's diagram stops the program")
    func stopping() async {
      await #expect(processExitsWith: .failure) {
        _ = TestScheduler(initialClock: 0).createColdObservable(marbles: "^-a")
      }
    }
  }
}
