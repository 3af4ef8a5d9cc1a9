import Rx

extension Shape {
  /// Nothing that a stage was given came out of it before the program ended.
  static let neverRan: [Shape] = [
    Shape("a delay whose time does not come", .neverRan) {
      let (clock, taps, bag) = (Clock(), PublishSubject<Int>(), DisposeBag())
      taps.delay(.seconds(1), scheduler: clock.scheduler).subscribe(onNext: { ignore($0) }).disposed(by: bag)
      taps.onNext(1)
      clock.advance(0.5)
      kept.append(bag)
    },
    Shape("an element for a scheduler that does not run", .neverRan) {
      let (clock, taps, bag) = (Clock(), PublishSubject<Int>(), DisposeBag())
      taps.map { $0 + 1 }.observe(on: clock.scheduler).subscribe(onNext: { ignore($0) }).disposed(by: bag)
      taps.onNext(1)
      kept.append(bag)
    },
  ]

  static let underWay: [Shape] = [
    Shape("a timeout that waits for the next element") {
      let (clock, taps, bag) = (Clock(), PublishSubject<Int>(), DisposeBag())
      taps.timeout(.seconds(5), scheduler: clock.scheduler)
        .subscribe(onNext: { ignore($0) }, onError: { ignore($0) }).disposed(by: bag)
      for tap in 1...3 {
        taps.onNext(tap)
        clock.advance(1)
      }
      kept.append(bag)
    },
    Shape("a delay that has let the first element out") {
      let (clock, taps, bag) = (Clock(), PublishSubject<Int>(), DisposeBag())
      taps.delay(.seconds(1), scheduler: clock.scheduler).subscribe(onNext: { ignore($0) }).disposed(by: bag)
      for tap in 1...3 {
        taps.onNext(tap)
        clock.advance(0.8)
      }
      kept.append(bag)
    },
    Shape("a timer whose time does not come") {
      let (clock, bag) = (Clock(), DisposeBag())
      Observable<Int>.timer(.seconds(5), scheduler: clock.scheduler).subscribe(onNext: { ignore($0) }).disposed(by: bag)
      clock.advance(1)
      kept.append(bag)
    },
  ]
}
