import RxSwift

let configuration = Observable<String>.deferred {
  print("loads the configuration")
  return .just("theme: dark")
}.share(replay: 1, scope: .forever)

func open(_ screen: String) {
  _ = configuration.subscribe(onNext: { print("\(screen) reads “\($0)”") })
}

open("the start page")
open("the settings page")
