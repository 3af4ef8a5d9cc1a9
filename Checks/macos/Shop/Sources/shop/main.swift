// An app that presses its own button: with AppKit, or with UIKit in a simulator. It prints `sold 0` to `sold 2`.
import RxCocoa
import RxRelay
import RxSwift

#if canImport(UIKit)
  import UIKit

  let button = UIButton(type: .system)

  func press() { button.sendActions(for: .touchUpInside) }
#else
  import AppKit

  let button = NSButton(title: "Buy", target: nil, action: nil)

  func press() { button.performClick(nil) }
#endif

func sell() {
  let bag = DisposeBag()
  let count = BehaviorRelay(value: 0)
  count.asDriver().map { "sold \($0)" }.drive(onNext: { print($0) }).disposed(by: bag)
  button.rx.tap.withLatestFrom(count).map { $0 + 1 }.bind(to: count).disposed(by: bag)
  press()
  press()
}

#if canImport(UIKit)
  final class Delegate: UIResponder, UIApplicationDelegate {
    func application(
      _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
      sell()
      exit(0)
    }
  }

  _ = UIApplicationMain(CommandLine.argc, CommandLine.unsafeArgv, nil, NSStringFromClass(Delegate.self))
#else
  _ = NSApplication.shared
  sell()
#endif
