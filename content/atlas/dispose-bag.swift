import RxSwift

final class Screen {
  let bag = DisposeBag()

  init(_ names: Observable<String>) {
    names
      .subscribe(onNext: { print("shows \($0)") }, onDisposed: { print("disposed") })
      .disposed(by: bag)
  }
}

let names = PublishSubject<String>()
var screen: Screen? = Screen(names)
names.onNext("Ada")
screen = nil
names.onNext("Grace")
print("observers left: \(names.hasObservers)")
