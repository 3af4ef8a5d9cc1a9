import Foundation
import Testing

/// What needs the main queue is tested as a program: nothing else can let that queue work.
@Suite("Programs on the main queue", .serialized)
struct MainQueueTests {
  private func output(of program: String) throws -> [Substring] {
    let folder = try Folder()
    let preamble = """
      import Foundation
      import RxSwift
      enum Failure: Error { case any }
      func settle() { for _ in 0..<5 { RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.005)) } }

      """
    try (preamble + program).write(to: folder.url.appending(path: "program.swift"), atomically: true, encoding: .utf8)
    let result = try headwater(["trace", "program.swift"], in: folder)
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

  @Test("an indicator is on from the first subscription to the end of the last, however that comes")
  func activity() throws {
    let lines = try output(
      of: """
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

  @Test("a property's binder sets it on the main thread, at once where that is the caller's")
  func binder() throws {
    let lines = try output(
      of: """
        final class Label: NSObject {
          var text = "" { didSet { print(text, Thread.isMainThread) } }
        }
        let label = Label()
        label.rx.text.onNext("here")
        print("and")
        DispatchQueue.global().async { Observable.just("there").subscribe(label.rx.text).disposed(by: label.rx.disposeBag) }
        settle()
        """)
    #expect(lines == ["here true", "and", "there true"])
  }

  @Test("on the main thread, a sequence that needs the main queue can be waited for, and times out where it never ends")
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

  @Test("old spellings compile and say what they are called today")
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
      """
    try program.write(to: folder.url.appending(path: "old.swift"), atomically: true, encoding: .utf8)
    let result = try headwater(["trace", "old.swift"], in: folder)
    #expect(result.status == 0 && result.output.hasPrefix("0\n1\n2\n3\n\n"))
    for spelling in [
      "BehaviorRelay", "catchAndReturn(_:)", "share(replay: 1)", "catch(_:)", "observe(on:)", "subscribe(on:)",
    ] {
      #expect(result.errors.contains(spelling), "no warning names \(spelling)")
    }
  }
}
