import Rx

/// Fails for an empty text.
private func count(_ text: String) throws -> Int {
  if text.isEmpty { throw Offline() }
  return text.count
}

/// Events out of turn: within the delivery of another, and after the terminal event.
extension Shape {
  static let reentrant: [Shape] = [
    Shape("a closure that sends to what it observes at once", .reentrancy) {
      let (subject, bag) = (PublishSubject<Int>(), DisposeBag())
      subject.subscribe(onNext: { if $0 < 3 { subject.onNext($0 + 1) } }).disposed(by: bag)
      subject.subscribe(onNext: ignore).disposed(by: bag)
      subject.onNext(1)
    },
    Shape("a relay that is bound to itself", .reentrancy) {
      let (relay, bag) = (BehaviorRelay(value: 0), DisposeBag())
      relay.skip(1).map { min($0 + 1, 3) }.distinctUntilChanged().bind(to: relay).disposed(by: bag)
      relay.subscribe(onNext: ignore).disposed(by: bag)
      relay.accept(1)
    },
    Shape("two subjects that observe each other", .reentrancy) {
      let (one, other, bag) = (PublishSubject<Int>(), PublishSubject<Int>(), DisposeBag())
      one.filter { $0 < 4 }.map { $0 + 1 }.subscribe(other).disposed(by: bag)
      other.subscribe(one).disposed(by: bag)
      one.subscribe(onNext: ignore).disposed(by: bag)
      one.onNext(1)
    },
    Shape("an operator's closure that sends to its source", .reentrancy) {
      let (subject, bag) = (PublishSubject<Int>(), DisposeBag())
      subject.flatMap { number -> Observable<Int> in
        if number < 3 { subject.onNext(number + 1) }
        return .just(number)
      }.subscribe(onNext: ignore).disposed(by: bag)
      subject.onNext(1)
    },
    Shape("an error within the delivery of an element", .reentrancy) {
      let (subject, bag) = (PublishSubject<Int>(), DisposeBag())
      subject.do(onNext: { _ in subject.onError(Offline()) }).subscribe(onNext: ignore, onError: ignore)
        .disposed(by: bag)
      subject.onNext(1)
    },
  ]

  static let inTurn: [Shape] = [
    Shape("a closure that sends to another subject at once") {
      let (subject, other, bag) = (PublishSubject<Int>(), PublishSubject<Int>(), DisposeBag())
      subject.subscribe(onNext: { other.onNext($0 + 1) }).disposed(by: bag)
      other.subscribe(onNext: ignore).disposed(by: bag)
      for number in 1...3 { subject.onNext(number) }
    },
    Shape("a closure that sends to what it observes, on a scheduler") {
      let (clock, subject, bag) = (Clock(), PublishSubject<Int>(), DisposeBag())
      subject.observe(on: clock.scheduler).subscribe(onNext: { if $0 < 3 { subject.onNext($0 + 1) } })
        .disposed(by: bag)
      subject.onNext(1)
      clock.advance(1)
    },
    Shape("two relays that tell each other only what has changed") {
      let (one, other, bag) = (BehaviorRelay(value: 0), BehaviorRelay(value: 0), DisposeBag())
      one.skip(1).bind(to: other).disposed(by: bag)
      one.accept(1)
      other.accept(2)
    },
  ]

  static let afterEnd: [Shape] = [
    Shape("a sequence that sends after its completion", .afterEnd) {
      _ = Observable<Int>.create { observer in
        observer.onNext(1)
        observer.onCompleted()
        observer.onNext(2)
        return Disposables.create()
      }.subscribe(onNext: ignore)
    },
    Shape("a subject that is used on after its completion", .afterEnd) {
      let (subject, bag) = (BehaviorSubject(value: 0), DisposeBag())
      subject.subscribe(onNext: ignore).disposed(by: bag)
      subject.onCompleted()
      subject.onNext(1)
    },
    Shape("a subject that was given the completion of a sequence", .afterEnd) {
      let (subject, bag) = (PublishSubject<Int>(), DisposeBag())
      subject.subscribe(onNext: ignore).disposed(by: bag)
      Observable.just(1).subscribe(subject).disposed(by: bag)
      subject.onNext(2)
    },
    Shape("a subject that was given the error of one of several sequences", .afterEnd) {
      let (results, bag) = (PublishSubject<Int>(), DisposeBag())
      results.subscribe(onNext: ignore, onError: ignore).disposed(by: bag)
      for text in ["a", "", "b"] {
        Observable.just(text).map(count).concat(Observable.never()).subscribe(results).disposed(by: bag)
      }
    },
  ]

  static let ended: [Shape] = [
    Shape("a relay, which takes no end") {
      let (relay, bag) = (PublishRelay<Int>(), DisposeBag())
      relay.subscribe(onNext: ignore).disposed(by: bag)
      Observable.just(1).bind(to: relay).disposed(by: bag)
      relay.accept(2)
    },
    Shape("a new subject after the end of the one before") {
      let bag = DisposeBag()
      for _ in 1...2 {
        let subject = PublishSubject<Int>()
        subject.subscribe(onNext: ignore).disposed(by: bag)
        subject.onNext(1)
        subject.onCompleted()
      }
    },
    Shape("the error of one of several sequences, answered before the subject") {
      let (results, bag) = (PublishSubject<Int>(), DisposeBag())
      results.subscribe(onNext: ignore).disposed(by: bag)
      for text in ["a", "", "b"] {
        Observable.just(text).map(count).catchAndReturn(0).concat(Observable.never()).subscribe(results)
          .disposed(by: bag)
      }
    },
  ]
}
