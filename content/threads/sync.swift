import Foundation
import RxSwift

let service = DispatchQueue(label: "service")

service.sync {
  _ = MainScheduler.instance.schedule("an action") { name in
    print(name)
    return Disposables.create()
  }
  print("schedule has returned")
}
