import RxSwift

@main
struct App {
  static func main() {
    let bag = DisposeBag()
    Observable.of("a", "b").enumeratedNames().subscribe(onNext: { print($0) }).disposed(by: bag)
  }
}

extension ObservableType where Element == String {
  func enumeratedNames() -> Observable<String> {
    scan((0, "")) { ($0.0 + 1, $1) }.map { "\($0.0). \($0.1)" }
  }
}
