import Foundation
import RxSwift

func nest(on scheduler: any ImmediateSchedulerType) {
  _ = scheduler.schedule("outer") { name in
    print("\(name) begins")
    let inner = scheduler.schedule("inner") { name in
      print("\(name) runs")
      return Disposables.create()
    }
    print("\(name) ends")
    return inner
  }
}

print("ConcurrentMainScheduler:")
nest(on: ConcurrentMainScheduler.instance)
print("MainScheduler:")
nest(on: MainScheduler.instance)
RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.1))
