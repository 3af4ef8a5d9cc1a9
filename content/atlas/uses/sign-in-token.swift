import RxSwift

let token = AsyncSubject<String>()

func load(_ page: String) {
  _ = token.subscribe(onNext: { print("loads \(page) with the token \($0)") })
}

load("the inbox")
load("the calendar")
print("the server sends the token")
token.onNext("A1")
token.onCompleted()
load("the contacts")
