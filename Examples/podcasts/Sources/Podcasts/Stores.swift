import Foundation
import RxRelay
import RxSwift

/// The shows that the listener has subscribed to, with their episodes.
final class LibraryStore {
  let refresh = PublishRelay<Void>()
  let isRefreshing = BehaviorRelay(value: false)
  let episodes = BehaviorRelay<[Episode]>(value: [])
  private let bag = DisposeBag()

  init(backend: Backend) {
    let isRefreshing = isRefreshing
    refresh
      .flatMapFirst {
        Observable.from(Catalog.shows)
          .map { Self.feed(of: $0, from: backend) }
          .merge(maxConcurrent: 2)
          .scan(into: [Episode]()) { $0 += $1 }
          .do(onSubscribe: { isRefreshing.accept(true) }, onDispose: { isRefreshing.accept(false) })
      }
      .map { $0.sorted { $0.id < $1.id } }
      .observe(on: MainScheduler.instance)
      .bind(to: episodes)
      .disposed(by: bag)
  }

  /// A feed that fails is asked twice more, with a pause.
  private static func feed(of show: Show, from backend: Backend) -> Observable<[Episode]> {
    backend.feed(of: show)
      .asObservable()
      .retry(when: { errors in
        errors.enumerated().flatMap { attempt, error -> Observable<Int> in
          attempt < 2 ? .timer(.milliseconds(20 << attempt), scheduler: MainScheduler.instance) : .error(error)
        }
      })
      .catchAndReturn([])
  }
}

/// What plays next.
final class QueueStore {
  enum Action {
    case add(Episode)
    case remove(Episode)
    case moveToTop(Episode)
  }

  let actions = PublishRelay<Action>()
  let episodes = BehaviorRelay<[Episode]>(value: [])
  private let bag = DisposeBag()

  init() {
    actions
      .scan(into: [Episode]()) { queue, action in
        switch action {
        case .add(let episode):
          if !queue.contains(episode) { queue.append(episode) }
        case .remove(let episode):
          queue.removeAll { $0 == episode }
        case .moveToTop(let episode):
          queue.removeAll { $0 == episode }
          queue.insert(episode, at: 0)
        }
      }
      .bind(to: episodes)
      .disposed(by: bag)
  }
}

/// Where the listener was in each episode, written behind the main thread's back.
final class HistoryStore {
  private let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "disk")
  private let lock = NSLock()
  private var positions: [Int: Int] = [:]
  private let bag = DisposeBag()

  init(audio: AudioEngine) {
    audio.playhead
      .distinctUntilChanged()
      .observe(on: scheduler)
      .subscribe(onNext: { [weak self] in self?.save($0) })
      .disposed(by: bag)
  }

  func position(in episode: Episode) -> Int { lock.withLock { positions[episode.id, default: 0] } }

  private func save(_ playhead: Playhead) {
    lock.withLock { positions[playhead.episode.id] = playhead.position }
  }
}

/// Reports what was listened to, a few at a time.
final class ListenLog {
  private let listens = PublishRelay<String>()
  private let bag = DisposeBag()

  init(backend: Backend) {
    listens
      .buffer(
        timeSpan: .milliseconds(80), count: 4,
        scheduler: SerialDispatchQueueScheduler(internalSerialQueueName: "listens")
      )
      .filter { !$0.isEmpty }
      .concatMap { backend.upload($0).catch { _ in .empty() }.asObservable() }
      .subscribe()
      .disposed(by: bag)
  }

  func note(_ text: String) { listens.accept(text) }
}
