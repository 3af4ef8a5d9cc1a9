import RxRelay
import RxSwift

final class User: Equatable, CustomStringConvertible {
  var name: String

  init(_ name: String) { self.name = name }

  var description: String { name }

  static func == (one: User, other: User) -> Bool { one.name == other.name }
}

let user = BehaviorRelay(value: User("Ada"))
let bag = DisposeBag()

user
  .distinctUntilChanged()
  .subscribe(onNext: { print("shows \($0.name)") })
  .disposed(by: bag)

user.value.name = "Bob"
user.accept(user.value)
