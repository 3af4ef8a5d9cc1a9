import Foundation
import RxSwift

@MainActor final class Label {
  private var text = ""

  func show(_ text: String) {
    self.text = text
    print("\(text), on the main thread: \(Thread.isMainThread)")
  }
}

@MainActor func openScreen() -> any Disposable {
  let label = Label()
  return names
    .observe(on: MainScheduler.instance)
    .subscribe(onNext: { name in label.show(name) })
}

let names = PublishSubject<String>()
let subscription = MainActor.assumeIsolated { openScreen() }

let server = DispatchQueue(label: "server")
server.async { names.onNext("Ada") }
server.sync { print("the server has answered") }
_ = RunLoop.main.run(mode: .default, before: Date())
