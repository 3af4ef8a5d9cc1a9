import RxSwift

let taps = PublishSubject<Int>()

final class Photo {
  let name: String
  init(_ name: String) { self.name = name }
  deinit { print("\(name) freed") }
}

final class Cell {
  private var bag = DisposeBag()

  func show(_ photo: Photo) {
    bag = DisposeBag()
    taps.subscribe(onNext: { print("tap \($0) on \(photo.name)") }).disposed(by: bag)
  }
}

let cell = Cell()
cell.show(Photo("beach"))
taps.onNext(1)
cell.show(Photo("forest"))
taps.onNext(2)
print("the end of the list")
