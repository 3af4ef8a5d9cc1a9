import Foundation

struct Request {
  let path: String
  /// Behind the question mark.
  let query: String
  /// By their names in small letters.
  let headers: [String: String]
}

/// A connection over which a client asks one question.
struct Connection: Sendable {
  let socket: Int32

  private static let mostBytes = 8192
  private static let patience = timeval(tv_sec: 5, tv_usec: 0)

  /// - Returns: nil if what came is not a request.
  func readRequest() -> Request? {
    var patience = Self.patience
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var head = ""
    var bytes = [UInt8](repeating: 0, count: Self.mostBytes)
    while !head.contains("\r\n\r\n"), head.utf8.count < Self.mostBytes {
      let count = recv(socket, &bytes, bytes.count, 0)
      guard count > 0 else { return nil }
      head += String(decoding: bytes.prefix(count), as: UTF8.self)
    }
    let lines = head.components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    guard words.count == 3, words[0] == "GET" else { return nil }
    let target = words[1].split(separator: "?", maxSplits: 1).map(String.init)
    let query = target.count > 1 ? target[1] : ""
    return Request(path: target.first ?? "/", query: query, headers: headers(lines.dropFirst()))
  }

  private func headers(_ lines: some Sequence<String>) -> [String: String] {
    let pairs = lines.prefix { !$0.isEmpty }.compactMap { line -> (String, String)? in
      let parts = line.split(separator: ":", maxSplits: 1)
      return parts.count == 2 ? (parts[0].lowercased(), parts[1].trimmingCharacters(in: .whitespaces)) : nil
    }
    return Dictionary(pairs) { first, _ in first }
  }

  /// Answers, and ends the connection.
  func answer(_ status: Int, _ text: String) {
    let reason = [200: "OK", 400: "Bad Request", 404: "Not Found"][status] ?? ""
    let head = "HTTP/1.1 \(status) \(reason)\r\nContent-Length: \(text.utf8.count)\r\nConnection: close\r\n\r\n"
    let bytes = Array((head + text).utf8)
    // As short as this is, the system takes all of it at once.
    _ = send(socket, bytes, bytes.count, 0)
    close(socket)
  }
}
