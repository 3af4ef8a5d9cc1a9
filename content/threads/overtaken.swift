import Foundation
import RxSwift

func schedule(_ name: String, on scheduler: SerialDispatchQueueScheduler) {
  _ = scheduler.schedule(name) { name in
    print(name)
    return Disposables.create()
  }
}

DispatchQueue.main.async { print("a block on the main queue") }
schedule("an action of asyncInstance", on: MainScheduler.asyncInstance)
schedule("an action of instance", on: MainScheduler.instance)

_ = RunLoop.main.run(mode: .default, before: Date())
