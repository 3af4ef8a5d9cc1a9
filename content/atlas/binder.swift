import RxSwift

final class Label {
  var text = "" { didSet { print("the label shows \(text)") } }
}

let names = PublishSubject<String>()
var label: Label? = Label()
let title = Binder(label!) { label, text in label.text = text }
let subscription = names.subscribe(title)

names.onNext("Ada")
label = nil
names.onNext("Grace")
print("nothing shows Grace")
subscription.dispose()
