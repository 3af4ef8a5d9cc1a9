import RxSwift

final class LocationManager {
  var onChange: ((String) -> Void)?
  func start() { print("GPS on") }
  func stop() { print("GPS off") }
}

let manager = LocationManager()
let positions = Observable<String>.create { observer in
  manager.onChange = { position in observer.onNext(position) }
  manager.start()
  return Disposables.create {
    manager.onChange = nil
    manager.stop()
  }
}

let subscription = positions.subscribe(onNext: { print("the map shows \($0)") })
manager.onChange?("59.9° N, 10.7° E")
subscription.dispose()
