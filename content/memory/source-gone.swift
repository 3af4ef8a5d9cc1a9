import RxSwift

final class Photo {
  deinit { print("photo freed") }
}

final class Camera {
  let shots = PublishSubject<Int>()
  deinit { print("camera freed") }
}

func open(_ camera: Camera) {
  let photo = Photo()
  _ = camera.shots.map { $0 + 1 }.subscribe(onNext: { print("shot \($0)", photo) })
}

var camera: Camera? = Camera()
open(camera!)
camera = nil
print("nobody called dispose")
