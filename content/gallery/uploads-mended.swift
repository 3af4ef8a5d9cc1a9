import RxRelay
import RxSwift

let taps = PublishRelay<Int>()
let bag = DisposeBag()

func progress(of upload: Int) -> Observable<Int> {
  Observable.create { observer in
    observer.onNext(upload * 100)
    return Disposables.create()
  }
}

taps
  .flatMapLatest { upload in progress(of: upload).map { (upload, $0) } }
  .subscribe(onNext: { upload, progress in print("upload \(upload): \(progress)") })
  .disposed(by: bag)

for upload in 1...4 { taps.accept(upload) }
