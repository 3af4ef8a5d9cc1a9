import Foundation
import Synchronization

/// Serves pages that are made when they are asked for, and takes requests to act, of this machine's own browser only.
///
/// Every address begins with a token that nobody can guess, because other users of the machine can reach the port too.
public struct PageServer: Sendable {
  /// A page with its type.
  public struct Page: Sendable {
    let type: String
    let changes: Bool
    let make: @Sendable () throws -> [UInt8]

    /// - Parameters:
    ///   - changes: whether the page is made for each request, rather than once.
    ///   - make: may block.
    public init(
      type: String = "text/html; charset=utf-8", changes: Bool = false, make: @escaping @Sendable () throws -> [UInt8]
    ) {
      (self.type, self.changes, self.make) = (type, changes, make)
    }
  }

  /// What a page asks for, which is not another page: `_editor?file=a.swift&line=3`.
  public struct Action: Equatable, Sendable {
    public var name: String
    public var values: [String: String]
  }

  private let pages: ServedPages
  private let port: UInt16

  /// - Parameters:
  ///   - pages: by their paths; the one with an empty path is shown first.
  ///   - others: a page whose path is known only once another page is made; nil for a path without a page. May block.
  ///   - port: 0 for one that the system chooses.
  ///   - act: does what a page asks for; may block. An error's description is the answer.
  public init(
    pages: [String: Page], others: @escaping @Sendable (String) -> Page? = { _ in nil }, port: UInt16,
    act: @escaping @Sendable (Action) throws -> Void
  ) {
    self.port = port
    self.pages = ServedPages(pages, others: others, token: SecretText.make(), act: act)
  }

  /// Serves until the process is ended or the task is cancelled.
  /// - Parameter announce: is given the address, once it can be opened.
  /// - Throws: ``SiteSetupError`` when the port is taken.
  public func run(announce: @escaping @Sendable (String) -> Void) async throws {
    let pages = pages
    try await Listener(limits: ServingLimits()).run(
      port: Int(port),
      service: {
        RequestHandler.Service(
          content: .pages(pages), rules: RequestRules(port: $0.port, takesActions: true), threads: $1)
      },
      announce: { announce("http://localhost:\($0)/\(pages.token)/") })
  }
}

/// The pages of a server. Each is made once, unless it can change.
final class ServedPages: Sendable {
  let token: String
  private let pages: [String: PageServer.Page]
  private let others: @Sendable (String) -> PageServer.Page?
  private let act: @Sendable (PageServer.Action) throws -> Void
  private let made = Mutex<[String: [UInt8]]>([:])

  init(
    _ pages: [String: PageServer.Page], others: @escaping @Sendable (String) -> PageServer.Page? = { _ in nil },
    token: String, act: @escaping @Sendable (PageServer.Action) throws -> Void
  ) {
    (self.pages, self.others, self.token, self.act) = (pages, others, token, act)
  }

  /// The page at a path below the token, with its type. The call blocks while the page is made.
  func page(at path: RequestedPath) throws -> (bytes: [UInt8], type: String) {
    let name = try nameBelowToken(path)
    guard let page = pages[name] ?? others(name) else { throw Refusal(.notFound, "there is no page \(name)") }
    if let bytes = made.withLock({ $0[name] }) { return (bytes, page.type) }
    let bytes: [UInt8]
    do {
      bytes = try page.make()
    } catch {
      throw Refusal(.internalServerError, "\(error)")
    }
    if !page.changes { made.withLock { $0[name] = bytes } }
    return (bytes, page.type)
  }

  /// Performs an action. The call blocks while the action is performed.
  func perform(_ path: RequestedPath, _ values: [String: String]) throws {
    let name = try nameBelowToken(path)
    do {
      try act(PageServer.Action(name: name, values: values))
    } catch {
      throw Refusal(.unprocessableEntity, "\(error)")
    }
  }

  private func nameBelowToken(_ path: RequestedPath) throws -> String {
    let parts = path.relative.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard SecretText.isSame(parts.first ?? "", token) else {
      throw Refusal(.forbidden, "the address has to hold the token")
    }
    return parts.count > 1 ? String(parts[1]) : ""
  }
}
