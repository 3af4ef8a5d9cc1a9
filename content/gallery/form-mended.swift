import RxRelay
import RxSwift

let name = PublishRelay<String>()
let accepted = BehaviorRelay(value: false)
let bag = DisposeBag()

Observable.combineLatest(name, accepted) { name, accepted in !name.isEmpty && accepted }
  .subscribe(onNext: { print("button on: \($0)") })
  .disposed(by: bag)

name.accept("A")
name.accept("Ad")
name.accept("Ada")
