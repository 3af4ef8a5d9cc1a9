import RxSwift

let prices = PublishSubject<Int>()

func listen() {
  _ = prices.subscribe(onNext: { print("nobody holds me, and I get \($0)") })
}

listen()
prices.onNext(1)

var bag: DisposeBag? = DisposeBag()
prices.subscribe(onNext: { print("in the bag: \($0)") }).disposed(by: bag!)
prices.onNext(2)
bag = nil
prices.onNext(3)
