import Foundation
import Synchronization

/// Says how far a build is, once in a while, if it takes long: the first build of a site records every pipeline.
final class SlowBuildNotice: Sendable {
  private let next: Mutex<ContinuousClock.Instant>

  private let verb: String
  private let things: String

  private static let interval = Duration.seconds(10)

  init(_ verb: String = "made", _ things: String = "pages") {
    (self.verb, self.things) = (verb, things)
    next = Mutex(.now + Self.interval)
  }

  /// Says how many pages are made, if it is time to. Any thread may call this.
  func say(made: Int, of total: Int) {
    let isDue = next.withLock { next in
      guard next <= .now else { return false }
      next = .now + Self.interval
      return true
    }
    if isDue { FileHandle.standardError.write(Data("  \(verb) \(made) of \(total) \(things)\n".utf8)) }
  }
}
