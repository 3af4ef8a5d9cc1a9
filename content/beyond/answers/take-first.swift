import RxSwift

var send: ((Int) -> Void)?

let temperatures = Observable<Int>.create { observer in
  send = { observer.onNext($0) }
  return Disposables.create { print("sensor off") }
}

_ = temperatures
  .take(1)
  .map { $0 * 10 }
  .subscribe(onNext: { print($0) }, onCompleted: { print("done") }, onDisposed: { print("disposed") })

send?(21)
send?(22)
