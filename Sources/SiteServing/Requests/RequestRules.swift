import Foundation
import NIOHTTP1

/// The rules for requests that are answered: requests of this machine's own browser, for pages of this server.
///
/// A page from elsewhere can send requests too, because browsers let every page send requests to `localhost`. Such a
/// page must not read the draft.
struct RequestRules: Sendable {
  /// The port on which the server listens.
  let port: Int
  /// Whether pages of this server may request actions.
  var takesActions = false
  /// Whether pages of this server may open their own lines in the editor of the user who started the server.
  var opensEditor = false
  /// Additional names by which browsers may address this machine; an IPv6 host is in brackets.
  var names: [String] = []
  /// The access to runs; nil if the server does not run programs.
  var runs: RunAccess?

  /// The address at which pages ask for the next build; no page of a site has this name.
  static let livePath = "_live"
  /// The address at which pages ask whether programs can be run, and run them.
  static let runPath = "_run"
  /// The address at which pages ask for a line of their file in the editor.
  static let editorPath = "_editor"

  /// The targets of requests.
  enum Demand: Equatable {
    case file(RequestedPath)
    /// The state of the site, once it differs from that version or once there is news.
    case status(after: Int, news: Int?)
    /// An action that a page of this server requests, with these values.
    case action(RequestedPath, [String: String])
    /// A question from a page of this server: whether it can run programs.
    case session
    /// A request from a page of this server to run the program in the request's body.
    case run
  }

  func demand(of head: HTTPRequestHead, on connection: RequestConnection = .init()) throws(Refusal) -> Demand {
    try checkAuthority(head.headers["host"])
    try checkSender(head.headers)
    if let runs = try runDemand(of: head, on: connection) { return runs }
    let target = try originForm(head.uri)
    let isEdit = opensEditor && target.hasPrefix("/\(Self.editorPath)?")
    let isAction = (takesActions || isEdit) && head.method == .POST
    guard isAction || head.method == .GET || head.method == .HEAD else {
      throw Refusal(.methodNotAllowed, "the site cannot be changed; use GET or HEAD")
    }
    guard !Self.hasBody(head.headers) else { throw Refusal(.payloadTooLarge, "requests must not have a body") }
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard let path = RequestedPath(percentEncoded: parts[0].utf8) else { throw Refusal(.badRequest, "malformed path") }
    if isAction {
      // Browsers name the sending page in every such request.
      guard !head.headers["origin"].isEmpty else { throw Refusal(.forbidden, "only pages of this server are answered") }
      guard !isEdit || connection.isLocal && connection.isOfThisUser else {
        throw Refusal(.forbidden, "the editor opens only for the user who started the server, on this machine")
      }
      return .action(path, Self.values(parts.dropFirst().first ?? ""))
    }
    guard path.relative == Self.livePath else { return .file(path) }
    let values = Self.values(parts.dropFirst().first ?? "")
    return .status(after: values["after"].flatMap { Int($0) } ?? -1, news: values["news"].flatMap { Int($0) })
  }

  /// - Returns: Nil for a request that is not about running programs.
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

  /// The values in a query: `file=a.swift&line=3`
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

  /// Checks the host, because a page elsewhere could give this machine a name of its own, and browsers would then treat
  /// both as one site.
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

  /// Checks the page that a request comes from, which browsers tell. A page from elsewhere may link to this server,
  /// because it can neither frame the linked page nor keep hold of its window. It may not load anything.
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
    // Browsers omit the port only if it is the default one.
    return isOwn(authority) && (port == 80 || authority.hasSuffix(":\(port)"))
  }

  /// The path and query of a target, which may also name the server.
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
