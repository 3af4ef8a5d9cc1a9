import Foundation
import TestSupport
import Testing

/// Sentences about runs that were once false.
@Suite("What headwater says of a run is so", .oneAtATime)
struct TrueSentenceTests {
  /// A folder with `pipeline.swift`, whose first line is the one after the imports, and its recording `run.hwtrace`.
  private func recorded(_ source: String, endsWell: Bool = true) throws -> Folder {
    let folder = try Folder()
    try ("import Foundation\nimport RxSwift\n" + source + "\n")
      .write(to: folder.url.appending(path: "pipeline.swift"), atomically: true, encoding: .utf8)
    let result = try headwater(["record", "pipeline.swift", "-o", "run.hwtrace"], in: folder)
    #expect((result.status == 0) == endsWell, "\(result.errors)")
    return folder
  }

  private func whyNot(_ value: String, _ source: String, _ more: [String] = []) throws -> Result {
    try headwater(["why-not", "run.hwtrace", value] + more, in: recorded(source))
  }

  // MARK: Inputs

  private static let zip = """
    let (numbers, letters) = (PublishSubject<Int>(), PublishSubject<String>())
    let subscription = Observable.zip(numbers, letters) { "\\($0)\\($1)" }.subscribe(onNext: { print($0) })
    numbers.onNext(1)
    numbers.onNext(2)
    letters.onNext("x")
    """

  @Test("zip sends the element that came first, and keeps the other one")
  func pairs() throws {
    let first = try whyNot("1", Self.zip)
    #expect(first.status == 1 && first.output.hasPrefix("1 did come to subscribe"), "\(first.output)")
    let second = try whyNot("2", Self.zip)
    #expect(second.status == 0 && second.output.hasPrefix("2 did not come to subscribe"), "\(second.output)")
    #expect(second.output.contains("zip kept 2: the other inputs sent no element to go with it"))
  }

  private static let latest = """
    let numbers = PublishSubject<Int>()
    let other = PublishSubject<String>()
    let subscription = numbers.withLatestFrom(other) { "\\($0)\\($1)" }.subscribe(onNext: { print($0) })
    numbers.onNext(1)
    other.onNext("a")
    numbers.onNext(2)
    other.onNext("b")
    """

  @Test("withLatestFrom drops an element that comes before its other input has sent one")
  func dropped() throws {
    let folder = try recorded(Self.latest)
    let one = try headwater(["why-not", "run.hwtrace", "1"], in: folder).output
    #expect(one.contains("withLatestFrom dropped 1: other had sent nothing yet"), "\(one)")
    let trace = try headwater(["show", "run.hwtrace"], in: folder).output
    #expect(trace.contains("dropped: no other input yet") && !trace.contains("kept for"), "\(trace)")
    #expect(trace.contains("kept as the latest"), "\(trace)")
    // The other input's element is kept until it is used or replaced.
    #expect(try headwater(["why-not", "run.hwtrace", "a"], in: folder).status == 1)
    let last = try headwater(["why-not", "run.hwtrace", "b"], in: folder).output
    #expect(last.contains("withLatestFrom kept \"b\": no other input sent anything after it"), "\(last)")
  }

  @Test("sample sends the latest element of its source, and none of its signal")
  func sampled() throws {
    let folder = try recorded(
      """
      let (numbers, ticks) = (PublishSubject<Int>(), PublishSubject<String>())
      let subscription = numbers.sample(ticks).subscribe(onNext: { print($0) })
      numbers.onNext(1)
      numbers.onNext(2)
      ticks.onNext("tick")
      """)
    let one = try headwater(["why-not", "run.hwtrace", "1"], in: folder).output
    #expect(one.contains("sample dropped 1: 2 (#") && one.contains(" replaced it before another input"), "\(one)")
    #expect(try headwater(["why-not", "run.hwtrace", "2"], in: folder).status == 1)
    let tick = try headwater(["why-not", "run.hwtrace", "tick"], in: folder).output
    #expect(tick.contains("\"tick\" only told sample when to send elements of its other input"), "\(tick)")
  }

  // MARK: Time

