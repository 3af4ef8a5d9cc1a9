import Foundation
import TestSupport
import Testing

/// Questions about programs, answered in the names and lines of the programs.
@Suite("headwater why and why-not", .oneAtATime)
struct WhyTests {
  private static let cart = """
    import RxSwift
    let cart = PublishSubject<Int>()
    func addToCart() { cart.onNext(1) }
    func applyCoupon() { cart.onNext(5) }
    let subscription = cart
      .map { $0 * 2 }
      .filter { $0 > 5 }
      .subscribe(onNext: { print("price \\($0)") })
    addToCart()
    applyCoupon()
    subscription.dispose()
    cart.onNext(7)

    """

  /// A folder with `pipeline.swift` and its recording, `run.hwtrace`.
  private func recorded(_ source: String) throws -> Folder {
    let folder = try Folder()
    try source.write(to: folder.url.appending(path: "pipeline.swift"), atomically: true, encoding: .utf8)
    let result = try headwater(["record", "pipeline.swift", "-o", "run.hwtrace"], in: folder)
    #expect(result.status == 0, "\(result.errors)")
    return folder
  }

  private func answer(_ arguments: [String], _ source: String) throws -> Result {
    try headwater([arguments[0], "run.hwtrace"] + arguments.dropFirst(), in: recorded(source))
  }

  // MARK: why

  @Test("The last output, back to the line of the program that sent the element")
  func lastOutput() throws {
    let result = try answer(["why", "--last-output"], Self.cart)
    #expect(result.status == 0 && result.errors == "")
    let rows = result.output.split(separator: "\n").map { $0.replacing(#/ {2,}/#, with: "  ") }
    #expect(
      rows.prefix(5).map { $0.drop { $0 != " " }.dropFirst(2) } == [
        "▸ price 10", "subscribe was given 10  pipeline.swift:8", "filter sent 10  pipeline.swift:7",
        "map made 10 of 5  pipeline.swift:6", "cart was given 5  pipeline.swift:4 applyCoupon()",
      ])
    #expect(result.output.contains("\nbecause earlier\n#1  the program subscribed to filter  pipeline.swift:8\n"))
  }

  @Test("By a value, by a line and by a number, the last step of several is explained")
  func selections() throws {
    let folder = try recorded(Self.cart)
    let byValue = try headwater(["why", "run.hwtrace", "--value", "5"], in: folder)
    #expect(byValue.output.contains("the closure of map ran with 5"))
    #expect(byValue.output.contains("pipeline.swift:4 applyCoupon()\n"))
    let byLine = try headwater(["why", "run.hwtrace", "pipeline.swift:7"], in: folder)
    #expect(byLine.output.contains("the closure of filter ran with 10"))
    #expect(byLine.output.contains("the same before: #"))
    let byCaller = try headwater(["why", "run.hwtrace", "pipeline.swift:3"], in: folder)
    #expect(
      byCaller.output.hasPrefix("#") && byCaller.output.hasSuffix("cart was given 1  pipeline.swift:3 addToCart()\n"))
    let json = try headwater(["why", "run.hwtrace", "--last-output", "--format", "json"], in: folder)
    let report = try #require(JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    let story = try #require(report["story"] as? [[String: Any]])
    #expect(story.last?["function"] as? String == "applyCoupon()")
    #expect((story.last?["source"] as? String)?.hasSuffix("pipeline.swift:4") == true)
  }

