import Foundation
import NIOCore
import NIOHTTP1

/// The head of an answer, and its body or the file that has the body.
struct Answer: Sendable {
  var status = HTTPResponseStatus.ok
  var type: String
  /// The number of bytes of the whole body.
  var length: Int
  var body = ByteBuffer()
  private(set) var file: OpenedFile?
  /// The build that a page comes from. A page reloads itself if a newer build exists.
  var build: Int?
  /// Whether the browser should retry in a second.
  private var isForNow = false

  init(_ body: ByteBuffer, type: String) {
    self.body = body
    self.type = type
    length = body.readableBytes
  }

  init(json: Data) { self.init(ByteBuffer(bytes: json), type: "application/json") }

  init(_ refusal: Refusal) {
    self.init(ByteBuffer(string: refusal.message + "\n"), type: "text/plain; charset=utf-8")
    status = refusal.status
    isForNow = refusal.isForNow
  }

  /// - Parameter build: the number of the last build that had ended when the file was opened.
  init(of file: OpenedFile, build: Int) {
    type = Self.type(of: file.name)
    length = file.size
    (self.file, self.build) = (file, build)
  }

  func head(keepsConnection: Bool, of version: HTTPVersion) -> HTTPResponseHead {
    var headers: HTTPHeaders = [
      "Content-Type": type,
      "Content-Length": String(length),
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      // The draft is only for its author: pages of other sites may not load it, frame it, or keep hold of its window.
      "Cross-Origin-Resource-Policy": "same-origin",
      "Cross-Origin-Opener-Policy": "same-origin",
      "Content-Security-Policy": "frame-ancestors 'none'",
      "X-Frame-Options": "DENY",
    ]
    // Scripts can read this header of their own page.
    if let build { headers.add(name: "Server-Timing", value: "build;desc=\"\(build)\"") }
    if status == .methodNotAllowed { headers.add(name: "Allow", value: "GET, HEAD") }
    if status == .serviceUnavailable { headers.add(name: "Retry-After", value: "1") }
    // This page has no script that could wait for the next build.
    if isForNow { headers.add(name: "Refresh", value: "1") }
    if !keepsConnection {
      headers.add(name: "Connection", value: "close")
    } else if version == .http1_0 {
      headers.add(name: "Connection", value: "keep-alive")
    }
    return HTTPResponseHead(version: .http1_1, status: status, headers: headers)
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
