import RxRelay
import RxSwift

let steps = PublishRelay<Int>()

_ = steps.filter { $0 >= 10_000 }
  .take(1)
  .subscribe(
    onNext: { print("Well done: \($0) steps!") },
    onDisposed: { print("no longer watches the steps") })

for count in [4_000, 9_500, 10_200, 11_000] {
  print("counter: \(count)")
  steps.accept(count)
}
