import Foundation
import Synchronization
import Walkthrough

/// A site that is built again whenever something that it is made from changes.
public final class LiveSite: Sendable {
  private let makeBuilder: @Sendable (BuildMemory) throws -> SiteBuilder
  private let memory = BuildMemory()
  private let state = Mutex(State())

  /// The messages to readers.
  struct Status: Codable, Equatable, Sendable {
    /// Goes up with each build that wrote something, or came out otherwise than the one before.
    var version = 0
    /// Lines such as `file:line:column: error: …`, and errors that kept a build from starting.
    var problems: [String] = []
    /// Those of them that a page has, by its path in the site: `core-flow/index.html`.
    var problemsOfPages: [String: [String]] = [:]
    var warnings: [String] = []
  }

  private struct State {
    var status = Status()
    var waiting: [UUID: CheckedContinuation<Void, Never>] = [:]
    /// The page that a reader opened last; nil once it is ready to be edited. At first somebody opens the front page.
    var opened: String? = "index.html"
    /// Pages that were made ready once: builds keep them so.
    var prepared: Set<String> = []
  }

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
    do {
      let report = try builder().build(.preview)
      (status.problems, status.warnings) = (report.problems.map(\.description), report.warnings.map(\.description))
      status.problemsOfPages = report.problemsOfPages.mapValues { $0.map(\.description) }
      written = report.written
    } catch {
      (status.problems, status.problemsOfPages) = (["\(error)"], [:])
    }
    guard written > 0 || status != before || before.version == 0 else { return nil }
    status.version += 1
    publish(status)
    let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
    return (status.problems + ["built in \(Int(milliseconds)) ms, files written: \(written)"]).joined(separator: "\n")
  }

  /// Notes that a reader has opened a page, which is likely to be the one that its author edits.
  func open(_ htmlPath: String) { state.withLock { $0.opened = htmlPath } }

  /// Gets the page that was opened last ready to be edited, so that its first edit is shown as fast as the others.
  /// - Returns: the page's file, the first time that it is opened.
  func prepare() -> URL? {
    let opened = state.withLock { state -> String? in
      defer { state.opened = nil }
      return state.opened.flatMap { state.prepared.insert($0).inserted ? $0 : nil }
    }
    // The next build reports the problem.
    return opened.flatMap { try? builder().prepare(page: $0) }
  }

  private func publish(_ status: Status) {
    let waiting = state.withLock { state in
      state.status = status
      defer { state.waiting = [:] }
      return state.waiting.values.map { $0 }
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Waits until there is a build after a version, or until the time is up or the task is cancelled.
  func status(after version: Int, within seconds: Double) async -> Status {
    let identifier = UUID()
    var timer: Task<Void, Never>?
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          // The task may have been cancelled before it began to wait.
          if state.status.version != version || Task.isCancelled { return true }
          state.waiting[identifier] = continuation
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

  /// How many questions for the next build are waiting.
  var waitingCount: Int { state.withLock { $0.waiting.count } }

  private func end(_ identifier: UUID) { state.withLock { $0.waiting.removeValue(forKey: identifier) }?.resume() }
}
