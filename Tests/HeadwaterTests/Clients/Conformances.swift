import Foundation
import RxCocoa
import RxRelay
import RxSwift

struct ViewState: Sendable {
  let title: Driver<String>  // Swift 5, Swift 6
  let taps: Observable<Int>  // Swift 5, Swift 6
  let relay: PublishRelay<Int>  // Swift 5, Swift 6
}

final class Service: Sendable {
  let subject = PublishSubject<Int>()  // Swift 5, Swift 6
  let bag = DisposeBag()  // Swift 5, Swift 6
}

enum Route: Sendable {
  case show(Observable<Int>)  // Swift 5, Swift 6
  case hide(Single<Int>)  // Swift 5, Swift 6
}

protocol Loading: Sendable { func load() -> Observable<Int> }
struct Loader: Loading { func load() -> Observable<Int> { .just(1) } }

final class CountingDisposable: Disposable {
  var count = 0
  func dispose() { count += 1 }
}

final class OwnScheduler: SchedulerType {
  var now: Date { Date() }
  var pending: [() -> Void] = []

  func schedule<StateType>(_ state: StateType, action: @escaping (StateType) -> Disposable) -> Disposable {
    action(state)
  }

  func scheduleRelative<StateType>(
    _ state: StateType, dueTime: RxTimeInterval, action: @escaping (StateType) -> Disposable
  ) -> Disposable {
    action(state)
  }
}

final class OwnSource: ObservableType {
  typealias Element = Int
  var count = 0

  func subscribe<Observer: ObserverType>(_ observer: Observer) -> Disposable where Observer.Element == Int {
    count += 1
    return Disposables.create()
  }
}

struct OwnConvertible: ObservableConvertibleType { func asObservable() -> Observable<Int> { .just(1) } }

final class OwnObserver: ObserverType {
  var events: [Event<String>] = []
  func on(_ event: Event<String>) { events.append(event) }
}

class OwnVirtualTime: VirtualTimeScheduler<HistoricalSchedulerTimeConverter> {
  var count = 0
}

final class User { var name = "" }

func sendUser(_ users: PublishSubject<User>) {
  DispatchQueue.global().async { users.onNext(User()) }  // Swift 6
}

func handUsers(to done: @escaping @Sendable (Observable<User>) -> Void) { done(.just(User())) }
