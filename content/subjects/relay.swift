import RxRelay
import RxSwift

func load(_ page: String) -> Observable<String> { Observable.just(page) }

let pages = PublishRelay<String>()
_ = pages.subscribe(
  onNext: { print("shows \($0)") },
  onCompleted: { print("the end") })

for page in ["home", "news", "mail"] {
  _ = load(page).bind(to: pages)
}
