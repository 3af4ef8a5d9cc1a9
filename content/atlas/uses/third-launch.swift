import RxRelay
import RxSwift

let launches = PublishRelay<String>()

_ = launches.element(at: 2)
  .subscribe(onNext: { day in print("asks for a rating on \(day)") })

for day in ["Monday", "Tuesday", "Friday", "Sunday"] {
  print("launch on \(day)")
  launches.accept(day)
}
