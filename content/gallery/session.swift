import RxRelay
import RxSwift

final class Session {
  let user = PublishRelay<String>()

  init() { user.accept("Ada") }
}

let session = Session()
let bag = DisposeBag()

session.user
  .subscribe(onNext: { print("hello, \($0)") })
  .disposed(by: bag)
print("the screen is there")
