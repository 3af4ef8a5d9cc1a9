import RxSwift

struct Offline: Error {}

let answers = PublishSubject<Int>()
let bag = DisposeBag()

let label: Infallible<Int> = answers.asInfallible(onErrorJustReturn: 0)
label
  .subscribe(onNext: { print("label: \($0)") }, onCompleted: { print("label: completed") })
  .disposed(by: bag)

answers
  .subscribe(onNext: { print("log: \($0)") }, onError: { print("log: \($0 is Offline)") })
  .disposed(by: bag)

answers.onNext(1)
answers.onError(Offline())
