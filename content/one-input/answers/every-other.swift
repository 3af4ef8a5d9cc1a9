import Rx

extension ObservableType {
  func everyOther() -> Observable<Element> {
    EveryOther(asObservable(), EveryOtherSink.init)
  }
}

final class EveryOther<Element>: Operator<Element, Element> {}

final class EveryOtherSink<Element>: Sink<Element, Element> {
  private var isWanted = false

  override func on(next element: Element) {
    isWanted.toggle()
    if isWanted { forwardOn(next: element) }
  }
}

_ = Observable.of("a", "b", "c").everyOther().subscribe(
  onNext: { letter in print(letter) },
  onCompleted: { print("done") })
