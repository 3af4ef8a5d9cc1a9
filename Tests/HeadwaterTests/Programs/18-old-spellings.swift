import RxSwift

let disposeBag = DisposeBag()
let name = Variable("Ann")
name.asObservable().subscribe(onNext: { print($0) }).disposed(by: disposeBag)
name.value = "Bob"
Observable<String>.error(RxError.unknown)
  .catchErrorJustReturn("nobody")
  .observeOn(CurrentThreadScheduler.instance)
  .shareReplay(1)
  .subscribe(onNext: { print($0) })
  .disposed(by: disposeBag)
Observable.of(1, 2, 3, 4)
  .takeWhile { $0 < 4 }
  .skipWhile { $0 < 2 }
  .mapWithIndex { "\($1): \($0)" }
  .subscribe(onNext: { print($0) })
  .addDisposableTo(disposeBag)
Observable.of("a", "b").elementAt(1).takeUntil(.inclusive) { $0 == "b" }
  .subscribe(onNext: { print($0) })
  .disposed(by: disposeBag)
Observable<String>.catchError([.error(RxError.unknown), .just("recovered")])
  .subscribe(onNext: { print($0) })
  .disposed(by: disposeBag)
Observable<String>.error(RxError.unknown)
  .retryWhen { (errors: Observable<Error>) in errors.take(1) }
  .subscribe(onCompleted: { print("given up") })
  .disposed(by: disposeBag)
