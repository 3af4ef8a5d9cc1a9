import RxSwift

final class Photo {
  let name: String
  init(_ name: String) { self.name = name }
  deinit { print("\(name) freed") }
}

let taps = PublishSubject<Void>()

func open() -> Disposable {
  let photo = Photo("beach")
  return taps.subscribe(onNext: { print("shows \(photo.name)") })
}

let subscription = open()
print("open has returned")
taps.onNext(())
subscription.dispose()
print("disposed")
