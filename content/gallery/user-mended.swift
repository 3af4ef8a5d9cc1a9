import RxRelay
import RxSwift

struct User: Equatable {
  var name: String
}

let user = BehaviorRelay(value: User(name: "Ada"))
let bag = DisposeBag()

user
  .distinctUntilChanged()
  .subscribe(onNext: { print("shows \($0.name)") })
  .disposed(by: bag)

user.accept(User(name: "Bob"))
