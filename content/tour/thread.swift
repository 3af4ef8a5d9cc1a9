import Dispatch
import RxSwift

let queue = DispatchQueue(label: "background")
queue.suspend()

let user = Observable<String>.create { observer in
  queue.async { observer.onNext("Ada") }
  return Disposables.create()
}
_ = user.subscribe(onNext: { print("saving \($0)") })
print("subscribed")

queue.resume()
queue.sync {}