  @Test("A closure has the line where it is written, if that is not the line of the call")
  func closureLines() throws {
    let folder = try recorded(
      """
      import RxSwift
      Observable.of(2, 3)
        .map(
          { number in
            number * number
          })
        .subscribe(
          onNext: { print("square \\($0)") },
          onCompleted: { print("done") }
        )
        .dispose()

      """)
    let output = try headwater(["why", "run.hwtrace", "--value", "square 9"], in: folder).output
      .replacing(#/ {2,}/#, with: "  ")
    #expect(output.contains("subscribe was given 9  pipeline.swift:8\n"), "\(output)")
    #expect(output.contains("map made 9 of 3  pipeline.swift:3\n"), "\(output)")
    let closure = try headwater(["why", "run.hwtrace", "pipeline.swift:4"], in: folder).output
    #expect(closure.contains("the closure of map ran with 3  pipeline.swift:4\n"), "\(closure)")
    let last = try headwater(["why", "run.hwtrace", "pipeline.swift:9"], in: folder).output
    #expect(last.contains("pipeline.swift:9"), "\(last)")
  }

  @Test("Each input of a combination, with its value, step and line")
  func combinedInputs() throws {
    let folder = try recorded(
      """
      import RxSwift
      let price = BehaviorSubject(value: 10)
      let amount = PublishSubject<Int>()
      func order(_ count: Int) { amount.onNext(count) }
      _ = Observable.combineLatest(price, amount) { $0 * $1 }.share()
        .subscribe(onNext: { print("total", $0) })
      order(2)
      price.onNext(12)
      price.onNext(13)

      """)
    let output = try headwater(["why", "run.hwtrace", "--value", "total 20"], in: folder).output
      .replacing(#/ {2,}/#, with: "  ")
    #expect(output.contains("combineLatest made 20 of 10 and 2  pipeline.swift:5\n"), "\(output)")
    #expect(output.contains("amount was given 2  pipeline.swift:4 order(_:)\n"), "\(output)")
    #expect(output.contains("combineLatest had 10 since #"), "\(output)")
    #expect(output.contains("price began with 10  pipeline.swift:2\n"), "\(output)")
    let later = try headwater(["why", "run.hwtrace", "--value", "total 26"], in: folder).output
      .replacing(#/ {2,}/#, with: "  ")
    #expect(later.contains("combineLatest had 2 since #") && later.contains("order(_:)\n"), "\(later)")
    let json = try headwater(["why", "run.hwtrace", "--value", "total 26", "--format", "json"], in: folder)
    let report = try #require(JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    let inputs = try #require(report["inputs"] as? [[String: Any]])
    #expect(inputs.map { $0["role"] as? String } == ["combined"])
    #expect((inputs[0]["elements"] as? [[String: Any]])?.first?["value"] as? String == "2")
  }

  @Test("A crash in the closure of a combination, with what it was given")
  func crashInCombination() throws {
    let folder = try Folder()
    try """
    import RxSwift
    let one = PublishSubject<Int>()
    let other = PublishSubject<Int>()
    _ = Observable.combineLatest(one, other) { $0 / $1 }
      .subscribe(onNext: { print($0) })
    one.onNext(5)
    other.onNext(0)

    """.write(to: folder.url.appending(path: "pipeline.swift"), atomically: true, encoding: .utf8)
    _ = try headwater(["record", "pipeline.swift", "-o", "run.hwtrace"], in: folder)
    let output = try headwater(["why", "run.hwtrace", "pipeline.swift:4"], in: folder).output
    #expect(output.contains("the closure of combineLatest ran with 5 and 0"), "\(output)")
    #expect(output.contains("in combineLatest's closure (pipeline.swift:4)"), "\(output)")
    #expect(output.contains("combineLatest had 5 since #"), "\(output)")
  }

  @Test("Rows fit a narrow terminal, because values are cut", arguments: [60, 80])
  func width(columns: Int) throws {
    let folder = try recorded(
      """
      import RxSwift
      let names = PublishSubject<String>()
      _ = names.map { $0 + " with a tail that is much longer than a line of any terminal may ever be" }
        .subscribe(onNext: { print($0) })
      names.onNext("a value that has some length itself")

      """)
    let output = try headwater(
      ["why", "run.hwtrace", "--last-output"], in: folder, environment: ["COLUMNS": "\(columns)"]
    ).output
    #expect(output.split(separator: "\n").allSatisfy { $0.count <= columns }, "\(output)")
    #expect(output.contains("pipeline.swift:3") && output.contains("…"))
  }

  @Test("Across threads, from the element that came out to the one that went in")
  func threads() throws {
    let result = try answer(
      ["why", "--value", "hello!"],
      """
      import Foundation
      import RxSwift
      let letters = PublishSubject<String>()
      let queue = SerialDispatchQueueScheduler(internalSerialQueueName: "search")
      let done = DispatchSemaphore(value: 0)
      let subscription = letters
        .throttle(.milliseconds(50), scheduler: queue)
        .map { $0 + "!" }
        .subscribe(onNext: { if $0 == "hello!" { done.signal() } })
      func type(_ text: String) { letters.onNext(text) }
      for text in ["h", "he", "hello"] { type(text) }
      done.wait()

      """)
    #expect(result.output.contains("── search"))
    #expect(result.output.contains("map made \"hello!\" of \"hello\""))
    #expect(result.output.contains("throttle was given \"hello\", and sent it on "))
    #expect(result.output.contains("letters was given \"hello\""))
    #expect(result.output.contains("pipeline.swift:10 type(_:)\n"))
  }

  @Test(
    "What cannot be found is said, with what is like it",
    arguments: [
      (["why", "--value", "11"], "no step has the value 11; nearest: 1"),
      (["why", "pipelne.swift:7"], "the run has no such file; nearest: pipeline.swift"),
      (["why", "pipeline.swift:99"], "nothing happened at pipeline.swift:99; in that file, the run has lines "),
      (["why-not", "5", "--at", "pipeline.swift:99"], "nothing happened at pipeline.swift:99"),
      (["why", "999"], "there is no step 999; the run has "),
    ])
  func trouble(arguments: [String], message: String) throws {
    let result = try answer(arguments, Self.cart)
    #expect(result.status == 2 && result.output == "")
    #expect(result.errors.hasPrefix("headwater: run.hwtrace: ") && result.errors.contains(message), "\(result.errors)")
  }

  @Test(
    "A question that is none",
    arguments: [["why"], ["why", "3", "--last-output"], ["why", "hello"], ["why-not", "1", "--at", "x"]])
  func noQuestion(arguments: [String]) throws {
    let result = try headwater([arguments[0], "run.hwtrace"] + arguments.dropFirst(), in: Folder())
    #expect(result.status == 64 && result.errors.hasPrefix("headwater: "))
  }

  // MARK: why-not

  @Test(
    "A dropped, a late and an unknown element, and one that arrived after all",
    arguments: [
      (
        ["2", "--at", "pipeline.swift:8"], 0, "2 did not come to pipeline.swift:8 (subscribe).",
        "filter dropped 2: its closure returned false"
      ),
      (
        ["7"], 0, "7 did not come to subscribe (pipeline.swift:8).",
        "7 came too late: the subscription was disposed of before"
      ),
      (["7"], 0, "", "in pipeline.swift:11\n"),
      (["77"], 0, "77 never entered a pipeline that leads to subscribe (pipeline.swift:8).", "nearest: 7\n"),
      (["10"], 1, "10 did come to subscribe (pipeline.swift:8), in step ", "pipeline.swift:4 applyCoupon()"),
      (
        ["2", "--at", "pipeline.swift:7"], 1, "2 did come to pipeline.swift:7 (filter), in step ",
        "It went no further: filter dropped 2"
      ),
    ])
  func cart(arguments: [String], status: Int, beginning: String, sentence: String) throws {
    let result = try answer(["why-not"] + arguments, Self.cart)
    #expect(result.status == status && result.errors == "")
    #expect(result.output.hasPrefix(beginning) && result.output.contains(sentence), "\(result.output)")
  }

  @Test("Without a line, the subscriptions that it could have come to")
  func ends() throws {
    let source = """
      import RxSwift
      let source = PublishSubject<Int>()
      let shared = source.share()
      _ = shared.filter { $0 > 2 }.subscribe(onNext: { print("large", $0) })
      _ = shared.filter { $0 < 3 }.subscribe(onNext: { print("small", $0) })
      _ = Observable.just(7).subscribe(onNext: { _ in })
      source.onNext(2)

      """
    let result = try answer(["why-not", "2"], source)
    #expect(result.status == 1)
    let output = result.output
    #expect(output.contains("2 came to 1 of the 2 subscriptions that it could have come to\n"), "\(output)")
    #expect(output.contains("subscribe (pipeline.swift:4)  it did not come\n"), "\(output)")
    #expect(output.contains("subscribe (pipeline.swift:5)  it came, in step "), "\(output)")
    #expect(output.contains("with --at pipeline.swift:4, why-not says why it did not come there\n"), "\(output)")
    let none = try answer(["why-not", "77"], source)
    #expect(none.output.contains("77 came to 0 of the 3 subscriptions"), "\(none.output)")
  }

  @Test("A value within a description is found although the program prints the value itself")
  func withinDescription() throws {
    let source = """
      import RxSwift
      struct Chapter { let title: String }
      let chapters = PublishSubject<Chapter>()
      let subscription = chapters.filter { $0.title.count > 4 }.subscribe(onNext: { print($0.title) })
      for title in ["Muddle", "Mud"] { chapters.onNext(Chapter(title: title)) }
      print("Mud")

      """
    let result = try answer(["why-not", "Mud"], source)
    #expect(result.status == 0 && result.output.hasPrefix("Mud did not come to subscribe (pipeline.swift:4).\n"))
    #expect(result.output.contains("filter dropped Chapter(title: \"Mud\"): its closure returned false"))
    #expect(!result.output.contains("Muddle"))
    let part = try answer(["why-not", "Mudd"], source)
    #expect(part.status == 1 && part.output.contains("Mudd did come to subscribe"))
  }

  @Test("The recording of a program is kept, and the next command is about it")
  func kept() throws {
    let folder = try recorded(Self.cart)
    let result = try headwater(["why-not", "pipeline.swift", "2", "--keep", "kept.hwtrace"], in: folder)
    #expect(result.status == 0 && result.output.contains("\nnext: headwater why kept.hwtrace "), "\(result.errors)")
    let why = try headwater(["why", "kept.hwtrace", "--value", "5"], in: folder)
    #expect(why.status == 0 && why.output.contains("the closure of map ran with 5"))
    let wrong = try headwater(["why", "kept.hwtrace", "1", "--keep", "other.hwtrace"], in: folder)
    #expect(wrong.status == 64 && wrong.errors.contains("kept.hwtrace is a recording already"))
    #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "other.hwtrace").path))
  }

  @Test("A value that a replay gave a newcomer is not missing at the time it was sent")
  func replayed() throws {
    let result = try answer(
      ["why-not", "2"],
      """
      import RxSwift
      let amount = ReplaySubject<Int>.create(bufferSize: 2)
      for number in 1...3 { amount.onNext(number) }
      _ = Observable.combineLatest(amount, Observable.just(5)) { $0 * $1 }.subscribe(onNext: { print($0) })

      """)
    #expect(!result.output.contains("nobody was subscribed"), "\(result.output)")
  }

  @Test(
    "Each way to drop or to keep an element has its reason",
    arguments: [
      ("distinctUntilChanged()", "1, 2, 2", "2", "distinct", "it equals the element before it, 2 (#"),
      ("compactMap { $0 > 2 ? nil : $0 }", "1, 3", "3", "filtered", "its closure returned nil"),
      ("take(1)", "1, 2", "2", "taken", "take had completed, because it had its elements"),
      ("skip(1)", "4, 2", "4", "skipped", "it is not one of the elements that it lets through"),
      ("ignoreElements()", "1", "1", "filtered", "it lets no elements through"),
      ("takeLast(1)", "1", "1", "waiting", "when its source completes, which did not happen"),
      ("map { _ in throw Bad() } as Observable<Int>", "1", "1", "threw", "map made an error of 1: Bad()"),
      ("withLatestFrom(other)", "1", "1", "dropped", "withLatestFrom dropped 1: other had sent nothing yet"),
      ("skip(until: other)", "1", "1", "dropped", "skip dropped 1: other had sent nothing yet"),
      ("sample(other)", "1, 2", "1", "waiting", "2 (#"),
      ("sample(other)", "1, 2", "2", "waiting", "no other input sent anything after it"),
      ("takeLast(1)", "1, 2", "1", "waiting", "when its source completes, which did not happen"),
      (
        "flatMapLatest { _ in Observable<Int>.never() }", "1, 2", "1", "replaced",
        "was replaced before it sent anything: 2 came"
      ),
      (
        "flatMapFirst { _ in Observable<Int>.never() }", "1, 2", "2", "busy",
        "the sequence of an earlier element was still running"
      ),
      (
        "flatMap { $0 > 1 ? Observable<Int>.empty() : .just($0) }", "1, 2", "2", "empty",
        "completed without an element"
      ),
    ])
  func reasons(operation: String, elements: String, value: String, reason: String, sentence: String) throws {
    let folder = try recorded(
      """
      import RxSwift
      struct Bad: Error {}
      let numbers = PublishSubject<Int>()
      let other = PublishSubject<Int>()
      let result = numbers
        .\(operation)
      let subscription = result.subscribe(onError: { _ in })
      for number in [\(elements)] { numbers.onNext(number) }

      """)
    let json = try headwater(["why-not", "run.hwtrace", value, "--format", "json"], in: folder)
    let report = try #require(JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    // A value that arrived once and was dropped at another time has both.
    let times = [report] + (report["others"] as? [[String: Any]] ?? [])
    let found = times.first { $0["reason"] as? String == reason }
    #expect((found?["message"] as? String)?.contains(sentence) == true, "\(json.output)")
  }

  @Test("An error that ended the sequence, and the next input that is missing")
  func inputs() throws {
    let source = """
      import RxSwift
      let names = PublishSubject<String>()
      let ages = PublishSubject<Int>()
      let both = Observable.combineLatest(names, ages) { "\\($0) \\($1)" }
      let subscription = both.subscribe(onNext: { print($0) }, onError: { _ in })
      names.onNext("Ada")
      ages.onError(RxError.timeout)
      names.onNext("Bob")

      """
    let folder = try recorded(source)
    let waiting = try headwater(["why-not", "run.hwtrace", "Ada"], in: folder)
    #expect(waiting.output.contains("combineLatest kept \"Ada\": ages sent no element to combine with it"))
    let ended = try headwater(["why-not", "run.hwtrace", "Bob"], in: folder)
    #expect(ended.output.contains("\"Bob\" came too late: the error "), "\(ended.output)")
    #expect(ended.output.contains("pipeline.swift:7"), "\(ended.output)")
  }
}
