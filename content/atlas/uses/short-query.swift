import RxRelay
import RxSwift

let query = PublishRelay<String>()

_ = query.flatMapLatest { text -> Observable<String> in
  guard text.count >= 3 else { return .empty() }
  return .just("results for “\(text)”")
}
.subscribe(onNext: { print("shows \($0)") })

query.accept("sw")
query.accept("swi")
query.accept("s")
query.accept("rxs")
