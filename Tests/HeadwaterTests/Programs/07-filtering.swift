import RxSwift

let bag = DisposeBag()

Observable.of(1, 2, 3, 4, 5, 6)
  .filter { $0.isMultiple(of: 2) }
  .subscribe(onNext: { print($0) })
  .disposed(by: bag)

Observable.of("A", "A", "B", "B", "A")
  .distinctUntilChanged()
  .subscribe(onNext: { print($0) })
  .disposed(by: bag)

Observable.of(1, 2, 3, 4, 5, 6)
  .take(3)
  .subscribe(onNext: { print($0) })
  .disposed(by: bag)
