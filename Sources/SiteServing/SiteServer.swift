import Foundation
import Synchronization
import Walkthrough

/// Serves a site to this machine only while its author works on it: pages load themselves anew after each build.
public struct SiteServer: Sendable {
  private let site: LiveSite
  private let port: UInt16
  private let limits: ServingLimits

  /// Seconds between two looks at the files that changed or were opened last. Other files are looked at after so many
  /// times what that takes, so that it has but a tenth of one processor.
  private static let (shortestPause, pauseShare) = (0.01, 9)

  /// - Parameter port: 0 for one that the system chooses.
  public init(site: LiveSite, port: UInt16) { self.init(site: site, port: port, limits: ServingLimits()) }

  init(site: LiveSite, port: UInt16, limits: ServingLimits) {
    self.site = site
    self.port = port
    self.limits = limits
  }

  /// Serves until the process is ended or the task is cancelled.
  /// - Parameters:
  ///   - announce: is given the address, once it can be opened.
  ///   - report: is given the result of each build.
  /// - Throws: ``SiteSetupError`` when the port is taken.
  public func run(
    announce: @escaping @Sendable (String) -> Void, report: @escaping @Sendable (String) -> Void
  ) async throws {
    let folders = try site.folders()
    let (site, output) = (site, folders.output.path)
    let isOver = Flag()
    defer { isOver.raise() }
    try await Listener(limits: limits).run(
      port: Int(port),
      service: {
        RequestHandler.Service(content: .site(site, output: output), rules: RequestRules(port: $0), threads: $1)
      },
      announce: {
        announce("http://localhost:\($0)/")
        watch(folders, isOver, report)
      })
  }

  /// Whether the server has ended.
  private final class Flag: Sendable {
    private let value = Mutex(false)
    var isRaised: Bool { value.withLock { $0 } }
    func raise() { value.withLock { $0 = true } }
  }

  /// Builds take a thread of their own: they are long, and block.
  private func watch(_ folders: SiteFolders, _ isOver: Flag, _ report: @escaping @Sendable (String) -> Void) {
    let site = site
    Thread.detachNewThread {
      let watch = FolderWatch([folders.content, folders.look] + folders.sources)
      while !isOver.isRaised {
        if let text = site.rebuild() { report(text) }
        while !isOver.isRaised, !Self.hasChanged(watch) {
          if let file = site.prepare() { watch.attend(to: file) }
        }
      }
    }
  }

  /// Looks at everything; if nothing has changed, then for some time at the files that changed or were opened last.
  private static func hasChanged(_ watch: FolderWatch) -> Bool {
    let start = ContinuousClock.now
    if watch.hasChanged() { return true }
    let end = ContinuousClock.now + (ContinuousClock.now - start) * pauseShare
    repeat {
      Thread.sleep(forTimeInterval: shortestPause)
      if watch.hasRecentChanged() { return watch.hasChanged() }
    } while ContinuousClock.now < end
    return false
  }
}
