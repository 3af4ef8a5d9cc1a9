import FlyingFox
import FlyingSocks
import Foundation
import Walkthrough

/// Serves a site to this machine alone while its author works on it: pages load themselves anew after each build.
///
/// The one place that knows the server library.
public struct SiteServer: Sendable {
  private let site: LiveSite
  private let port: UInt16

  /// Where pages ask for the next build; no page of a site has such a name.
  static let livePath = "/_live"
  /// Seconds that such a question may wait, so that no connection is taken for a dead one.
  private static let longestWait = 10.0
  /// Seconds between two looks at what changed or was opened last. All else is looked at after so many times what that
  /// takes, so that it has but a tenth of one processor.
  private static let (shortestPause, pauseShare) = (0.01, 9)

  public init(site: LiveSite, port: UInt16) {
    self.site = site
    self.port = port
  }

  /// Serves until the process is ended.
  /// - Parameters:
  ///   - announce: is given the address, once it can be opened.
  ///   - report: is given what came of each build.
  /// - Throws: ``SiteSetupError`` where the port is taken.
  public func run(
    announce: @escaping @Sendable (String) -> Void, report: @escaping @Sendable (String) -> Void
  ) async throws {
    let folders = try site.folders()
    let server = HTTPServer(
      address: try .inet(ip4: "127.0.0.1", port: port), timeout: 30, logger: .disabled,
      handler: ClosureHTTPHandler { await answer($0, folders.output) })
    watch(folders, report)
    async let listening: Void = {
      try await server.waitUntilListening()
      announce("http://localhost:\(port)/")
    }()
    do {
      try await server.run()
    } catch {
      throw SiteSetupError("port \(port) cannot be listened on: \(error); choose another with --port")
    }
    _ = try? await listening
  }

  /// Builds take a thread of their own: they are long, and block.
  private func watch(_ folders: SiteFolders, _ report: @escaping @Sendable (String) -> Void) {
    let site = site
    Thread.detachNewThread {
      let watch = FolderWatch([folders.content, folders.look] + folders.sources)
      while true {
        if let text = site.rebuild() { report(text) }
        while !Self.hasChanged(watch) {
          if let file = site.prepare() { watch.attend(to: file) }
        }
      }
    }
  }

  /// Looks at everything; where nothing has changed, then at what changed or was opened last, for some time.
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

  func answer(_ request: HTTPRequest, _ output: URL) async -> HTTPResponse {
    // A page elsewhere that names this machine by a name of its own shall not read what is written here.
    guard Self.isLocal(host: request.headers[.host]) else {
      return Self.text(.forbidden, "this server serves localhost")
    }
    guard request.method == .GET || request.method == .HEAD else {
      return Self.text(.methodNotAllowed, "nothing can be changed here")
    }
    if request.path == Self.livePath { return await live(request) }
    return file(request.path, in: output)
  }

  private static func isLocal(host: String?) -> Bool {
    guard let host else { return false }
    let name = host.hasPrefix("[") ? host.prefix { $0 != "]" } + "]" : host.prefix { $0 != ":" }
    return ["localhost", "127.0.0.1", "[::1]"].contains(String(name))
  }

  private func live(_ request: HTTPRequest) async -> HTTPResponse {
    let version = request.query.first { $0.name == "after" }.flatMap { Int($0.value) }
    let status = await site.status(after: version ?? -1, within: Self.longestWait)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let body = (try? encoder.encode(status)) ?? Data()
    return HTTPResponse(
      statusCode: .ok, headers: Self.headers("application/json"), body: body)
  }

  private func file(_ path: String, in output: URL) -> HTTPResponse {
    guard let relative = Self.relative(path) else { return Self.text(.badRequest, "this is no path") }
    for candidate in [relative, relative.isEmpty ? "index.html" : relative + "/index.html"] where !candidate.isEmpty {
      let url = output.appendingPathComponent(candidate)
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), !isFolder.boolValue,
        let data = try? Data(contentsOf: url)
      else { continue }
      if candidate.hasSuffix(".html") { site.open(candidate) }
      return HTTPResponse(statusCode: .ok, headers: Self.headers(Self.type(of: candidate)), body: data)
    }
    return Self.text(.notFound, "there is no page \(relative)")
  }

  /// The path below the site's folder; nil for one that would leave it, or names what is hidden.
  static func relative(_ path: String) -> String? {
    guard let decoded = path.removingPercentEncoding, !decoded.contains("\0"), !decoded.contains("\\") else {
      return nil
    }
    let parts = decoded.split(separator: "/")
    return parts.contains { $0.hasPrefix(".") } ? nil : parts.joined(separator: "/")
  }

  private static func headers(_ type: String) -> HTTPHeaders {
    var headers = HTTPHeaders()
    headers[.contentType] = type
    headers[HTTPHeader("Cache-Control")] = "no-store"
    headers[HTTPHeader("X-Content-Type-Options")] = "nosniff"
    return headers
  }

  private static func text(_ status: HTTPStatusCode, _ text: String) -> HTTPResponse {
    HTTPResponse(statusCode: status, headers: headers("text/plain; charset=utf-8"), body: Data((text + "\n").utf8))
  }

  private static func type(of path: String) -> String {
    switch path.split(separator: ".").last {
    case "html": "text/html; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "json": "application/json"
    case "svg": "image/svg+xml"
    case "png": "image/png"
    case "jpg", "jpeg": "image/jpeg"
    case "webp": "image/webp"
    case "ico": "image/x-icon"
    case "xml": "application/xml"
    case "swift", "txt", "md": "text/plain; charset=utf-8"
    default: "application/octet-stream"
    }
  }
}
