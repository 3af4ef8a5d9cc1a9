import RxSwift

let disposeBag = DisposeBag()
let left = PublishSubject<String>()
let right = PublishSubject<String>()

Observable.combineLatest(left, right) { "\($0) \($1)" }
  .subscribe(onNext: { print("combineLatest:", $0) })
  .disposed(by: disposeBag)
Observable.zip(left, right) { "\($0) \($1)" }
  .subscribe(onNext: { print("zip:", $0) })
  .disposed(by: disposeBag)
Observable.of(left.asObservable(), right.asObservable()).merge()
  .subscribe(onNext: { print("merge:", $0) })
  .disposed(by: disposeBag)

left.onNext("Hello,")
right.onNext("world")
right.onNext("RxSwift")
left.onNext("Have a good day,")
left.onCompleted()
right.onCompleted()
