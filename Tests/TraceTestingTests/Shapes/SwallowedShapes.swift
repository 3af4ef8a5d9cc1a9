import Rx
import TraceAnalysis

extension Shape {
  static let swallowed: [Shape] = [
    Shape("throttle(latest: false) for a text being typed", .swallowed) {
      let (clock, bag, text) = (Clock(), DisposeBag(), PublishSubject<String>())
      text.throttle(.milliseconds(300), latest: false, scheduler: clock.scheduler)
        .subscribe(onNext: { ignore($0) }).disposed(by: bag)
      for typed in ["h", "he", "hel", "hello"] { text.onNext(typed) }
      clock.advance(1)
    },
    Shape("throttle(latest: false) before the completion", .swallowed) {
      let (clock, bag, levels) = (Clock(), DisposeBag(), PublishSubject<Int>())
      levels.throttle(.seconds(1), latest: false, scheduler: clock.scheduler)
        .subscribe(onNext: { ignore($0) }).disposed(by: bag)
      for level in 1...8 {
        levels.onNext(level)
        clock.advance(0.3)
      }
      levels.onCompleted()
    },
    Shape("throttle(latest: false) between other operators", .swallowed) {
      let (clock, bag, slider) = (Clock(), DisposeBag(), BehaviorRelay(value: 0.0))
      slider.map { $0 * 100 }.distinctUntilChanged()
        .throttle(.milliseconds(100), latest: false, scheduler: clock.scheduler)
        .map { "\($0) %" }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      slider.accept(0.5)
      slider.accept(0.9)
      clock.advance(1)
    },
    Shape("delay before an error", .swallowed) {
      let (clock, bag, lines) = (Clock(), DisposeBag(), PublishSubject<String>())
      lines.delay(.seconds(1), scheduler: clock.scheduler)
        .subscribe(onNext: { ignore($0) }, onError: { ignore($0) }).disposed(by: bag)
      lines.onNext("last line")
      clock.advance(0.5)
      lines.onError(Offline())
      clock.advance(2)
    },
    Shape("debounce before an error", .swallowed) {
      let (clock, bag, text) = (Clock(), DisposeBag(), PublishSubject<String>())
      text.debounce(.milliseconds(300), scheduler: clock.scheduler)
        .subscribe(onNext: { ignore($0) }, onError: { ignore($0) }).disposed(by: bag)
      text.onNext("draft")
      text.onError(Offline())
      clock.advance(1)
    },
    Shape("throttle before an error", .swallowed) {
      let (clock, bag, positions) = (Clock(), DisposeBag(), PublishSubject<Int>())
      positions.throttle(.seconds(1), scheduler: clock.scheduler)
        .subscribe(onNext: { ignore($0) }, onError: { ignore($0) }).disposed(by: bag)
      positions.onNext(1)
      positions.onNext(2)
      positions.onError(Offline())
      clock.advance(2)
    },
    Shape("debounce for elements that never stop", .swallowed) {
      let (clock, bag, samples) = (Clock(), DisposeBag(), PublishSubject<Int>())
      samples.debounce(.seconds(1), scheduler: clock.scheduler)
        .subscribe(onNext: { ignore($0) }).disposed(by: bag)
      for sample in 1...20 {
        samples.onNext(sample)
        clock.advance(0.5)
      }
      // Ends while elements still come.
      withExtendedLifetime(bag) { kept.append(bag) }
    },
  ]

  /// The work that a shape leaves under way when it ends.
  nonisolated(unsafe) static var kept: [DisposeBag] = []

  static let nothingSwallowed: [Shape] = [
    Shape("throttle sends the latest") {
      let (clock, bag, text) = (Clock(), DisposeBag(), PublishSubject<String>())
      text.throttle(.milliseconds(300), scheduler: clock.scheduler).subscribe(onNext: { ignore($0) })
        .disposed(by: bag)
      for typed in ["h", "he", "hello"] { text.onNext(typed) }
      clock.advance(1)
    },
    Shape("a second tap on a button") {
      let (clock, bag, taps) = (Clock(), DisposeBag(), PublishSubject<Void>())
      taps.throttle(.seconds(1), latest: false, scheduler: clock.scheduler).subscribe(onNext: { ignore($0) })
        .disposed(by: bag)
      taps.onNext(())
      taps.onNext(())
      clock.advance(2)
    },
    Shape("the same row chosen twice") {
      let (clock, bag, rows) = (Clock(), DisposeBag(), PublishSubject<Int>())
      rows.throttle(.seconds(1), latest: false, scheduler: clock.scheduler).subscribe(onNext: { ignore($0) })
        .disposed(by: bag)
      rows.onNext(3)
      rows.onNext(3)
      clock.advance(2)
    },
    Shape("debounce sends the last element at the completion") {
      let (clock, bag, text) = (Clock(), DisposeBag(), PublishSubject<String>())
      text.debounce(.milliseconds(300), scheduler: clock.scheduler).subscribe(onNext: { ignore($0) })
        .disposed(by: bag)
      text.onNext("draft")
      text.onCompleted()
    },
    Shape("a screen that is left while debounce waits") {
      let (clock, text) = (Clock(), PublishSubject<String>())
      var bag: DisposeBag? = DisposeBag()
      text.debounce(.milliseconds(300), scheduler: clock.scheduler).subscribe(onNext: { ignore($0) })
        .disposed(by: bag!)
      text.onNext("draft")
      bag = nil
      clock.advance(1)
    },
    Shape("take(1) behind debounce") {
      let (clock, bag, text) = (Clock(), DisposeBag(), PublishSubject<String>())
      text.debounce(.milliseconds(300), scheduler: clock.scheduler).take(1).subscribe(onNext: { ignore($0) })
        .disposed(by: bag)
      text.onNext("one")
      clock.advance(1)
      text.onNext("two")
      clock.advance(1)
    },
    Shape("delay before a completion") {
      let (clock, bag) = (Clock(), DisposeBag())
      Observable.of(1, 2, 3).delay(.seconds(1), scheduler: clock.scheduler).subscribe(onNext: { ignore($0) })
        .disposed(by: bag)
      clock.advance(2)
    },
    Shape("elements that come slower than throttle's time") {
      let (clock, bag, text) = (Clock(), DisposeBag(), PublishSubject<String>())
      text.throttle(.milliseconds(300), latest: false, scheduler: clock.scheduler)
        .subscribe(onNext: { ignore($0) }).disposed(by: bag)
      for typed in ["h", "hello"] {
        text.onNext(typed)
        clock.advance(1)
      }
    },
  ]
}
