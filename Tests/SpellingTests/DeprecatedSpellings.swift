import Foundation
import RxCocoa
import RxRelay
import RxSwift

// The names that RxSwift 6 keeps as deprecated. Nothing here is called.

@available(*, deprecated)
func deprecatedNames(_ one: Observable<Int>, _ single: Single<Int>, _ bag: DisposeBag) {
  let queue = MainScheduler.instance
  let _: Observable<Int> = one.catchError { _ in one }
  let _: Observable<Int> = one.catchErrorJustReturn(1)
  let _: Observable<Int> = Observable.catchError([one, one])
  let _: Observable<Int> = one.elementAt(1)
  let _: Observable<Int> = one.retryWhen { (errors: Observable<Error>) in errors }
  let _: Observable<Int> = one.retryWhen { (errors: Observable<RxError>) in errors }
  let _: Observable<Int> = one.takeUntil(one)
  let _: Observable<Int> = one.takeUntil(.inclusive) { $0 > 1 }
  let _: Observable<Int> = one.takeWhile { $0 > 1 }
  let _: Observable<Int> = one.take(.seconds(1), scheduler: queue)
  let _: Observable<Int> = one.skipWhile { $0 > 1 }
  let _: Observable<Int> = one.skipUntil(one)
  let _: Observable<Int> = one.observeOn(queue).subscribeOn(queue)
  let _: Observable<Int> = Observable.from(optional: 1)
  let _: Single<Int> = single.catchErrorJustReturn(1)
  let _: Single<Int> = single.catchError { _ in single }
  let _: Single<Int> = single.retryWhen { (errors: Observable<Error>) in errors }
  let _: Single<Int> = single.observeOn(queue).subscribeOn(queue)
  single.subscribe(onSuccess: { _ in }, onError: { _ in }).disposed(by: bag)
  let _: Maybe<Int> = single.asMaybe().catchErrorJustReturn(1)
  let _: Driver<(NSObject, Int)> = Driver.just(1).withUnretained(NSObject())
  let _: Driver<Int> = Driver.just(1).withUnretained(NSObject()) { $1 }
}
