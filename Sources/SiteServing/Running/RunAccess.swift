import Foundation
import NIOCore
import NIOHTTP1

/// Decides for which requests programs are run: those of pages that this server gave to a browser of its own user on this
/// machine, unless the user has opened it to anyone who can reach the port.
struct RunAccess: Sendable {
  /// Pages get it from the server, and no page of another site can read it.
  let token: String
  let isForAnyone: Bool

  static let tokenField = "headwater-token"

  /// - Parameter connection: the connection on which the request came.
  /// - Throws: ``Refusal`` that says what to do.
  func check(_ head: HTTPRequestHead, on connection: RequestConnection) throws(Refusal) {
    guard isForAnyone || connection.isLocal else {
      throw Refusal(.forbidden, "programs run only for this machine; --run-code-for-anyone changes that")
    }
    guard isForAnyone || connection.isOfThisUser else {
      throw Refusal(
        .forbidden, "programs run only for the user who started the server; --run-code-for-anyone changes that")
    }
    guard head.method == .POST else { return }
    // A browser says of every such request which page sends it; whether it is one of this server's has been checked.
    guard !head.headers["origin"].isEmpty else { throw Refusal(.forbidden, "only pages of this server are answered") }
    guard head.headers["content-type"] == ["application/json"] else {
      throw Refusal(.unsupportedMediaType, "a run is asked for in application/json")
    }
    let given = head.headers[Self.tokenField]
    guard given.count == 1, SecretText.isSame(given[0], token) else {
      throw Refusal(.forbidden, "the page is of an earlier session; load it anew")
    }
  }
}

/// The two ends of a connection, as far as they decide what it may ask for.
struct RequestConnection: Sendable {
  /// Whether the other end is on this machine.
  var isLocal = false
  private var ports: (client: Int, server: Int)?

  init() {}

  init(_ channel: any Channel) {
    guard let client = channel.remoteAddress, let server = channel.localAddress else { return }
    isLocal = client.ipAddress.map(Self.isLoopback) ?? false
    if let from = client.port, let to = server.port { ports = (from, to) }
  }

  private static func isLoopback(_ address: String) -> Bool {
    address == "::1" || address.hasPrefix("127.") || address.lowercased().hasPrefix("::ffff:127.")
  }

  /// Whether the other end belongs to the user of this process, or to root. A system that does not say whose a connection
  /// is, which is any but Linux, is taken to have one user.
  var isOfThisUser: Bool {
    #if os(Linux)
      guard let ports else { return false }
      // The table changes while it is read, and then may lack a connection.
      for _ in 0..<5 {
        let tables = ["/proc/net/tcp", "/proc/net/tcp6"].compactMap(Self.table)
        guard !tables.isEmpty else { return true }
        let owners = tables.flatMap { Self.owners(of: ports, in: $0) }
        if !owners.isEmpty { return owners.allSatisfy { $0 == geteuid() || $0 == 0 } }
      }
      return false
    #else
      return true
    #endif
  }

  /// The text of such a file, which has no size and comes in pieces; nil if it cannot be read.
  private static func table(_ path: String) -> String? {
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    var bytes = Data()
    while let piece = try? file.read(upToCount: 1 << 16), !piece.isEmpty { bytes += piece }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The users of the sockets that go from one port to the other, in the system's table:
  /// `0: 0100007F:9C40 0100007F:1F90 01 … uid …`
  static func owners(of ports: (client: Int, server: Int), in table: String) -> [uid_t] {
    table.split(separator: "\n").dropFirst().compactMap { line in
      let fields = line.split(separator: " ")
      guard fields.count > 7, port(fields[1]) == ports.client, port(fields[2]) == ports.server else { return nil }
      return uid_t(fields[7])
    }
  }

  private static func port(_ address: Substring) -> Int? {
    address.split(separator: ":").last.flatMap { Int($0, radix: 16) }
  }
}

/// Texts that only some may know.
enum SecretText {
  /// 128 bits of the system's randomness.
  static func make() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let text = String(generator.next() as UInt64, radix: 36)
      return String(repeating: "0", count: 13 - text.count) + text
    }.joined()
  }

  /// Takes the same time wherever the texts differ.
  static func isSame(_ one: some StringProtocol, _ other: String) -> Bool {
    let (one, other) = (Array(one.utf8), Array(other.utf8))
    guard one.count == other.count else { return false }
    return zip(one, other).reduce(UInt8(0)) { $0 | $1.0 ^ $1.1 } == 0
  }
}
