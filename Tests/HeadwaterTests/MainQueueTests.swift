import Foundation
import TestSupport
import Testing

/// Tests of the main queue are programs, because only a program can run that queue.
@Suite("Programs on the main queue", .oneAtATime)
struct MainQueueTests {
  private func output(of program: String) throws -> [Substring] {
    let folder = try Folder()
    let preamble = """
      import Foundation
      import RxCocoa
      import RxRelay
      import RxSwift
      enum Failure: Error { case any }
      /// Runs the main queue until a condition holds, for 30 seconds at most.
      func settle(until isOver: () -> Bool) {
        let end = Date(timeIntervalSinceNow: 30)
        while !isOver() && Date() < end { RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.005)) }
      }
      /// Runs what is on the main queue, and what that puts there, five times over.
      func settle() {
        for _ in 0..<5 {
          nonisolated(unsafe) var hasRun = false
          DispatchQueue.main.async { hasRun = true }
          settle { hasRun }
        }
      }

      """
    try (preamble + program).write(to: folder.url.appending(path: "program.swift"), atomically: true, encoding: .utf8)
    let result = try headwater(["trace", "--engine", "program.swift"], in: folder)
    #expect(result.status == 0, "\(result.errors)")
    return result.output.split(separator: "\n", omittingEmptySubsequences: false).prefix { !$0.isEmpty }.map { $0 }
  }

  @Test("a driver is shared, begins with the latest element, and replaces an error")
  func driver() throws {
    let lines = try output(
      of: """
        let source = PublishSubject<Int>()
        let driver = source.asDriver(onErrorJustReturn: -1)
        let one = driver.drive(onNext: { print("one", $0) })
        source.onNext(1)
        settle()
        let two = driver.drive(onNext: { print("two", $0) }, onCompleted: { print("two completed") })
        source.onError(Failure.any)
        settle()
        """)
    #expect(lines == ["one 1", "two 1", "one -1", "two -1", "two completed"])
  }

  @Test("a driver's operators keep it a driver")
  func operators() throws {
    let lines = try output(
      of: """
        let relay = BehaviorRelay(value: 1)
        let driver: Driver<String> = relay.asDriver().filter { $0 > 0 }.distinctUntilChanged()
          .scan(0) { $0 + $1 }.startWith(0).map { "\\($0)" }
        let subscription = driver.drive(onNext: { print($0) })
        for value in [1, 2, -5, 3] { relay.accept(value) }
        settle()
        """)
    #expect(lines == ["0", "1", "3", "6"])
  }

