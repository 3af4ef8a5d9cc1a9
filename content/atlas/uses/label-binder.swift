import RxRelay
import RxSwift

final class Label: ReactiveCompatible {
  var text = ""
  var color = "black"
}

extension Reactive where Base: Label {
  var charactersLeft: Binder<Int> {
    Binder(base) { label, count in
      label.text = "\(count) left"
      label.color = count < 0 ? "red" : "black"
      print("the label shows “\(label.text)” in \(label.color)")
    }
  }
}

let label = Label()
let message = BehaviorRelay(value: "Hello")
let binding = message.map { 10 - $0.count }.bind(to: label.rx.charactersLeft)
message.accept("Hello, everybody")
