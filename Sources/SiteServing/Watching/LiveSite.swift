import Foundation
import Synchronization
import Walkthrough

/// A site that is built again whenever something that it is made from changes.
public final class LiveSite: Sendable {
  private let makeBuilder: @Sendable (BuildMemory) throws -> SiteBuilder
  private let memory = BuildMemory()
  private let state = Mutex(State())

  /// The state of the site, for readers.
  struct Status: Codable, Equatable, Sendable {
    /// A number that grows with each build that wrote something or had another result than the one before.
    var version = 0
    /// A number that grows with every message to readers.
    var news = 0
    /// The progress of the build; nil if no build is running.
    var building: Progress?
    /// The problems as lines such as `file:line:column: error: …`, and errors that kept a build from starting.
    var problems: [String] = []
    /// The problems of each page, by its path in the site: `core-flow/index.html`.
    var problemsOfPages: [String: [String]] = [:]
    var warnings: [String] = []
  }

  /// The progress of a build.
  struct Progress: Codable, Equatable, Sendable {
    var made = 0
    /// The number of pages; 0 until the build has found them.
    var total = 0
  }

  private struct State {
    var status = Status()
    var waiting: [UUID: Waiter] = [:]
    /// The folder of staged files of the running build.
    var staged: URL?
    var nextProgress = ContinuousClock.now
    /// The page that a reader opened last; nil once it is prepared for editing. The first one is the front page.
    var opened: String? = "index.html"
    /// Pages that were prepared for editing, which builds keep prepared.
    var prepared: Set<String> = []
  }

  private struct Waiter {
    /// Whether the reader also waits for news, and not only for the next build.
    var wantsNews: Bool
    var continuation: CheckedContinuation<Void, Never>
  }

  /// The least time between two messages about the progress of a build.
  private static let progressInterval = Duration.milliseconds(200)

  /// - Parameter builder: Makes a builder of previews; asked before each build, so that everything is looked at anew.
  public init(builder: @escaping @Sendable (BuildMemory) throws -> SiteBuilder) { makeBuilder = builder }

  /// A builder that shares this site's memory.
  func builder() throws -> SiteBuilder { try makeBuilder(memory) }

  var status: Status { state.withLock { $0.status } }

  /// The folders of the site's parts.
  func folders() throws -> SiteFolders { try builder().folders }

  /// Builds, and tells all waiting readers if something has changed.
  /// - Returns: the message for the terminal; nil if nothing has changed.
  @discardableResult
  public func rebuild() -> String? {
    let start = ContinuousClock.now
    var status = status
    let before = status
    var written = 0
    tell { $0.status.building = Progress() }
    do {
      var builder = try builder()
      builder.reportsProgress = { [self] in note($0) }
      let report = try builder.build(.preview)
      (status.problems, status.warnings) = (report.problems.map(\.description), report.warnings.map(\.description))
      status.problemsOfPages = report.problemsOfPages.mapValues { $0.map(\.description) }
      written = report.written
    } catch {
      (status.problems, status.problemsOfPages) = (["\(error)"], [:])
    }
    let isNew = written > 0 || status != before || before.version == 0
    if isNew { status.version += 1 }
    finish(with: status)
    guard isNew else { return nil }
    let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
    return (status.problems + ["built in \(Int(milliseconds)) ms, files written: \(written)"]).joined(separator: "\n")
  }

  /// Notes that a reader has opened a page, which is likely to be the one that its author edits.
  func open(_ htmlPath: String) { state.withLock { $0.opened = htmlPath } }

  /// Prepares the page that was opened last for editing, so that its first edit is shown as fast as later ones.
  /// - Returns: The page's file, if the page is opened for the first time.
  func prepare() -> URL? {
    let opened = state.withLock { state -> String? in
      defer { state.opened = nil }
      return state.opened.flatMap { state.prepared.insert($0).inserted ? $0 : nil }
    }
    // The next build reports the problem.
    return opened.flatMap { try? builder().prepare(page: $0) }
  }

  private func note(_ progress: BuildProgress) {
    let isDue = state.withLock { state in
      state.staged = progress.folder
      guard state.nextProgress <= .now else { return false }
      state.nextProgress = .now + Self.progressInterval
      return true
    }
    if isDue { tell { $0.status.building = Progress(made: progress.made, total: progress.total) } }
  }

  /// The folder of the pages that can be shown; during the first build, the folder of its finished pages.
  /// - Parameter output: the folder of the site.
  func folder(of output: String) -> String {
    access(output, F_OK) == 0 ? output : state.withLock { $0.staged?.path } ?? output
  }

  private func finish(with status: Status) {
    tell { state in
      let news = state.status.news
      (state.status, state.staged) = (status, nil)
      state.status.news = news
    }
  }

  /// Tells waiting readers: all of them if there was a build, otherwise those who want news.
  private func tell(_ change: (inout State) -> Void) {
    let waiting = state.withLock { state in
      let version = state.status.version
      change(&state)
      state.status.news += 1
      let told = state.waiting.filter { $0.value.wantsNews || state.status.version != version }
      for identifier in told.keys { state.waiting[identifier] = nil }
      return told.values.map(\.continuation)
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Waits for a build after a version, until the time is up or the task is cancelled.
  /// - Parameter news: The last `news` of a reader who also wants the progress of a build.
  func status(after version: Int, _ news: Int? = nil, within seconds: Double) async -> Status {
    let identifier = UUID()
    var timer: Task<Void, Never>?
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          // The task may have been cancelled before it began to wait.
          let isNew = state.status.version != version || news.map { $0 != state.status.news } ?? false
          if isNew || Task.isCancelled { return true }
          state.waiting[identifier] = Waiter(wantsNews: news != nil, continuation: continuation)
          return false
        }
        guard !isOver else { return continuation.resume() }
        timer = Task {
          try? await Task.sleep(for: .seconds(seconds))
          end(identifier)
        }
      }
    } onCancel: {
      end(identifier)
    }
    timer?.cancel()
    return status
  }

  /// The number of requests that wait for the next build.
  var waitingCount: Int { state.withLock { $0.waiting.count } }

  private func end(_ identifier: UUID) {
    state.withLock { $0.waiting.removeValue(forKey: identifier) }?.continuation.resume()
  }
}
