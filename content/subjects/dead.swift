import RxSwift

func load(_ page: String) -> Observable<String> { Observable.just(page) }

let pages = PublishSubject<String>()
_ = pages.subscribe(
  onNext: { print("shows \($0)") },
  onCompleted: { print("the end") })

for page in ["home", "news", "mail"] {
  _ = load(page).subscribe(pages)
}
