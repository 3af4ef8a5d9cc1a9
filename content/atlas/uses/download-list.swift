import RxRelay
import RxSwift

let finished = PublishRelay<String>()

final class List {
  private let bag = DisposeBag()
  private var files: [String] = []
  func start() {
    finished
      .withUnretained(self)
      .subscribe(onNext: { list, file in list.add(file) })
      .disposed(by: bag)
  }
  private func add(_ file: String) {
    files.append(file)
    print("the list shows \(files)")
  }
  deinit { print("the list is gone") }
}

var list: List? = List()
list?.start()
finished.accept("map")
finished.accept("guide")
list = nil
finished.accept("photos")
