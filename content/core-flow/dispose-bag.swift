import RxSwift

final class Screen {
  private let bag = DisposeBag()

  init(_ names: Observable<String>) {
    names.subscribe(onNext: { name in print(name) }).disposed(by: bag)
  }
}

let names = Observable<String>.create { observer in
  observer.onNext("Ada")
  return Disposables.create { print("freed") }
}

var screen: Screen? = Screen(names)
print("the screen is open")
screen = nil
print("the screen is closed")
