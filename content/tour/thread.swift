import Dispatch
import RxSwift

let queue = DispatchQueue(label: "background")
queue.suspend()

let name = Observable<String>.create { observer in
  queue.async { observer.onNext("Ada") }
  return Disposables.create()
}
_ = name.subscribe(onNext: { name in print("saving \(name)") })
print("subscribed")

queue.resume()
queue.sync {}
