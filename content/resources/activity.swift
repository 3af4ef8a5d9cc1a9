import Rx

let server = PublishSubject<String>()
let request = Observable<String>.create { observer in
  print("request sent")
  return server.subscribe(observer)
}

let loading = ActivityIndicator()
_ = loading.drive(onNext: { isBusy in print(isBusy ? "busy" : "idle") })

let page = request.trackActivity(loading)
print("tracked, not subscribed")
_ = page.subscribe(
  onNext: { text in print(text) },
  onCompleted: { print("done") })
server.onNext("<html>")
server.onCompleted()
