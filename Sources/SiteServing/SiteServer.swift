import Foundation
import Synchronization
import Walkthrough

/// Serves a site while its author works on it: pages load themselves anew after each build, and may have programs run.
public struct SiteServer: Sendable {
  private let site: LiveSite
  private let port: UInt16
  private let limits: ServingLimits
  private let host: String?
  private let runs: ProgramRuns?
  private let open: OpenFile?

  /// Opens a line of a file in the author's editor; may block. An error's description is the answer to the page.
  public typealias OpenFile = @Sendable (_ file: URL, _ line: Int) throws -> Void

  /// The least seconds between polls of the files that changed or were opened last, and the pause between polls of all
  /// files as a multiple of their duration, so that polling uses at most a tenth of one processor.
  private static let (shortestPause, pauseShare) = (0.01, 9)

  /// - Parameters:
  ///   - port: 0 for one that the system chooses.
  ///   - host: an address or a name of this machine at which others reach it; nil for this machine only.
  ///   - runs: how programs are run for pages; nil to run none.
  ///   - open: how lines of the pages' files are opened in the editor; nil to open none.
  public init(
    site: LiveSite, port: UInt16, host: String? = nil, runs: ProgramRuns? = nil, open: OpenFile? = nil
  ) {
    self.init(site: site, port: port, limits: ServingLimits(), host: host, runs: runs, open: open)
  }

  init(
    site: LiveSite, port: UInt16, limits: ServingLimits, host: String? = nil, runs: ProgramRuns? = nil,
    open: OpenFile? = nil
  ) {
    self.site = site
    self.port = port
    self.limits = limits
    self.host = host
    self.runs = runs
    self.open = open
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
    let desk = runs.map { RunDesk($0, site) }
    defer {
      isOver.raise()
      desk?.close()
    }
    try await Listener(limits: limits, host: host).run(
      port: Int(port),
      service: { [host, open] in
        let rules = RequestRules(
          port: $0.port, opensEditor: open != nil, names: [host?.lowercased(), $0.name].compactMap(\.self),
          runs: desk?.access)
        return RequestHandler.Service(
          content: .site(site, output: output), rules: rules, threads: $1, desk: desk, open: open)
      },
      announce: {
        announce("http://localhost:\($0)/")
        watch(folders, isOver, report)
        desk?.warmUp()
      })
  }

  /// Whether the server has ended.
  private final class Flag: Sendable {
    private let value = Mutex(false)
    var isRaised: Bool { value.withLock { $0 } }
    func raise() { value.withLock { $0 = true } }
  }

  /// Builds in a thread of its own, because builds are long and block.
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

  /// Polls all files. If nothing has changed, it then polls the recent files for some time.
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
