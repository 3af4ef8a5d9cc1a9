import Foundation
import RxCocoa
import RxRelay
import RxSwift

/// A line of the console that stands for a label.
final class Label {
  let name: String
  var text = "" {
    didSet { if text != oldValue { print("[\(name)] \(text)") } }
  }

  init(_ name: String) { self.name = name }
}

extension Label: ReactiveCompatible {}

extension Reactive where Base: Label {
  var text: Binder<String> { Binder(base) { label, text in label.text = text } }
}

class Screen {
  let bag = DisposeBag()
}

final class LibraryScreen: Screen {
  let rows = Label("library"), spinner = Label("refreshing")

  init(_ model: LibraryViewModel) {
    super.init()
    model.rows.map { "\($0.count) episodes" }.drive(rows.rx.text).disposed(by: bag)
    model.isRefreshing.map { $0 ? "…" : "" }.drive(spinner.rx.text).disposed(by: bag)
  }
}

final class SearchScreen: Screen {
  let results = Label("search")

  init(_ model: SearchViewModel) {
    super.init()
    model.results
      .map { $0.isEmpty ? "nothing" : $0.map(\.title).joined(separator: ", ") }
      .drive(results.rx.text)
      .disposed(by: bag)
  }
}

final class PlayerScreen: Screen {
  let time = Label("time"), notes = Label("notes")

  init(_ model: PlayerViewModel) {
    super.init()
    // A minute is as exact as the label is wide; while the listener scrubs, every second counts.
    Observable.combineLatest(model.playhead, model.isPlaying)
      .map { playhead, isPlaying in isPlaying ? "\(playhead.position / 60) min" : playhead.position.clock }
      .distinctUntilChanged()
      .bind(to: time.rx.text)
      .disposed(by: bag)
    model.notes.drive(notes.rx.text).disposed(by: bag)
  }
}

/// What the system shows while the phone is locked. It lives as long as the app.
final class LockScreen: Screen {
  let chapter = Label("lock screen")

  init(_ model: PlayerViewModel) {
    super.init()
    model.chapter.map(\.title).bind(to: chapter.rx.text).disposed(by: bag)
  }
}

/// The bar below the library, from when the listener leaves the player.
final class MiniPlayer: Screen {
  let line = Label("mini player")

  init(_ model: MiniPlayerViewModel) {
    super.init()
    model.text.drive(line.rx.text).disposed(by: bag)
  }
}

final class DownloadsScreen: Screen {
  let badge = Label("downloads")

  init(_ model: DownloadsViewModel) {
    super.init()
    model.rows
      .map { rows in "\(rows.values.filter { $0 == .done }.count) of \(rows.count)" }
      .distinctUntilChanged()
      .drive(badge.rx.text)
      .disposed(by: bag)
  }
}

final class UpNextScreen: Screen {
  let list = Label("up next")

  init(_ model: UpNextViewModel) {
    super.init()
    model.text.drive(list.rx.text).disposed(by: bag)
  }
}
