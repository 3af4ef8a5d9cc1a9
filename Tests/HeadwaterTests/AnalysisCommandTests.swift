import Foundation
import TestSupport
import Testing

/// Runs the built `headwater` on runs that it recorded itself.
@Suite("headwater diff, why and check", .oneAtATime)
struct AnalysisCommandTests {
  private static let doubled = """
    import Rx
    let numbers = PublishSubject<Int>()
    let subscription = numbers
      .map { $0 * 2 }
      .filter { $0 > 2 }
      .subscribe(onNext: { print($0) })
    for number in 1...3 { numbers.onNext(number) }
    subscription.dispose()

    """

  // MARK: diff

  @Test("Two runs of one program make the same calls, as recordings and recorded now")
  func same() throws {
    let folder = try recorded(Self.doubled)
    let result = try headwater(["diff", "run.hwtrace", "pipeline.swift", "--steps"], in: folder)
    #expect(result.status == 0 && result.errors == "")
    #expect(result.output.hasSuffix("\nthe same calls\n"))
  }

  @Test("Without one operator the runs part, and the lines that made its neighbours are named")
  func operatorMissing() throws {
    let folder = try recorded(Self.doubled)
    try Self.doubled.replacing("  .filter { $0 > 2 }\n", with: "").write(
      to: folder.url.appending(path: "less.swift"), atomically: true, encoding: .utf8)
    let result = try headwater(["diff", "run.hwtrace", "less.swift", "--steps"], in: folder)
    #expect(result.status == 1 && result.errors == "")
    #expect(
      result.output.contains("They part at step 1 of the left run, step 1 of the right one: operator missing\n"))
    #expect(result.output.contains("  the left run has Filter#1, which the right one lacks\n"))
    #expect(result.output.contains("  left: Filter#1 made at pipeline.swift:5\n"))
    #expect(result.output.contains("  right: Map#1 made at less.swift:4\n"))
  }

  @Test("The form follows the extension of the file unless it is given")
  func forms() throws {
    let folder = try recorded(Self.doubled)
    try Self.doubled.replacing("* 2", with: "* 3").write(
      to: folder.url.appending(path: "other.swift"), atomically: true, encoding: .utf8)
    let page = try headwater(["diff", "run.hwtrace", "other.swift", "--steps", "-o", "diff.html"], in: folder)
    #expect(page == Result(1))
    let html = try String(contentsOf: folder.url.appending(path: "diff.html"), encoding: .utf8)
    #expect(html.hasPrefix("<!DOCTYPE html>") && html.contains("prefers-color-scheme: dark"))
    #expect(!html.contains("<script") && !html.contains("http"))
    let json = try headwater(["diff", "run.hwtrace", "other.swift", "--steps", "--format", "json"], in: folder)
    let report = try #require(JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect(report["same"] as? Bool == false)
    let places = try #require(report["places"] as? [[String: Any]])
    #expect(places.first?["reason"] as? String == "value")
    #expect(
      places.first?["message"] as? String == "MapSink#1.forwardOn has 2 in the left run, 3 in the right one")
    let ignoring = try headwater(["diff", "run.hwtrace", "other.swift", "--steps", "--ignore-values"], in: folder)
    #expect(ignoring.status == 1 && !ignoring.output.contains(": value"))
  }

  @Test("Twenty threads take turns as they like")
  func threads() throws {
    let folder = try recorded(
      """
      import Foundation
      import Rx
      let queue = SerialDispatchQueueScheduler(internalSerialQueueName: "results")
      let group = DispatchGroup()
      func work(_ worker: Int) -> Disposable {
        nonisolated(unsafe) let results = PublishSubject<Int>()
        let subscription = results.map { $0 * 2 }.observe(on: queue)
          .subscribe(onNext: { _ in }, onDisposed: { group.leave() })
        Thread {
          for number in 1...5 { results.onNext(worker * 100 + number) }
          results.onCompleted()
        }.start()
        return subscription
      }
      for worker in 1...20 {
        group.enter()
        _ = work(worker)
      }
      group.wait()

      """)
    let again = try headwater(["trace", "--engine", "pipeline.swift", "--keep", "again.hwtrace"], in: folder)
    #expect(again.status == 0)
    let result = try headwater(["diff", "run.hwtrace", "again.hwtrace", "--steps", "--format", "json"], in: folder)
    // The program may end while the last disposals are still under way.
    let report = try #require(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let calls = (report["counts"] as? [[String: Any]] ?? []).compactMap { $0["call"] as? String }
    #expect(calls.allSatisfy { $0.hasSuffix(".dispose") }, "\(calls)")
    #expect(try headwater(["check", "run.hwtrace"], in: folder).status == 0)
  }

  @Test("A request that a disposal cancels has nothing left to tell")
  func cancelledRequest() throws {
    let folder = try recorded(
      """
      import Foundation
      #if canImport(FoundationNetworking)
        import FoundationNetworking
      #endif
      import RxCocoa
      import RxSwift

      // Never answers. Foundation on Linux stops the program if a request fails while it is being cancelled.
      final class Silence: URLProtocol {
        override class func canInit(with request: URLRequest) -> Bool { true }
        override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
        override func startLoading() {}
        override func stopLoading() {}
      }

      let ended = DispatchSemaphore(value: 0)
      URLSession.rx.shouldLogRequest = { _ in
        ended.signal()
        return false
      }
      let configuration = URLSessionConfiguration.ephemeral
      configuration.protocolClasses = [Silence.self]
      let request = URLRequest(url: URL(string: "http://example.org/")!)
      URLSession(configuration: configuration).rx.data(request: request).subscribe().dispose()
      ended.wait()
      Thread.sleep(forTimeInterval: 0.05)

      """)
    let result = try headwater(["check", "run.hwtrace", "--level", "note"], in: folder)
    #expect(result.status == 0 && !result.output.contains("undelivered"), "\(result.output)")
  }

  // MARK: why

  @Test("A step of a kept run, back to the lines that built the pipeline")
  func why() throws {
    let folder = try recorded(Self.doubled)
    let step = try stepNumber(of: "onCore", in: folder)
    let result = try headwater(["why", "run.hwtrace", "\(step)", "--engine"], in: folder)
    #expect(result.status == 0 && result.errors == "")
    #expect(result.output.hasPrefix("step \(step)"))
    for line in [
      "PublishSubject#1.on next 2", "subscribed by ", "Filter#1.subscribe(onNext:) → AnonymousObserver#1",
      "  Filter#1  made at pipeline.swift:5\n", "  Map#1  made at pipeline.swift:4\n",
      "  PublishSubject#1  made at pipeline.swift:2\n",
    ] {
      #expect(result.output.contains(line), "\(line)")
    }
  }

  @Test("Across threads")
  func whyAcrossThreads() throws {
    let folder = try recorded(
      """
      import Foundation
      import Rx
      let done = DispatchSemaphore(value: 0)
      _ = Observable.just(1).observe(on: SerialDispatchQueueScheduler(internalSerialQueueName: "work"))
        .subscribe(onNext: { _ in }, onCompleted: { done.signal() })
      done.wait()

      """)
    let step = try stepNumber(of: "closure", in: folder)
    let result = try headwater(["why", "run.hwtrace", "\(step)", "--engine"], in: folder)
    #expect(result.output.contains("scheduled by "))
    #expect(result.output.contains("── work"))
    #expect(result.output.contains("ObserveOnSerialDispatchQueue#1  made at pipeline.swift:4\n"))
  }

  @Test("A recording still names its lines when its program is gone")
  func programGone() throws {
    let folder = try recorded(Self.doubled, cache: "cache")
    try FileManager.default.removeItem(at: folder.url.appending(path: "cache/headwater/programs"))
    let cache = ["XDG_CACHE_HOME": folder.url.appending(path: "cache").path]
    let result = try headwater(["why", "run.hwtrace", "1", "--engine"], in: folder, environment: cache)
    #expect(result.status == 0 && !result.errors.contains("does not exist any more"))
    #expect(result.output.contains("Filter#1  made at pipeline.swift:5\n"))
  }

  @Test("A step that does not exist", arguments: ["0", "1000"])
  func noSuchStep(step: String) throws {
    let result = try headwater(["why", "run.hwtrace", step], in: recorded(Self.doubled))
    #expect(result.status == 2 && result.output == "")
    #expect(result.errors.hasPrefix("headwater: run.hwtrace: there is no step \(step); the run has "))
  }

  // MARK: check

  @Test("A correct program is clean")
  func clean() throws {
    let result = try headwater(["check", "run.hwtrace", "--level", "note"], in: recorded(Self.doubled))
    #expect(
      result
        == Result(
          0,
          output: """
            not looked at: the main thread, because the program used no scheduler of it
            not looked at: races, because everything ran on one thread
            run.hwtrace: clean

            """))
  }

  @Test("Of a clean program of two threads nothing says that it had one")
  func twoThreads() throws {
    let folder = try recorded(
      """
      import Foundation
      import Rx
      _ = Observable.just(1).subscribe()
      let thread = Thread { _ = Observable.just(2).subscribe() }
      thread.start()
      while !thread.isFinished { usleep(1000) }

      """)
    let result = try headwater(["check", "run.hwtrace", "--level", "note"], in: folder)
    #expect(result.output.hasSuffix("run.hwtrace: clean\n") && !result.output.contains("one thread"))
  }

  @Test("Findings name their steps and source lines")
  func findings() throws {
    let folder = try recorded(
      """
      import Rx
      let talker = Observable<Int>.create { observer in
        observer.onCompleted()
        observer.onNext(1)
        return Disposables.create()
      }
      _ = talker.subscribe()

      """)
    let result = try headwater(["check", "run.hwtrace"], in: folder)
    #expect(result.status == 1)
    #expect(
      result.output.hasPrefix("warning: talker was given an event after its end  [after-end]\n"))
    #expect(result.output.contains("  pipeline.swift:4  talker gets 1"))
    #expect(result.output.contains("\n  why: ") && result.output.contains("\n  fix: "))
    let lines = try headwater(["check", "run.hwtrace", "--format", "editor"], in: folder)
    let path = folder.url.appending(path: "pipeline.swift").path
    let line = "\(path):4: warning: talker was given an event"
    #expect(lines.status == 1 && lines.output.contains(line))
    let sarif = try headwater(["check", "run.hwtrace", "--format", "sarif"], in: folder)
    #expect(sarif.output.contains("\"ruleId\" : \"after-end\"") && sarif.output.contains("\"startLine\" : 4"))
    #expect(try headwater(["check", "run.hwtrace", "--level", "error"], in: folder).status == 0)
    let json = try headwater(["check", "run.hwtrace", "--format", "json"], in: folder)
    let report = try #require(JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect((report["findings"] as? [[String: Any]])?.first?["rule"] as? String == "after-end")
  }

  @Test("Of a program that was killed, the closure in which it was is named, and each thread's last step")
  func cutOff() throws {
    let folder = try Folder()
    try """
    import Foundation
    import Rx
    _ = Observable.of(1, 2).subscribe(onNext: { if $0 == 2 { kill(getpid(), SIGKILL) } })
    """.write(to: folder.url.appending(path: "pipeline.swift"), atomically: true, encoding: .utf8)
    let result = try headwater(["check", "pipeline.swift"], in: folder)
    #expect(result.status == 1)
    #expect(
      result.output.hasPrefix(
        "warning: the program was stopped in subscribe's onNext closure, given 2 (pipeline.swift:3)  [incomplete]\n"))
    #expect(result.output.contains("closure of subscribe: 2"))
    #expect(result.output.contains("remark: pipeline.swift: the program ended with status 137\n"))
  }

  @Test("A run without Rx is not checked: an error that says what to do, in every form")
  func noRx() throws {
    let folder = try Folder()
    try Data("print(1)\n".utf8).write(to: folder.url.appending(path: "pipeline.swift"))
    let message =
      "headwater: pipeline.swift: nothing was recorded, so nothing was checked: the program made no use of Rx that could be recorded; "
      + "it has to import Rx or RxSwift, and to subscribe to something while it runs\n"
    for options in [[], ["--format", "json"], ["--format", "sarif"], ["--fix"]] {
      #expect(try headwater(["check", "pipeline.swift"] + options, in: folder) == Result(2, errors: message))
    }
  }

  @Test("A disposed subscription to a subject is not a leak")
  func subjectSubscription() throws {
    let folder = try recorded(
      """
      import Rx
      for _ in 1...3 {
        let subject = PublishSubject<Int>()
        let subscription = subject.subscribe()
        subject.onNext(1)
        subscription.dispose()
      }

      """)
    #expect(try headwater(["check", "run.hwtrace", "--level", "note"], in: folder).status == 0)
  }

  @Test("New sequences at each visit, whose disposables go nowhere")
  func neverDisposed() throws {
    let folder = try recorded(
      """
      import Rx
      func open(_ title: PublishSubject<String>) { _ = title.map { $0 }.subscribe() }
      for number in 1...3 {
        let title = PublishSubject<String>()
        open(title)
        title.onNext("screen \\(number)")
      }

      """)
    let result = try headwater(["check", "run.hwtrace"], in: folder)
    #expect(result.status == 1)
    #expect(
      result.output.hasPrefix(
        "warning: one line subscribed to 3 sequences, map (pipeline.swift:2), one after another, "
          + "and none of the subscriptions ended  [never-disposed]\n"), "\(result.output)")
    #expect(result.output.contains("  pipeline.swift:2  subscription 1") && result.output.contains("By reading it"))
  }

  /// The pages show these mistakes, or an error that ends a sequence.
  private static let mistakesOfPages = [
    "articles/operators/no-lock.swift": "overlap",
    "async/screens.swift": "growing",
    "atlas/connect.swift": "nobody-subscribed", "atlas/create-late.swift": "after-end",
    "backpressure/answers/latest.swift": "never-ran", "backpressure/concat-map.swift": "backlog",
    "backpressure/merge.swift": "backlog", "backpressure/zip.swift": "backlog",
    "beyond/answers/one-visit.swift": "never-released", "beyond/answers/second-sends.swift": "reentrancy",
    "beyond/answers/two-threads-map.swift": "overlap", "beyond/answers/visits-without-bag.swift": "growing",
    "beyond/leak.swift": "never-released", "beyond/reentrant-order.swift": "reentrancy",
    "beyond/share-too-late.swift": "work-repeated", "beyond/two-threads.swift": "overlap",
    "core-flow/after-the-end.swift": "after-end",
    "core-flow/answers/completed-first.swift": "after-end", "core-flow/answers/ended-early.swift": "after-end",
    "core-flow/answers/no-on-disposed.swift": "unhandled-error",
    "core-flow/answers/stack-too-late.swift": "unhandled-error", "core-flow/past-the-observer.swift": "after-end",
    "core-flow/reentrant.swift": "reentrancy", "core-flow/subscribe-twice.swift": "work-repeated",
    "core-flow/unhandled-error.swift": "unhandled-error",
    "course/clock-half.swift": "never-released", "course/clock.swift": "ended-by-error",
    "course/countdown.swift": "work-repeated",
    "debug/service.swift": "growing",
    "flat-map/search-caught-too-late.swift": "ended-by-error", "flat-map/search.swift": "ended-by-error",
    "gallery/basket.swift": "never-released", "gallery/degrees.swift": "loop", "gallery/downloads.swift": "overlap",
    "gallery/form.swift": "waiting", "gallery/list.swift": "main-blocked", "gallery/log-out.swift": "after-end",
    "gallery/page.swift": "retry-storm", "gallery/picture.swift": "stale", "gallery/portrait.swift": "off-main",
    "gallery/price.swift": "growing", "gallery/profile.swift": "work-repeated",
    "gallery/quantity.swift": "reentrancy", "gallery/saving.swift": "nobody-subscribed",
    "gallery/screen.swift": "bag-gone", "gallery/sending.swift": "unhandled-error",
    "gallery/sensor.swift": "ended-by-error", "gallery/session.swift": "lost-before",
    "gallery/slider.swift": "swallowed", "gallery/square.swift": "moves-nothing",
    "gallery/taxi.swift": "dropped-for-other", "gallery/uploads.swift": "never-disposed",
    "gallery/user.swift": "same-object",
    "memory/answers/bag-moved.swift": "never-released", "memory/inner.swift": "never-released",
    "memory/method.swift": "never-released", "memory/screen.swift": "never-released",
    "memory/unowned.swift": "incomplete", "memory/view-model.swift": "growing",
    "one-input/throws.swift": "ended-by-error", "operators/sampler-fails.swift": "ended-by-error",
    "operators/source-fails.swift": "ended-by-error", "reference/command-line/search.swift": "stale",
    "reference/moving/given-twice.swift": "incomplete", "reference/moving/no-run.swift": "incomplete",
    "sign-up/answers/test-dead.swift": "ended-by-error", "sign-up/dead.swift": "ended-by-error",
    "sign-up/doubled.swift": "work-repeated", "sign-up/frozen.swift": "main-blocked",
    "sign-up/leak.swift": "never-released", "silent.swift": "ended-by-error", "subjects/cold.swift": "work-repeated",
    "subjects/dead.swift": "after-end", "subjects/newcomers.swift": "lost-before",
    "testing/never-called.swift": "never-ran", "testing/slow-fake.swift": "stale",
    "threads/answers/detour-last.swift": "moves-nothing", "threads/frozen.swift": "main-blocked",
    "threads/hot-source.swift": "moves-nothing", "threads/moved-again.swift": "off-main",
    "threads/several.swift": "moves-nothing",
    "tour/error.swift": "ended-by-error", "tour/leak.swift": "never-released",
    "why/answers/flat-map.swift": "stale", "why/rx.swift": "ended-by-error",
  ]

  private static let content = URL(filePath: #filePath).appending(path: "../../../content").standardizedFileURL

  /// All programs outside of the atlas, whose own are alike, and those of the atlas with a finding or close to one.
  private static let pipelines: [String] = {
    let files = FileManager.default.enumerator(atPath: content.path)?.compactMap { $0 as? String } ?? []
    let ofAtlas = [
      "connect", "create-late", "debounce", "delay", "flat-map", "retry-when-signal", "share", "throttle",
      "throttle-first",
    ]
    return files.filter { $0.hasSuffix(".swift") && !$0.hasPrefix("atlas/") && isRecorded($0) }.sorted()
      + ofAtlas.map { "atlas/\($0).swift" }
  }()

  /// A page shows some programs that do without Rx, and one that a trap ends before it subscribes to anything.
  private static func isRecorded(_ program: String) -> Bool {
    let text = try? String(contentsOf: content.appending(path: program), encoding: .utf8)
    return program != "reference/moving/given-twice.swift" && text?.contains("import Rx") == true
  }

  @Test("Pipelines under content/ are clean, unless they show a mistake")
  func content() throws {
    // Several at a time, because programs wait most of the time.
    let found = resultsAtOnce(of: Self.pipelines, most: 4) { try Self.rulesBroken(by: $0) }
    for (pipeline, found) in zip(Self.pipelines, found) {
      let expected = [Self.mistakesOfPages[pipeline]].compactMap(\.self)
      var rules = try found.get()
      // A busy machine holds up the main thread now and then; a program that holds it does so in every run.
      for _ in 1...4 where rules != expected && rules.contains("main-blocked") {
        rules = try Self.rulesBroken(by: pipeline)
      }
      #expect(rules == expected, "\(pipeline)")
    }
  }

  /// The findings of a program; `status` also, if the exit status does not say whether there are any.
  private static func rulesBroken(by pipeline: String) throws -> [String] {
    let result = try headwater(
      ["check", "content/" + pipeline, "--format", "json"], in: Folder(), at: content.deletingLastPathComponent())
    let report = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    let rules = (report?["findings"] as? [[String: Any]] ?? []).compactMap { $0["rule"] as? String }
    return rules + (result.status == (rules.isEmpty ? 0 : 1) ? [] : ["status"])
  }

  // MARK: Trouble

  @Test("A run that cannot be read or recorded is trouble", arguments: ["diff", "why", "why-not", "check", "open"])
  func trouble(command: String) throws {
    let folder = try Folder()
    try Data("no trace".utf8).write(to: folder.url.appending(path: "run.hwtrace"))
    try Data("let number: Int = true\n".utf8).write(to: folder.url.appending(path: "broken.swift"))
    let more = ["diff": ["run.hwtrace"], "why": ["1"], "why-not": ["1"]][command] ?? []
    let damaged = try headwater([command, "run.hwtrace"] + more, in: folder)
    #expect(
      damaged == Result(2, errors: "headwater: run.hwtrace: is not a trace file (it does not begin with HWTRACE)\n"))
    #expect(try headwater([command, "nowhere.hwtrace"] + more, in: folder).status == 2)
    let broken = try headwater([command, "broken.swift"] + more, in: folder)
    #expect(broken.status == 2 && broken.errors.hasPrefix("broken.swift:1:19: error: "))
  }

  @Test("A check is written to a file or in colours, as other answers are")
  func checkOutput() throws {
    let folder = try recorded(
      """
      import Rx
      let cart = PublishSubject<Int>()
      cart.onNext(1)

      """)
    let plain = try headwater(["check", "run.hwtrace", "--color", "never"], in: folder)
    #expect(plain.status == 1 && plain.output.hasPrefix("warning: "), "\(plain.output)")
    let colored = try headwater(["check", "run.hwtrace", "--color", "always"], in: folder).output
    #expect(colored.hasPrefix("\u{1B}[33mwarning\u{1B}[0m: "))
    let written = try headwater(["check", "run.hwtrace", "-o", "check.txt"], in: folder)
    #expect(written == Result(1))
    #expect(try String(contentsOf: folder.url.appending(path: "check.txt"), encoding: .utf8) == plain.output)
    let same = try headwater(["check", "run.hwtrace", "-o", "run.hwtrace"], in: folder)
    #expect(same.status == 2 && same.errors.contains("is the same file as run.hwtrace, which would be lost"))
  }

  @Test("A place that cannot be written is trouble")
  func unwritable() throws {
    let result = try headwater(
      ["diff", "run.hwtrace", "run.hwtrace", "-o", "nowhere/diff.html"], in: recorded(Self.doubled))
    #expect(result.status == 2 && result.errors.hasPrefix("headwater: nowhere/diff.html: cannot be written: "))
  }

  @Test("Help has examples and names every status", arguments: ["diff", "why", "why-not", "check", "open"])
  func help(command: String) throws {
    let result = try headwater([command, "--help"], in: Folder())
    #expect(result.status == 0)
    #expect(result.output.contains("Examples:") && result.output.contains("headwater \(command) "))
    #expect(result.output.contains("EXIT STATUS"))
  }

  /// A folder with `pipeline.swift` and its recording, `run.hwtrace`.
  private func recorded(_ source: String, cache: String? = nil) throws -> Folder {
    let folder = try Folder()
    try source.write(to: folder.url.appending(path: "pipeline.swift"), atomically: true, encoding: .utf8)
    let environment = cache.map { ["XDG_CACHE_HOME": folder.url.appending(path: $0).path] } ?? [:]
    let result = try headwater(
      ["trace", "--engine", "pipeline.swift", "--keep", "run.hwtrace"], in: folder, environment: environment)
    #expect(result.status == 0, "\(result.errors)")
    return folder
  }

  /// The number of the first step of a kind, as a comparison with an empty run lists it.
  private func stepNumber(of kind: String, in folder: Folder) throws -> Int {
    for step in 1...100 {
      let result = try headwater(["why", "run.hwtrace", "\(step)", "--engine", "--format", "json"], in: folder)
      let report = try #require(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
      let first = (report["chain"] as? [[String: Any]])?.first?["step"] as? [String: Any]
      if first?["kind"] as? String == kind { return step }
    }
    throw CocoaError(.fileReadUnknown)
  }
}
