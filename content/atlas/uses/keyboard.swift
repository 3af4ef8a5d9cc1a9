import RxSwift

final class Keyboard {
  var onHeightChange: ((Int) -> Void)?
}

let keyboard = Keyboard()
let heights = Infallible<Int>.create { send in
  keyboard.onHeightChange = { send(.next($0)) }
  return Disposables.create { keyboard.onHeightChange = nil }
}

let subscription = heights.distinctUntilChanged()
  .subscribe(onNext: { print("moves the field up by \($0) points") })
keyboard.onHeightChange?(0)
keyboard.onHeightChange?(290)
keyboard.onHeightChange?(290)
subscription.dispose()
