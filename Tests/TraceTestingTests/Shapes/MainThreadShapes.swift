import Dispatch
import Foundation
import Rx
import TraceAnalysis

extension Shape {
  /// Sends 1 and 2 through a pipeline on the main thread, and waits until its observer got both.
  private static func run(_ pipeline: @escaping (Observable<Int>) -> Observable<Int>) {
    let (subject, bag, done) = (PublishSubject<Int>(), DisposeBag(), DispatchSemaphore(value: 0))
    pipeline(subject).subscribe(onNext: { _ in done.signal() }).disposed(by: bag)
    subject.onNext(1)
    subject.onNext(2)
    Wait.for(done, times: 2)
  }

  static let offMain: [Shape] = [
    Shape("delay behind the move to the main thread", .offMain) {
      let work = Background()
      run { $0.observe(on: MainScheduler.instance).map { $0 * 10 }.delay(.milliseconds(1), scheduler: work.scheduler) }
    },
    Shape("debounce behind it", .offMain) {
      let (subject, bag, done) = (PublishSubject<Int>(), DisposeBag(), DispatchSemaphore(value: 0))
      let work = Background()
      subject.observe(on: MainScheduler.instance).debounce(.milliseconds(1), scheduler: work.scheduler)
        .subscribe(onNext: { _ in done.signal() }).disposed(by: bag)
      subject.onNext(1)
      Wait.for(done)
    },
    Shape("flatMap behind it, whose inner sequences answer elsewhere", .offMain) {
      let work = Background()
      run { source in
        source.observe(on: MainScheduler.instance)
          .flatMap { Observable.just($0).delay(.milliseconds(1), scheduler: work.scheduler) }
      }
    },
    Shape("a shared sequence behind it", .offMain) {
      let work = Background()
      run { source in
        source.observe(on: MainScheduler.instance).delay(.milliseconds(1), scheduler: work.scheduler).share(replay: 1)
          .map { $0 + 1 }
      }
    },
    Shape("sharing between it and the delay", .offMain) {
      let work = Background()
      run { source in
        source.observe(on: MainScheduler.instance).share().delay(.milliseconds(1), scheduler: work.scheduler)
      }
    },
    Shape("the asynchronous main scheduler", .offMain) {
      let work = Background()
      run { $0.observe(on: MainScheduler.asyncInstance).delay(.milliseconds(1), scheduler: work.scheduler) }
    },
    Shape("combineLatest of an input that is moved and one that is not", .offMain) {
      let (subject, bag, done) = (PublishSubject<Int>(), DisposeBag(), DispatchSemaphore(value: 0))
      let work = Background()
      Observable.combineLatest(
        Observable.just(10).observe(on: MainScheduler.instance), subject.observe(on: work.scheduler)
      ) { $0 + $1 }
      .subscribe(onNext: { _ in done.signal() }).disposed(by: bag)
      // The moved input comes first; otherwise the closure would run on the main thread.
      Wait.onMain {}
      subject.onNext(1)
      Wait.for(done)
    },
    Shape("merge of an input that is moved and one that is not", .offMain) {
      let work = Background()
      run { source in
        Observable.merge(
          Observable<Int>.never().observe(on: MainScheduler.instance),
          source.delay(.milliseconds(1), scheduler: work.scheduler))
      }
    },
    Shape("a driver that becomes an observable", .offMain) {
      let work = Background()
      run { source in
        source.asDriver(onErrorJustReturn: 0).asObservable().delay(.milliseconds(1), scheduler: work.scheduler)
      }
    },
  ]

