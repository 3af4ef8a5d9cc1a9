import Foundation
import RxRelay
import RxSwift

/// Stands in for the servers: each path has its own delay, and one feed fails the first time.
final class Backend {
  private let queue = DispatchQueue(label: "network", attributes: .concurrent)
  private let lock = NSLock()
  private var requests: [String: Int] = [:]

  func feed(of show: Show) -> Single<[Episode]> {
    get("/feeds/\(show.id)", after: .milliseconds(10 * show.id)) { count in
      if show.id == 2 && count == 1 { throw BackendError.unavailable }
      return Catalog.episodes.filter { $0.show == show.title }
    }
  }

  func search(_ words: String) -> Single<[Episode]> {
    get("/search?\(words)", after: .milliseconds(words.count < 4 ? 60 : 20)) { _ in
      Catalog.episodes.filter { $0.title.lowercased().contains(words.lowercased()) }
    }
  }

  func notes(for episode: Episode) -> Single<String> {
    get("/notes/\(episode.id)", after: .milliseconds(15)) { _ in
      guard episode.id != 23 else { throw BackendError.notFound("notes of \(episode.title)") }
      return "\(episode.title), with \(episode.chapters.count) chapters"
    }
  }

  func upload(_ listens: [String]) -> Completable {
    get("/listens", after: .milliseconds(5)) { _ in () }.asCompletable()
  }

  private func get<Body>(
    _ path: String, after delay: DispatchTimeInterval, _ body: @escaping (Int) throws -> Body
  ) -> Single<Body> {
    Single.create { [queue] single in
      let work = DispatchWorkItem {
        do { single(.success(try body(self.count(path)))) } catch { single(.failure(error)) }
      }
      queue.asyncAfter(deadline: .now() + delay, execute: work)
      return Disposables.create { work.cancel() }
    }
  }

  private func count(_ path: String) -> Int {
    lock.withLock {
      requests[path, default: 0] += 1
      return requests[path]!
    }
  }
}

/// Loads files in parts, on a queue of its own.
final class Downloader {
  private let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "downloads")

  func download(_ episode: Episode) -> Observable<Download> {
    Observable<Int>.interval(.milliseconds(8), scheduler: scheduler)
      .map { Download.loading(percent: 25 * ($0 + 1)) }
      .take(4)
      .concat(Observable.just(.done))
  }
}

/// Plays, and says where it is. While it plays, 15 seconds of an episode take 20 milliseconds.
final class AudioEngine {
  enum Command {
    case play(Playhead)
    case move(Playhead)
    case hold
  }

  let playhead: Observable<Playhead>
  private let commands = PublishRelay<Command>()
  private static let step = 15

  init() {
    let scheduler = SerialDispatchQueueScheduler(qos: .userInteractive, internalSerialQueueName: "audio")
    playhead =
      commands
      .observe(on: scheduler)
      .flatMapLatest { command -> Observable<Playhead> in
        switch command {
        case .hold:
          return .empty()
        case .move(let playhead):
          return .just(playhead)
        case .play(let playhead):
          return Observable<Int>.interval(.milliseconds(20), scheduler: scheduler)
            .map { Playhead(episode: playhead.episode, position: playhead.position + Self.step * ($0 + 1)) }
            .startWith(playhead)
            .take(while: { $0.position <= $0.episode.length })
        }
      }
      .share(replay: 1)
  }

  func send(_ command: Command) { commands.accept(command) }
}

enum Catalog {
  static let shows = [
    Show(id: 1, title: "Low Tide"), Show(id: 2, title: "The Night Desk"), Show(id: 3, title: "Small Engines"),
  ]

  static let episodes = [
    episode(11, "Low Tide", "Salt marsh", 1_800, [(0, "Hello"), (60, "Mud"), (1_200, "Letters")]),
    episode(12, "Low Tide", "The long pier", 2_400, [(0, "Hello"), (300, "Planks")]),
    episode(21, "The Night Desk", "Proofs at two", 1_500, [(0, "Headlines"), (600, "Corrections")]),
    episode(22, "The Night Desk", "The last page", 1_200, [(0, "Headlines")]),
    episode(23, "The Night Desk", "Pier fire", 1_350, [(0, "Headlines"), (450, "Witnesses")]),
    episode(31, "Small Engines", "Two strokes", 2_100, [(0, "Cold start"), (900, "Smoke")]),
  ]

  private static func episode(
    _ id: Int, _ show: String, _ title: String, _ length: Int, _ chapters: [(Int, String)]
  ) -> Episode {
    Episode(
      id: id, show: show, title: title, length: length, chapters: chapters.map { Chapter(start: $0.0, title: $0.1) })
  }
}
