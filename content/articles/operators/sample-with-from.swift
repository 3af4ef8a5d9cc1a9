import Foundation
import Rx

extension ObservableType {
  /// As `withLatestFrom`, except that each element of `input` is used once.
  func sampleWithFrom<Input: ObservableType, Result>(
    _ input: Input, resultSelector: @escaping (Element, Input.Element) throws -> Result
  ) -> Observable<Result> {
    let input = input.asObservable()
    return SampleWithFrom(asObservable()) { SampleWithFromSink(input, resultSelector, $0) }
  }
}

final class SampleWithFrom<Control, Result>: Operator<Control, Result> {}

/// Observes the control.
final class SampleWithFromSink<Control, Value, Result>: SerialSink<Control, Result> {
  override class var traits: Traits { .withholds(.latest) }

  private let input: Observable<Value>
  private let resultSelector: (Control, Value) throws -> Result
  private let lock = NSLock()
  private var latest: Value?

  init(
    _ input: Observable<Value>, _ resultSelector: @escaping (Control, Value) throws -> Result,
    _ output: Downstream<Result>
  ) {
    self.input = input
    self.resultSelector = resultSelector
    super.init(output)
  }

  override func run(_ control: Observable<Control>) -> any DisposableObject {
    let inputSubscription = SampleWithFromInput(of: self).run(input)
    return Disposables.create(control.subscribe(self), inputSubscription)
  }

  func keep(_ value: Value) {
    // The value before is released after the lock: its deinit may call anything.
    var displaced: Value? = value
    lock.withLock { swap(&latest, &displaced) }
  }

  override func on(next control: Control) {
    guard let value = take() else { return }
    do {
      forwardSerially(next: try call(with: control) { try resultSelector(control, value) })
    } catch { fail(error) }
  }

  private func take() -> Value? {
    lock.withLock {
      defer { latest = nil }  // the line that withLatestFrom does not have
      return latest
    }
  }
}

/// Observes the input, and keeps its latest element for the control.
final class SampleWithFromInput<Control, Value, Result>:
  OtherInput<SampleWithFromSink<Control, Value, Result>, Value>
{
  override func on(next element: Value) { parent.keep(element) }
  override func onCompletion() {}
}

let draft = PublishSubject<String>()
let enter = PublishSubject<Int>()

func show(_ name: String, _ lines: Observable<String>) {
  _ = lines.subscribe(onNext: { line in print("\(name): \(line)") }, onCompleted: { print("\(name): done") })
}

show("sample", draft.sample(enter))
show("sampleWithFrom", enter.sampleWithFrom(draft) { press, text in "\(press) \(text)" })
show("exchanged", draft.sampleWithFrom(enter) { text, press in "\(text) \(press)" })

draft.onNext("h")
enter.onNext(1)
enter.onNext(2)
draft.onNext("hi")
draft.onNext("hi!")
enter.onNext(3)
draft.onCompleted()
enter.onNext(4)
enter.onCompleted()
