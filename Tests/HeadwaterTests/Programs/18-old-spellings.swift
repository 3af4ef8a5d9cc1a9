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
