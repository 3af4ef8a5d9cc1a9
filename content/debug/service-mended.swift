import RxSwift
import RxTest

/// The service's clock. A tick is a second, and a day takes a moment.
let clock = TestScheduler(initialClock: 0)
let bag = DisposeBag()

/// The rate of the bank, each half hour.
let rates = PublishSubject<Int>()
Observable<Int>.interval(.seconds(1800), scheduler: clock)
  .map { 100 + $0 * 7 % 10 }
  .subscribe(rates)
  .disposed(by: bag)

/// The price list that a customer asks for, with all prices in the customer's currency.
func priceList(at rate: Int) -> String {
  let prices = (1...200).map { "\($0 * rate / 100)" }
  return "\(prices.count) prices at \(rate)"
}

var pages: [Int: String] = [:]
/// The bag of each open page.
var bags: [Int: DisposeBag] = [:]

func open(_ page: Int) {
  let bag = DisposeBag()
  rates
    .map { priceList(at: $0) }
    .subscribe(onNext: { pages[page] = $0 })
    .disposed(by: bag)
  bags[page] = bag
}

func close(_ page: Int) { (pages[page], bags[page]) = (nil, nil) }

/// A customer comes each hour, and stays ten minutes.
Observable<Int>.interval(.seconds(3600), scheduler: clock)
  .subscribe(onNext: { customer in
    open(customer)
    clock.scheduleAt(clock.clock + 600) { close(customer) }
  })
  .disposed(by: bag)

clock.advanceTo(86_400)
print("pages that are open after a day: \(pages.count)")
