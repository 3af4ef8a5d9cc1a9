import Foundation

struct Show: Hashable {
  let id: Int
  let title: String
}

struct Chapter: Hashable {
  let start: Int
  let title: String
}

struct Episode: Hashable {
  let id: Int
  let show: String
  let title: String
  /// In seconds, as are all positions.
  let length: Int
  let chapters: [Chapter]

  func chapter(at position: Int) -> Chapter {
    chapters.last { $0.start <= position } ?? Chapter(start: 0, title: title)
  }
}

/// The episode that is loaded, and where in it the listener is.
struct Playhead: Equatable {
  var episode: Episode
  var position: Int

  var chapter: Chapter { episode.chapter(at: position) }
}

enum Download: Equatable {
  case waiting
  case loading(percent: Int)
  case done
  case failed
}

enum BackendError: Error {
  case unavailable
  case notFound(String)
}

extension Int {
  /// `75.clock` is `1:15`.
  var clock: String { String(format: "%d:%02d", self / 60, self % 60) }
}
