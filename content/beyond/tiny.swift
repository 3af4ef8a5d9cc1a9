import RxSwift

_ = Observable.just(7).map { $0 * 6 }.subscribe(onNext: { print($0) })
