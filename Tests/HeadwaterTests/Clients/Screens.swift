import Foundation
import RxCocoa
import RxRelay
import RxSwift

@MainActor final class Screen: ReactiveCompatible {
  var text = ""
  let bag = DisposeBag()
  let input = PublishRelay<String>()
  let state = BehaviorRelay(value: "")
  var binder: Binder<String> { Binder(self) { screen, text in screen.show(text) } }

  func show(_ text: String) { self.text = text }
  func search(_ text: String) -> Single<Int> { .just(1) }

  func bind(_ source: Observable<String>) {
    source.observe(on: MainScheduler.instance).subscribe(onNext: { [weak self] in self?.text = $0 }).disposed(by: bag)
    source.subscribe(onNext: { self.show($0) }, onError: { _ in self.show("") }, onDisposed: { self.show("") })
      .disposed(by: bag)
    source.subscribe(with: self, onNext: { screen, text in screen.show(text) }).disposed(by: bag)
    source.withUnretained(self).subscribe(onNext: { screen, text in screen.show(text) }).disposed(by: bag)
    source.map { [self] in text + $0 }.filter { [self] in $0 != text }.do(onNext: { self.text = $0 }).subscribe()
      .disposed(by: bag)
    source.flatMapLatest { [unowned self] in search($0) }.subscribe().disposed(by: bag)
    source.bind(to: input).disposed(by: bag)
    source.bind(to: binder).disposed(by: bag)
    source.bind(onNext: { [weak self] in self?.show($0) }).disposed(by: bag)
  }

  func bind(_ driver: Driver<String>, _ signal: Signal<String>) {
    driver.drive(onNext: { [weak self] in self?.show($0) }).disposed(by: bag)
    driver.drive(with: self, onNext: { $0.show($1) }).disposed(by: bag)
    driver.drive(state).disposed(by: bag)
    signal.emit(to: input).disposed(by: bag)
    signal.emit(onNext: { self.text = $0 }).disposed(by: bag)
    state.asDriver().drive(onNext: { self.show($0) }).disposed(by: bag)
  }
}

@MainActor extension Reactive where Base: Screen {
  var text: Binder<String> { Binder(base) { $0.show($1) } }
}

@MainActor func open(_ screen: Screen) {
  Observable.just("a").bind(to: screen.rx.text).disposed(by: screen.bag)
  Driver.just("a").drive(screen.rx.text).disposed(by: screen.bag)
}
