import Foundation
import RxSwift

_ = MainScheduler.instance.schedule("outer") { name in
  print("\(name) begins")
  _ = MainScheduler.instance.schedule("inner") { name in
    print(name)
    return Disposables.create()
  }
  print("\(name) ends")
  return Disposables.create()
}
print("the main thread is free")
_ = RunLoop.main.run(mode: .default, before: Date())
