import RxRelay
import RxSwift

let user = BehaviorRelay<String?>(value: nil)

_ = user.compactMap { $0 }
  .first()
  .subscribe(onSuccess: { name in print("opens the link as \(name ?? "nobody")") })

print("the link waits")
user.accept("ada")
user.accept("bob")
