import Foundation
import RxSwift

let names = PublishSubject<String>()
let queue = DispatchQueue(label: "pictures")
let pictures = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "pictures")

func picture(of name: String) -> Observable<String> {
  Observable.just("picture of \(name)").subscribe(on: pictures)
}

let subscription = names
  .observe(on: MainScheduler.instance)
  .flatMapLatest { name in picture(of: name) }
  .subscribe(onNext: { print("\($0), on the main thread: \(Thread.isMainThread)") })

names.onNext("Ada")
queue.sync {}
_ = RunLoop.main.run(mode: .default, before: Date())
