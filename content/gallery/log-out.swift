import RxSwift

final class Session {
  let messages = PublishSubject<String>()

  func logOut() { messages.onCompleted() }
}

let session = Session()
let bag = DisposeBag()
session.messages.subscribe(onNext: { print("shows \($0)") }).disposed(by: bag)

session.messages.onNext("hello, Ada")
session.logOut()
session.messages.onNext("hello, Bob")