  @Test("a driver within a driver's delivery delivers at once, as each has a scheduler of its own")
  func nestedDrivers() throws {
    let lines = try output(
      of: """
        func scene(_ name: String, _ body: () -> Void) { print("-", name); body(); print("after"); settle() }
        scene("flatMapLatest") {
          _ = Driver.of(1, 2).flatMapLatest { Driver.just($0 * 10) }.drive(onNext: { print($0) })
        }
        scene("drive in drive") {
          _ = BehaviorRelay(value: 1).asDriver().drive(onNext: { outer in
            print("outer", outer)
            _ = Driver.just(outer + 1).drive(onNext: { print("inner", $0) })
          })
        }
        scene("a relay set in drive") {
          let (one, two) = (BehaviorRelay(value: 1), BehaviorRelay(value: 0))
          _ = two.asDriver().drive(onNext: { print("two", $0) })
          _ = one.asDriver().drive(onNext: { two.accept($0 * 10) })
        }
        scene("a binder") {
          final class Label { var text = "" { didSet { print("label", text) } } }
          let label = Label()
          _ = Driver.just("a").drive(onNext: { text in
            _ = Driver.just(text + "b").drive(Binder(label) { label, text in label.text = text })
          })
          withExtendedLifetime(label) {}
        }
        scene("a feedback loop") {
          let state = BehaviorRelay(value: 0)
          _ = state.asDriver().filter { $0 < 3 }.map { $0 + 1 }.drive(onNext: { state.accept($0) })
          print("state", state.value)
        }
        scene("a signal from a relay") {
          let taps = PublishRelay<Int>()
          _ = taps.asSignal().emit(onNext: { print("tap", $0) })
          _ = Driver.of(1).drive(onNext: { taps.accept($0) })
        }
        """)
    let scenes = lines.joined(separator: " ").components(separatedBy: "- ").dropFirst()
    #expect(
      scenes.map { $0.trimmingCharacters(in: .whitespaces) } == [
        "flatMapLatest 10 after 20",
        "drive in drive outer 1 inner 2 after",
        "a relay set in drive two 0 two 10 after",
        "a binder label ab after",
        "a feedback loop state 1 after",
        "a signal from a relay tap 1 after",
      ])
  }

  @Test("an indicator is on from the first subscription to the end of the last, however that comes")
  func activity() throws {
    let lines = try output(
      of: """
        import Rx
        let indicator = ActivityIndicator()
        let (one, two) = (PublishSubject<Int>(), PublishSubject<Int>())
        _ = indicator.asDriver().drive(onNext: { print($0) })
        _ = one.trackActivity(indicator).subscribe(onError: { _ in print("failed") })
        let second = two.trackActivity(indicator).subscribe()
        settle()
        one.onError(Failure.any)
        settle()
        second.dispose()
        settle()
        """)
    #expect(lines == ["false", "true", "failed", "false"])
  }

  @Test("a property's binder sets it on the main thread, at once if that is the caller's thread")
  func binder() throws {
    let lines = try output(
      of: """
        import NSObject_Rx
        final class Label: NSObject {
          var text = "" { didSet { print(text, Thread.isMainThread) } }
        }
        let label = Label()
        label.rx.text.onNext("here")
        print("and")
        DispatchQueue.global().async { Observable.just("there").subscribe(label.rx.text).disposed(by: label.rx.disposeBag) }
        settle { label.text == "there" }
        """)
    #expect(lines == ["here true", "and", "there true"])
  }

  @Test("on the main thread, a sequence that needs the main queue can be waited for, and times out if it never ends")
  func blocking() throws {
    let lines = try output(
      of: """
        import RxBlocking
        let numbers = Observable.of(1, 2).observe(on: ConcurrentDispatchQueueScheduler(qos: .default))
          .map { ($0, Thread.isMainThread) }.observe(on: MainScheduler.instance).map { [$0.1, Thread.isMainThread] }
        print(try numbers.toBlocking(timeout: 20).toArray())
        print(try Observable.just(1).observe(on: MainScheduler.asyncInstance).asDriver(onErrorJustReturn: 0)
          .toBlocking(timeout: 20).single())
        DispatchQueue.main.async { print("meanwhile") }
        do { _ = try Observable<Int>.never().toBlocking(timeout: 0.1).last() } catch { print(error) }
        """)
    #expect(lines == ["[[false, true], [false, true]]", "1", "meanwhile", "Sequence timeout."])
  }

  @Test("in a block of the main queue, a sequence that does not need that queue can be waited for")
  func blockingInMainQueue() throws {
    let lines = try output(
      of: """
        import RxBlocking
        DispatchQueue.main.async {
          let numbers = Observable.of(1, 2).observe(on: ConcurrentDispatchQueueScheduler(qos: .default))
          print((try? numbers.toBlocking(timeout: 20).toArray()) ?? [])
        }
        settle()
        """)
    #expect(lines == ["[1, 2]"])
  }

  @Test("old spellings compile, and warnings name the current ones")
  func oldSpellings() throws {
    let folder = try Folder()
    let program = """
      import RxSwift
      let variable = Variable(0)
      _ = variable.asObservable().subscribe(onNext: { print($0) })
      variable.value = 1
      let source = Observable<Int>.error(RxError.unknown)
      _ = source.catchErrorJustReturn(2).shareReplay(1).subscribe(onNext: { print($0) })
      _ = source.catchError { _ in .just(3) }.observeOn(CurrentThreadScheduler.instance)
        .subscribeOn(CurrentThreadScheduler.instance).subscribe(onNext: { print($0) })
      var runs = 0
      let once = Observable<Int>.deferred { runs += 1; return .just(9) }.shareReplay(1)
      for _ in 1...2 { _ = once.subscribe() }
      print(runs, "run")
      """
    try program.write(to: folder.url.appending(path: "old.swift"), atomically: true, encoding: .utf8)
    let result = try headwater(["trace", "--engine", "old.swift"], in: folder)
    #expect(result.status == 0 && result.output.hasPrefix("0\n1\n2\n3\n1 run\n\n"))
    for spelling in [
      "BehaviorRelay", "catchAndReturn(_:)", "share(replay: 1, scope: .forever)", "catch(_:)", "observe(on:)",
      "subscribe(on:)",
    ] {
      #expect(result.errors.contains(spelling), "no warning names \(spelling)")
    }
  }
}
