import Rx
import RxTest
import Synchronization
import Testing

@testable import Rx

extension EngineTests {
  @Suite("debug") struct DebugTests {
    @Test("completes, fails and unsubscribes with its input")
    func ends() { _ = printed { OneInput { $0.debug("quiet") }.expectAll() } }

    @Test("subscription, each event and disposal are printed, each once")
    func lines() {
      let lines = printed { _ = Observable.just(1).debug("numbers").subscribe() }
      #expect(
        lines == [
          "numbers -> subscribed", "numbers -> Event next(1)", "numbers -> Event completed", "numbers -> isDisposed",
        ])
    }

    @Test("an error is printed, and disposal by the observer without an event")
    func errors() {
      let lines = printed {
        _ = Observable<Int>.error(TestError.first).debug("a").subscribe(onError: { _ in })
        Observable<Int>.never().debug("b").subscribe().dispose()
      }
      #expect(
        lines == [
          "a -> subscribed", "a -> Event error(first)", "a -> isDisposed", "b -> subscribed", "b -> isDisposed",
        ])
    }

    @Test("without an identifier, the place in the source is printed")
    func place() {
      let lines = printed { _ = Observable<Int>.empty().debug().subscribe() }
      #expect(lines[0] == "DebugTests.swift:36 (place()) -> subscribed")
    }

    @Test("the middle of an event that is longer than forty characters may be left out")
    func trimming() {
      let text = String(repeating: "a", count: 30) + String(repeating: "b", count: 30)
      let lines = printed {
        _ = Observable.of("short", text).debug("t", trimOutput: true).subscribe()
        _ = Observable.just(text).debug("t").subscribe()
      }
      #expect(lines[1] == #"t -> Event next(short)"#)
      #expect(lines[2] == "t -> Event next(\(text.prefix(15))...\(text.suffix(19)))")
      #expect(lines[6] == "t -> Event next(\(text))")
    }

    /// The printed lines, without the time of day.
    private func printed(_ body: () -> Void) -> [String] {
      let printed = Printed()
      let before = DebugOutput.write.withLock { write in
        defer { write = { printed.add($0) } }
        return write
      }
      defer { DebugOutput.write.withLock { $0 = before } }
      body()
      return printed.lines.map { String($0.dropFirst("2026-03-01 09:41:00.000: ".count)) }
    }

    private final class Printed: Sendable {
      private let stored = Mutex<[String]>([])
      var lines: [String] { stored.withLock { $0 } }
      func add(_ line: String) { stored.withLock { $0.append(line) } }
    }
  }
}
