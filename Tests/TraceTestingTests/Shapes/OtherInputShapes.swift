import Rx
import TraceAnalysis

extension Shape {
  static let droppedForOther: [Shape] = [
    Shape("taps with the latest of a form that has no value", .droppedForOther) {
      let (taps, form, bag) = (PublishSubject<Int>(), PublishSubject<String>(), DisposeBag())
      taps.withLatestFrom(form).subscribe(onNext: { ignore($0) }).disposed(by: bag)
      taps.onNext(1)
    },
    Shape("a form whose share has lost the value before", .droppedForOther) {
      let (taps, source, bag) = (PublishSubject<Int>(), BehaviorSubject(value: "Ada"), DisposeBag())
      let form = source.share()
      form.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      taps.withLatestFrom(form).subscribe(onNext: { ignore($0) }).disposed(by: bag)
      taps.onNext(1)
    },
    Shape("the other input ended without a value", .droppedForOther) {
      let (taps, bag) = (PublishSubject<Int>(), DisposeBag())
      taps.withLatestFrom(Observable<String>.empty()) { "\($0) \($1)" }.map { $0.count }
        .subscribe(onNext: { ignore($0) }).disposed(by: bag)
      taps.onNext(1)
    },
    Shape("within another pipeline", .droppedForOther) {
      let (outer, user, bag) = (PublishSubject<Int>(), PublishRelay<String>(), DisposeBag())
      outer.flatMapLatest { number in Observable.just(number).withLatestFrom(user) }
        .subscribe(onNext: { ignore($0) }).disposed(by: bag)
      outer.onNext(1)
    },
  ]

  static let heardOther: [Shape] = [
    Shape("a form with a value from the beginning") {
      let (taps, form, bag) = (PublishSubject<Int>(), BehaviorRelay(value: "Ada"), DisposeBag())
      taps.withLatestFrom(form).subscribe(onNext: { ignore($0) }).disposed(by: bag)
      taps.onNext(1)
    },
    Shape("a share that replays the value before") {
      let (taps, source, bag) = (PublishSubject<Int>(), BehaviorSubject(value: "Ada"), DisposeBag())
      let form = source.share(replay: 1)
      form.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      taps.withLatestFrom(form).subscribe(onNext: { ignore($0) }).disposed(by: bag)
      taps.onNext(1)
    },
    Shape("a tap before the screen has loaded, and one after") {
      let (taps, form, bag) = (PublishSubject<Int>(), PublishSubject<String>(), DisposeBag())
      taps.withLatestFrom(form).subscribe(onNext: { ignore($0) }).disposed(by: bag)
      taps.onNext(1)
      form.onNext("Ada")
      taps.onNext(2)
    },
    Shape("an element whose closure throws, and one that completes") {
      let (taps, bag) = (PublishSubject<Int>(), DisposeBag())
      taps.withLatestFrom(Observable.just("Ada")) { number, name in
        if number > 0 { throw Offline() }
        return name
      }.subscribe(onNext: { ignore($0) }, onError: { _ in }).disposed(by: bag)
      taps.onNext(1)
    },
  ]
}
