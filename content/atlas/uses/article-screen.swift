import RxSwift

struct Offline: Error {}

let bag = DisposeBag()

func open(_ article: Observable<String>) {
  article
    .subscribe(
      onNext: { print("shows “\($0)”") },
      onError: { print("shows the error \($0)") },
      onCompleted: { print("hides the spinner") }
    )
    .disposed(by: bag)
}

open(.just("How locks work"))
open(.error(Offline()))
