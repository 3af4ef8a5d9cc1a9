import Foundation
import RxSwift

_ = MainScheduler.instance.schedule("Ada") { name in
  print("\(name) at once")
  return Disposables.create()
}
_ = MainScheduler.asyncInstance.schedule("Grace") { name in
  print("\(name) later")
  return Disposables.create()
}
_ = MainScheduler.asyncInstance.schedule(()) { _ in exit(0) }
print("the main thread is free")
// An app has a run loop of its own; a program in a terminal waits for the main queue's work.
RunLoop.main.run(until: Date(timeIntervalSinceNow: 5))
