import RxSwift

let taps = PublishSubject<Int>()

final class Photo {
  deinit { print("photo freed") }
}

func open() -> Disposable {
  let photo = Photo()
  let subscription = SingleAssignmentDisposable()
  subscription.setDisposable(
    taps.subscribe(onNext: { tap in
      print("tap \(tap)")
      subscription.dispose()
      print("disposed, and still in the closure")
      withExtendedLifetime(photo) {}
    }))
  return subscription
}

let subscription = open()
taps.onNext(1)
taps.onNext(2)
print("the end")
