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
  .subscribe(onNext: { upload in
    _ = progress(of: upload).subscribe(onNext: { print("upload \(upload): \($0)") })
  })
  .disposed(by: bag)

for upload in 1...4 { taps.accept(upload) }
