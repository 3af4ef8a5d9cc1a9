import RxSwift
import RxTest
import XCTest

@testable import Search

final class SearchViewModelTests: XCTestCase {
  private let scheduler = TestScheduler(initialClock: 0)

  /// Types texts at given times, and gives what the screen shows.
  private func shown(
    _ typed: [(time: Int, text: String)], find: @escaping (String) -> Single<[String]>
  ) -> [Recorded<Event<[String]>>] {
    let model = SearchViewModel(find: find, scheduler: scheduler)
    let observer = scheduler.createObserver([String].self)
    let subscription = model.titles.subscribe(observer)
    for (time, text) in typed { scheduler.scheduleAt(time) { model.text.accept(text) } }
    scheduler.start()
    subscription.dispose()
    return observer.events
  }

  func testWaitsUntilTheUserStopsTyping() {
    let events = shown([(10, "r"), (11, "rx"), (12, "rxs")]) { .just([$0]) }
    XCTAssertEqual(events, [.next(15, ["rxs"])])
  }

  func testIgnoresBlanks() {
    let events = shown([(10, "rx"), (20, "rx  "), (30, "   ")]) { .just([$0]) }
    XCTAssertEqual(events, [.next(13, ["rx"])])
  }

  func testForgetsTheAnswerToAnOlderText() {
    let scheduler = scheduler
    let events = shown([(10, "slow"), (14, "fast")]) { text in
      text == "slow" ? Single.just([text]).delay(.seconds(10), scheduler: scheduler) : .just([text])
    }
    XCTAssertEqual(events, [.next(17, ["fast"])])
  }

  func testShowsNothingAfterAnError() {
    let events = shown([(10, "rx"), (20, "swift")]) { text in
      text == "rx" ? .error(RxError.timeout) : .just([text])
    }
    XCTAssertEqual(events, [.next(13, []), .next(23, ["swift"])])
  }

  func testAQueryHasNoBlanksAroundIt() {
    XCTAssertEqual(Query("  rx  swift ").text, "rx swift")
    XCTAssertTrue(Query("  ").isEmpty)
  }
}