  static let onMain: [Shape] = [
    Shape("the move to the main thread comes last") {
      let work = Background()
      run { $0.delay(.milliseconds(1), scheduler: work.scheduler).observe(on: MainScheduler.instance) }
    },
    Shape("another move behind it, for work in the background") {
      let work = Background()
      run { $0.observe(on: MainScheduler.instance).do(onNext: { ignore($0) }).observe(on: work.scheduler) }
    },
    Shape("back to the main thread behind flatMap") {
      let work = Background()
      run { source in
        source.observe(on: MainScheduler.instance)
          .flatMap { Observable.just($0).delay(.milliseconds(1), scheduler: work.scheduler) }
          .map { $0 + 1 }.observe(on: MainScheduler.instance)
      }
    },
    Shape("subscribe(on:) for the work") {
      let (bag, done, work) = (DisposeBag(), DispatchSemaphore(value: 0), Background())
      Observable.just(1).map { $0 + 1 }.subscribe(on: work.scheduler).observe(on: MainScheduler.instance)
        .subscribe(onNext: { _ in done.signal() }).disposed(by: bag)
      Wait.for(done)
    },
    Shape("the latest of a setting that is moved to the main thread, for work in the background") {
      let work = Background()
      let (setting, known) = (BehaviorRelay(value: 10), DispatchSemaphore(value: 0))
      run { source in
        source.observe(on: work.scheduler)
          .withLatestFrom(setting.observe(on: MainScheduler.instance).do(afterNext: { _ in known.signal() })) {
            $0 + $1
          }
          .do(onSubscribed: { Wait.for(known) })
      }
    },
    Shape("elements that a screen shows and a log merges with others") {
      let work = Background()
      run { source in
        let shown = Observable.just(10).observe(on: MainScheduler.instance).do(onNext: { ignore($0) })
        return Observable.merge(shown.filter { _ in false }, source.observe(on: work.scheduler))
      }
    },
    Shape("combineLatest whose result is moved to the main thread") {
      let work = Background()
      run { source in
        Observable.combineLatest(
          Observable.just(10).observe(on: MainScheduler.instance), source.observe(on: work.scheduler)
        ) { $0 + $1 }.observe(on: MainScheduler.instance)
      }
    },
    Shape("elements that the main thread sends within sync of another queue") {
      nonisolated(unsafe) let subject = PublishSubject<Int>()
      let bag = DisposeBag()
      subject.observe(on: MainScheduler.instance).distinctUntilChanged().subscribe(onNext: { ignore($0) })
        .disposed(by: bag)
      Wait.onMain { DispatchQueue(label: "com.example.store").sync { subject.onNext(1) } }
    },
    Shape("a delay on the main thread") {
      run { $0.observe(on: MainScheduler.instance).delay(.milliseconds(1), scheduler: MainScheduler.instance) }
    },
    Shape("a pipeline in the background beside one on the main thread") {
      let (subject, bag, done) = (PublishSubject<Int>(), DisposeBag(), DispatchSemaphore(value: 0))
      let work = Background()
      subject.observe(on: work.scheduler).subscribe(onNext: { _ in done.signal() }).disposed(by: bag)
      subject.observe(on: MainScheduler.instance).subscribe(onNext: { _ in done.signal() }).disposed(by: bag)
      subject.onNext(1)
      Wait.for(done, times: 2)
    },
    Shape("a driver") {
      let (subject, done) = (PublishSubject<Int>(), DispatchSemaphore(value: 0))
      let held = Held()
      nonisolated(unsafe) let numbers = subject
      Wait.onMain {
        held.bag = DisposeBag()
        numbers.asDriver(onErrorJustReturn: 0).map { $0 + 1 }.drive(onNext: { _ in done.signal() })
          .disposed(by: held.bag!)
      }
      subject.onNext(1)
      Wait.for(done)
      held.bag = nil
    },
  ]

  /// A program, and the type of the objects whose closures are said to take long: the tests give the run its times.
  typealias Slow = (shape: Shape, slow: String)

  static let mainBlocked: [Slow] = [
    (
      Shape("an observer that takes long", .mainBlocked) {
        let (subject, bag, done) = (PublishSubject<Int>(), DisposeBag(), DispatchSemaphore(value: 0))
        subject.observe(on: MainScheduler.instance).subscribe(onNext: { _ in
          // Behind this call: the record of its end must be written before the recording stops.
          DispatchQueue.main.async { done.signal() }
        }).disposed(by: bag)
        subject.onNext(1)
        Wait.for(done)
      }, "AnonymousObserver"
    ),
    (
      Shape("a map that takes long", .mainBlocked) { run { $0.observe(on: MainScheduler.instance).map { $0 + 1 } } },
      "MapSink"
    ),
    (
      Shape("a filter within a driver that takes long", .mainBlocked) {
        run { $0.asDriver(onErrorJustReturn: 0).filter { _ in true }.asObservable() }
      }, "FilterSink"
    ),
    slowSource,
  ]

  /// Two closures of one event, each of which is said to take long.
  static let slowTogether: Slow = (
    Shape("two closures that take long together", .mainBlocked) {
      run { $0.observe(on: MainScheduler.instance).map { $0 + 1 }.map { $0 * 2 } }
    }, "MapSink"
  )

  static let slowSource: Slow = (
    Shape("a source that takes long", .mainBlocked) {
      let (bag, done) = (DisposeBag(), DispatchSemaphore(value: 0))
      Observable<Int>.create { observer in
        observer.onCompleted()
        return Disposables.create()
      }
      .subscribe(on: MainScheduler.instance)
      .subscribe(onDisposed: { DispatchQueue.main.async { done.signal() } }).disposed(by: bag)
      Wait.for(done)
    }, "AnonymousObservableSink"
  )

  static let mainFree: [Slow] = [
    (
      Shape("work in the background takes its time") {
        let (subject, bag, done) = (PublishSubject<Int>(), DisposeBag(), DispatchSemaphore(value: 0))
        let work = Background()
        subject.observe(on: work.scheduler).map { $0 + 1 }
          .observe(on: MainScheduler.instance).subscribe(onNext: { _ in done.signal() }).disposed(by: bag)
        subject.onNext(1)
        Wait.for(done)
      }, "MapSink"
    ),
    (Shape("nothing takes long") { run { $0.observe(on: MainScheduler.instance).map { $0 + 1 } } }, ""),
  ]
}

/// Holds a bag for closures that run elsewhere.
final class Held: @unchecked Sendable {
  var bag: DisposeBag?
}
