import Foundation
import NIOHTTP1

/// The requests that are answered: requests of this machine's own browser, for pages of this server.
///
/// A page from elsewhere may ask this server too, because browsers let every page send requests to `localhost`. The
/// draft is not for such a page to read.
struct RequestRules: Sendable {
  /// The port that is listened on.
  let port: Int
  /// Whether a page of this server may ask for more than pages.
  var takesActions = false
  /// Names besides those of this machine by which browsers may ask for it: a host in brackets if it is of IPv6.
  var names: [String] = []
  /// Nil if the server runs no programs.
  var runs: RunAccess?

  /// The address at which pages ask for the next build; no page of a site has such a name.
  static let livePath = "_live"
  /// The address at which pages learn whether programs can be run, and have them run.
  static let runPath = "_run"

  /// The targets of requests.
  enum Demand: Equatable {
    case file(RequestedPath)
    /// The state of the site once it is another than that version, or once there is something new to tell.
    case status(after: Int, news: Int?)
    /// A page of this server asks for something to be done, with these values.
    case action(RequestedPath, [String: String])
    /// A page of this server asks whether it can have programs run.
    case session
    /// A page of this server has a program run, which the body of the request tells.
    case run
  }

  func demand(of head: HTTPRequestHead, on connection: RequestConnection = .init()) throws(Refusal) -> Demand {
    try checkAuthority(head.headers["host"])
    try checkSender(head.headers)
    if let runs = try runDemand(of: head, on: connection) { return runs }
    let isAction = takesActions && head.method == .POST
    guard isAction || head.method == .GET || head.method == .HEAD else {
      throw Refusal(.methodNotAllowed, "the site cannot be changed; use GET or HEAD")
    }
    guard !Self.hasBody(head.headers) else { throw Refusal(.payloadTooLarge, "requests must not have a body") }
    let target = try originForm(head.uri)
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard let path = RequestedPath(percentEncoded: parts[0].utf8) else { throw Refusal(.badRequest, "malformed path") }
    if isAction {
      // A browser says of every such request which page sends it.
      guard !head.headers["origin"].isEmpty else { throw Refusal(.forbidden, "only pages of this server are answered") }
      return .action(path, Self.values(parts.dropFirst().first ?? ""))
    }
    guard path.relative == Self.livePath else { return .file(path) }
    let values = Self.values(parts.dropFirst().first ?? "")
    return .status(after: values["after"].flatMap { Int($0) } ?? -1, news: values["news"].flatMap { Int($0) })
  }

  /// - Returns: nil for a request that has to do with something else.
  private func runDemand(
    of head: HTTPRequestHead, on connection: RequestConnection
  ) throws(Refusal) -> Demand? {
    guard head.method == .GET || head.method == .POST, try originForm(head.uri) == "/" + Self.runPath else {
      return nil
    }
    guard let runs else {
      throw Refusal(.forbidden, "this server runs no programs; start it without --no-run, and not for a package")
    }
    try runs.check(head, on: connection)
    guard head.method == .POST else { return .session }
    guard head.headers["transfer-encoding"].isEmpty, let length = head.headers.first(name: "content-length"),
      let bytes = Int(length), (0...RunOrder.mostBytes).contains(bytes)
    else { throw Refusal(.payloadTooLarge, "an order for a run has at most \(RunOrder.mostBytes) bytes") }
    return .run
  }

  /// `file=a.swift&line=3`
  private static func values(_ query: Substring) -> [String: String] {
    let pairs = query.split(separator: "&").compactMap { pair -> (String, String)? in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let value = String(parts[1]).removingPercentEncoding else { return nil }
      return (String(parts[0]), value)
    }
    return Dictionary(pairs) { first, _ in first }
  }

  static func hasBody(_ headers: HTTPHeaders) -> Bool {
    headers.contains(name: "transfer-encoding") || headers["content-length"].contains { $0 != "0" }
  }

  /// A page elsewhere that gives this machine a name of its own is a stranger to the browser's rules, so the name
  /// counts.
  private func checkAuthority(_ hosts: [String]) throws(Refusal) {
    guard hosts.count == 1 else { throw Refusal(.badRequest, "a request names one Host") }
    guard isOwn(hosts[0]) else { throw Refusal(.forbidden, "this server serves localhost:\(port)") }
  }

  private func isOwn(_ authority: some StringProtocol) -> Bool {
    (["localhost", "127.0.0.1", "[::1]"] + names).contains { name in
      let authority = authority.lowercased()
      return authority == name || authority == "\(name):\(port)"
    }
  }

  /// Browsers say which page a request comes from. A page from elsewhere may lead the reader here by a link, and learns
  /// nothing by it: it can neither frame the page nor keep hold of its window. It may load nothing.
  private func checkSender(_ headers: HTTPHeaders) throws(Refusal) {
    let refusal = Refusal(.forbidden, "pages of other sites are not answered")
    let origins = headers["origin"]
    guard origins.isEmpty || origins.count == 1 && isOwn(origin: origins[0]) else { throw refusal }
    let isFollowedLink = headers["sec-fetch-mode"] == ["navigate"] && headers["sec-fetch-dest"] == ["document"]
    guard isFollowedLink || headers["sec-fetch-site"].allSatisfy({ ["same-origin", "none"].contains($0) }) else {
      throw refusal
    }
  }

  private func isOwn(origin: String) -> Bool {
    let scheme = "http://"
    guard origin.hasPrefix(scheme) else { return false }
    let authority = origin.dropFirst(scheme.count)
    // The port is left out only when it is the usual one.
    return isOwn(authority) && (port == 80 || authority.hasSuffix(":\(port)"))
  }

  /// The path and query of a target, which may name the server as well.
  private func originForm(_ target: String) throws(Refusal) -> Substring {
    guard !target.hasPrefix("/") else { return target[...] }
    let scheme = "http://"
    guard target.lowercased().hasPrefix(scheme) else { throw Refusal(.badRequest, "malformed path") }
    let rest = target.dropFirst(scheme.count)
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    try checkAuthority([String(authority)])
    let path = rest.dropFirst(authority.count)
    return path.hasPrefix("/") ? path : "/" + path
  }
}