  @Test(
    "An element that still waited when the subscription was disposed did not come too late",
    arguments: [
      "debounce(.seconds(9), scheduler: MainScheduler.instance)",
      "delay(.seconds(9), scheduler: MainScheduler.instance)",
      "buffer(timeSpan: .seconds(9), count: 9, scheduler: MainScheduler.instance)",
      "startWith(\"\").throttle(.seconds(9), scheduler: MainScheduler.instance)",
    ])
  func waited(operation: String) throws {
    let source = """
      let drafts = PublishSubject<String>()
      let subscription = drafts
        .\(operation)
        .subscribe(onNext: { print($0) })
      func close() { subscription.dispose() }
      drafts.onNext("Dear Ada")
      close()
      """
    let result = try whyNot("Dear Ada", source)
    #expect(!result.output.contains("too late"))
    #expect(
      result.output.contains(" still kept \"Dear Ada\" when the subscription was disposed of (#")
        && result.output.contains("in pipeline.swift:7 close()"), "\(result.output)")
  }

  @Test("A throttle holds an element until it sends it, or until the next one takes its place")
  func throttleOfLatest() throws {
    let folder = try recorded(
      """
      let (numbers, clock) = (PublishSubject<Int>(), HistoricalScheduler())
      let subscription = numbers.throttle(.seconds(2), scheduler: clock).subscribe(onNext: { print("got", $0) })
      for number in 1...3 { numbers.onNext(number) }
      clock.advanceTo(Date(timeIntervalSince1970: 9))
      """)
    let trace = try headwater(["show", "run.hwtrace"], in: folder).output
    #expect(
      trace.components(separatedBy: "held").count == 3 && !trace.contains("dropped") && trace.contains("throttle ● 3"),
      "\(trace)")
    let second = try headwater(["why-not", "run.hwtrace", "2"], in: folder).output
    #expect(second.contains("throttle dropped 2: 3 (#"), "\(second)")
  }

  @Test("A throttle that sends no latest element drops at once")
  func throttleOfFirst() throws {
    let source = """
      let taps = PublishSubject<Int>()
      let subscription = taps
        .throttle(.seconds(9), latest: false, scheduler: MainScheduler.instance)
        .subscribe(onNext: { print($0) })
      for tap in 1...3 { taps.onNext(tap) }
      taps.onCompleted()
      """
    let result = try whyNot("2", source)
    #expect(result.output.contains("throttle dropped 2: 1 (#"), "\(result.output)")
    #expect(result.output.contains("had been sent less than its time before"))
  }

  @Test("A window hands its elements on in a sequence of its own")
  func window() throws {
    let source = """
      let numbers = PublishSubject<Int>()
      let subscription = numbers.window(timeSpan: .seconds(9), count: 9, scheduler: MainScheduler.instance)
        .flatMap { $0 }
        .subscribe(onNext: { print($0) })
      numbers.onNext(1)
      subscription.dispose()
      """
    let result = try whyNot("1", source)
    #expect(result.status == 1 && result.output.hasPrefix("1 did come to subscribe"), "\(result.output)")
  }

  // MARK: share

  @Test("An element in front of share leads to what is behind it")
  func shared() throws {
    let source = """
      let (progress, taps) = (PublishSubject<String>(), PublishSubject<Int>())
      let shared = progress.startWith("HALF").share()
      let labels = shared.subscribe(onNext: { _ in })
      let subscription = taps.withLatestFrom(shared) { "\\($0) \\($1)" }
        .subscribe(onNext: { print($0) })
      progress.onNext("WHOLE")
      """
    let half = try whyNot("HALF", source, ["--at", "pipeline.swift:7"]).output
    #expect(!half.contains("never entered") && !half.contains("does not lead"), "\(half)")
    let whole = try whyNot("WHOLE", source, ["--at", "pipeline.swift:7"]).output
    #expect(whole.contains("withLatestFrom kept \"WHOLE\": no other input sent anything after it"), "\(whole)")
  }

  // MARK: The end of the recording

  private static let crash = """
    let numbers = PublishSubject<Int>()
    let subscription = numbers
      .map { 10 / ($0 - 5) }
      .subscribe(onNext: { print($0) })
    numbers.onNext(1)
    numbers.onNext(5)
    """

  @Test("A crash in a closure names the closure, its line and the element")
  func crashed() throws {
    let folder = try recorded(Self.crash, endsWell: false)
    let place = "in map's closure, given 5 (pipeline.swift:5)"
    let traced = try headwater(["trace", "pipeline.swift"], in: folder)
    #expect(traced.output.contains("warning: the program crashed \(place)"), "\(traced.output)")
    #expect(traced.output.contains("crashed here") && !traced.output.contains("nothing sent"))
    let checked = try headwater(["check", "pipeline.swift"], in: folder)
    #expect(checked.status == 1 && checked.output.contains("warning: the program crashed \(place)"))
    // The recording itself does not say whether it was a crash.
    let kept = try headwater(["check", "run.hwtrace"], in: folder).output
    #expect(kept.contains("warning: the program ended \(place)"), "\(kept)")
    let value = try headwater(["why-not", "run.hwtrace", "5"], in: folder).output
    #expect(value.contains("the program ended \(place)"), "\(value)")
    let observer = try recorded(
      "_ = Observable.of(1, 2).subscribe(onNext: { print(10 / ($0 - 2)) })", endsWell: false)
    let last = try headwater(["show", "run.hwtrace"], in: observer).output
    #expect(last.contains("ended here"), "\(last)")
  }

  @Test("A recording that reached its limit within a closure says what the stage sent, and that steps are missing")
  func full() throws {
    let folder = try recorded("print(1)", endsWell: false)
    try """
    import RxSwift
    _ = Observable.just(0)
      .map { number in
        for _ in 1...200_000 { _ = Observable.just(1).subscribe() }
        return number
      }
      .subscribe(onNext: { print($0) })

    """.write(to: folder.url.appending(path: "pipeline.swift"), atomically: true, encoding: .utf8)
    let result = try headwater(["trace", "pipeline.swift", "--size-limit", "1"], in: folder)
    #expect(result.status == 0 && result.output.contains("map ● 0"), "\(result.output.suffix(800))")
    #expect(!result.output.contains("map  nothing sent"))
    // One message, with the remedy.
    #expect(result.output.contains("were removed, because the file had") && result.output.contains("--size-limit"))
    #expect(result.errors == "")
  }

  @Test("Ctrl-C is the usual end of a program with a timer", arguments: [SIGINT, SIGTERM])
  func interrupted(signal: Int32) throws {
    let folder = try Folder()
    try """
    import Foundation
    import RxSwift
    let subscription = Observable<Int>.interval(.milliseconds(20), scheduler: MainScheduler.instance)
      .subscribe(onNext: { print($0); fflush(nil) })
    RunLoop.main.run()

    """.write(to: folder.url.appending(path: "pipeline.swift"), atomically: true, encoding: .utf8)
    let result = try headwater(["trace", "pipeline.swift"], in: folder, signal: signal)
    #expect(result.status == 128 + signal)
    #expect(!result.output.contains("warning:") && !result.output.contains("cut off"), "\(result.output)")
  }

  @Test("Of many subscriptions, the one to which a value came is named")
  func whichSubscription() throws {
    let source = """
      let numbers = PublishSubject<Int>()
      var subscriptions: [any Disposable] = []
      subscriptions.append(numbers.subscribe(onNext: { _ in }))
      subscriptions.append(numbers.filter { $0 > 1 }.subscribe(onNext: { _ in }))
      subscriptions.append(numbers.filter { $0 > 2 }.subscribe(onNext: { _ in }))
      subscriptions.append(numbers.filter { $0 > 3 }.subscribe(onNext: { _ in }))
      numbers.onNext(1)
      """
    let result = try whyNot("1", source)
    #expect(result.status == 1 && result.output.hasPrefix("1 did come to subscribe (pipeline.swift:5), in step "))
    let other = try whyNot("7", source)
    #expect(other.output.hasPrefix("7 never entered a pipeline that leads to any of the 4 subscriptions."))
  }

  @Test("A table on standard output has control characters escaped")
  func table() throws {
    let folder = try recorded(
      """
      struct Named: CustomStringConvertible { let description = "a\\u{1B}[31m" }
      _ = Observable.just(Named()).subscribe(onNext: { _ in })
      """)
    let table = try headwater(["show", "run.hwtrace", "--format", "csv"], in: folder).output
    #expect(!table.contains("\u{1B}") && table.contains("a\\u{1B}[31m"), "\(table)")
  }

  @Test("A chain of operators has the name of its variable in a filter, also one that init sets")
  func chainVariables() throws {
    let folder = try recorded(
      """
      final class Basket {
        let prices = PublishSubject<Int>()
        let total: Observable<Int>
        init() {
          total = prices
            .scan(0, accumulator: +)
            .map { $0 * 2 }
        }
      }
      let basket = Basket()
      let subscription = basket.total.subscribe(onNext: { print($0) })
      basket.prices.onNext(1)
      """)
    let shown = try headwater(["show", "run.hwtrace", "--object", "total"], in: folder)
    #expect(shown.status == 0 && shown.output.contains("map 2"), "\(shown.output)\(shown.errors)")
  }

  @Test("The sequence that an operator puts in when its source fails has the operator's name")
  func putIn() throws {
    let folder = try recorded(
      """
      struct Offline: Error {}
      let taps = PublishSubject<Int>()
      _ = taps
        .map { if $0 == 2 { throw Offline() } else { $0 } }
        .catchAndReturn(0)
        .subscribe(onNext: { print($0) })
      for page in 1...2 { taps.onNext(page) }
      """)
    let marbles = try headwater(["show", "run.hwtrace", "--format", "marbles"], in: folder).output
    #expect(!marbles.contains("onNext") && marbles.contains("catchAndReturn (pipeline.swift:7)"), "\(marbles)")
  }

  @Test("While the program runs, its recording is where the help says, and can be read")
  func placeOfRecording() throws {
    let folder = try Folder()
    try """
    import Foundation
    import RxSwift
    _ = Observable.just(1).subscribe()
    let files = FileManager.default
    let hidden = try files.contentsOfDirectory(atPath: ".").filter { $0.hasPrefix(".headwater-") }
    for folder in hidden { print(folder.prefix(11), try files.contentsOfDirectory(atPath: folder)) }
    print(files.fileExists(atPath: "run.hwtrace"))

    """.write(to: folder.url.appending(path: "pipeline.swift"), atomically: true, encoding: .utf8)
    let result = try headwater(["record", "-o", "run.hwtrace", "pipeline.swift"], in: folder)
    #expect(result.output == ".headwater- [\"run.hwtrace\"]\nfalse\n", "\(result.errors)")
    #expect(try headwater(["record", "--help"], in: folder).output.contains("(.headwater-3n2od1/run.hwtrace)"))
  }
}
