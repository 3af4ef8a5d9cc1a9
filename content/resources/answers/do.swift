import RxSwift

let server = PublishSubject<String>()
let request = Observable<String>.create { observer in
  print("request sent")
  return server.subscribe(observer)
}

var underWay = 0
let page = request.do(
  onSubscribe: {
    underWay += 1
    print("busy")
  },
  onDispose: {
    underWay -= 1
    print("idle")
  })
_ = page.subscribe(onNext: { text in print(text) }, onCompleted: { print("done") })
server.onNext("<html>")
server.onCompleted()
