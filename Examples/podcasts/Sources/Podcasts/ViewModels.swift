import Foundation
import RxCocoa
import RxRelay
import RxSwift

final class LibraryViewModel {
  let rows: Driver<[String]>
  let isRefreshing: Driver<Bool>

  init(library: LibraryStore) {
    rows = library.episodes
      .map { $0.map { "\($0.show): \($0.title)" } }
      .distinctUntilChanged()
      .asDriver(onErrorJustReturn: [])
    isRefreshing = library.isRefreshing.distinctUntilChanged().asDriver(onErrorJustReturn: false)
  }
}

final class SearchViewModel {
  let text = BehaviorRelay(value: "")
  let results: Driver<[Episode]>

  init(backend: Backend) {
    results =
      text
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .distinctUntilChanged()
      .debounce(.milliseconds(40), scheduler: MainScheduler.instance)
      .flatMapLatest { words -> Observable<[Episode]> in
        guard words.count > 1 else { return .just([]) }
        return backend.search(words).asObservable().catchAndReturn([])
      }
      .asDriver(onErrorJustReturn: [])
  }
}

final class PlayerViewModel {
  let open = PublishRelay<Episode>()
  let togglePlay = PublishRelay<Void>()
  let scrub = PublishRelay<Int>()

  let playhead: Observable<Playhead>
  let isPlaying: Observable<Bool>
  let chapter: Observable<Chapter>
  let notes: Driver<String>

  private let playing = BehaviorRelay(value: false)
  private let bag = DisposeBag()

  init(audio: AudioEngine, history: HistoryStore, backend: Backend, log: ListenLog) {
    playhead = audio.playhead.observe(on: MainScheduler.instance).share(replay: 1)
    isPlaying = playing.distinctUntilChanged()
    chapter =
      playhead
      .map { $0.chapter }
      .distinctUntilChanged()
      .share()
    notes =
      open
      .flatMapLatest { backend.notes(for: $0).catchAndReturn("no notes") }
      .asDriver(onErrorJustReturn: "no notes")

    let playing = playing
    open
      .do(onNext: { log.note($0.title) })
      .map { Playhead(episode: $0, position: history.position(in: $0)) }
      .subscribe(onNext: { playhead in
        playing.accept(true)
        audio.send(.play(playhead))
      })
      .disposed(by: bag)

    togglePlay
      .withLatestFrom(playhead)
      .subscribe(onNext: { playhead in
        playing.accept(!playing.value)
        audio.send(playing.value ? .play(playhead) : .hold)
      })
      .disposed(by: bag)

    // A finger on the slider sends many positions a second; the decoder can do with a few.
    scrub
      .throttle(.milliseconds(500), latest: false, scheduler: MainScheduler.instance)
      .withLatestFrom(playhead) { position, playhead in
        Playhead(episode: playhead.episode, position: position)
      }
      .subscribe(onNext: { audio.send(playing.value ? .play($0) : .move($0)) })
      .disposed(by: bag)
  }
}

final class MiniPlayerViewModel {
  let text: Driver<String>

  init(player: PlayerViewModel) {
    let title = player.playhead.map { $0.episode.title }.distinctUntilChanged()
    text = Observable.combineLatest(title, player.chapter, player.isPlaying) { title, chapter, isPlaying in
      "\(isPlaying ? "playing" : "paused"): \(title) · \(chapter.title)"
    }
    .asDriver(onErrorJustReturn: "")
  }
}

final class DownloadsViewModel {
  let add = PublishRelay<Episode>()
  let rows: Driver<[Int: Download]>

  init(downloader: Downloader) {
    rows =
      add
      .map { episode in
        downloader.download(episode)
          .catchAndReturn(.failed)
          .map { (episode.id, $0) }
      }
      .merge(maxConcurrent: 2)
      .scan(into: [Int: Download]()) { $0[$1.0] = $1.1 }
      .asDriver(onErrorJustReturn: [:])
  }
}

final class SleepTimerViewModel {
  enum Setting {
    case off
    case after(milliseconds: Int)
  }

  let setting = BehaviorRelay(value: Setting.off)
  let hasEnded: Signal<Void>

  init() {
    hasEnded =
      setting
      .flatMapLatest { setting -> Observable<Int> in
        switch setting {
        case .off: .empty()
        case .after(let time): .timer(.milliseconds(time), scheduler: MainScheduler.instance)
        }
      }
      .map { _ in }
      .asSignal(onErrorSignalWith: .empty())
  }
}

final class UpNextViewModel {
  let text: Driver<String>

  init(queue: QueueStore, downloads: DownloadsViewModel) {
    text = Driver.combineLatest(queue.episodes.asDriver(), downloads.rows.startWith([:])) { episodes, downloads in
      episodes
        .map { downloads[$0.id] == .done ? "\($0.title) ↓" : $0.title }
        .joined(separator: ", ")
    }
    .distinctUntilChanged()
  }
}
