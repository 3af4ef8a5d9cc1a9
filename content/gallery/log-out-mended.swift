import RxRelay
import RxSwift

final class Session {
  let messages = PublishRelay<String>()
  let loggedOut = PublishRelay<Void>()
}

let session = Session()
let bag = DisposeBag()
session.messages.subscribe(onNext: { print("shows \($0)") }).disposed(by: bag)
session.loggedOut.subscribe(onNext: { print("logged out") }).disposed(by: bag)

session.messages.accept("hello, Ada")
session.loggedOut.accept(())
session.messages.accept("hello, Bob")
