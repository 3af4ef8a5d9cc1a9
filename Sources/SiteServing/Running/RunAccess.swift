import Foundation
import NIOCore
import NIOHTTP1

/// Decides which requests may run programs: those of pages that this server sent to a browser of its own user on this
/// machine, unless the user has opened the server to anyone who can reach the port.
struct RunAccess: Sendable {
  /// The token that pages get from the server; pages of other sites cannot read it.
  let token: String
  let isForAnyone: Bool

  static let tokenField = "headwater-token"

  /// - Parameter connection: The connection of the request.
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
    // Browsers name the sending page in every such request; other rules have checked that it is one of this server's.
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

/// The facts about a connection's two ends that decide which requests are allowed.
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

  /// Whether the other end belongs to the user of this process, or to root. Systems other than Linux do not report the
  /// user of a connection, so they count as having only one user.
  var isOfThisUser: Bool {
    #if os(Linux)
      guard let ports else { return false }
      // The table may lack a connection, because it changes while it is read.
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

  /// The text of a file in `/proc`, which has no size and is read in pieces; nil if it cannot be read.
  private static func table(_ path: String) -> String? {
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    var bytes = Data()
    while let piece = try? file.read(upToCount: 1 << 16), !piece.isEmpty { bytes += piece }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The users of the sockets that connect one port to the other, in the system's table: `0: 0100007F:9C40
  /// 0100007F:1F90 01 … uid …`
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

/// Secret tokens.
enum SecretText {
  /// A token of 128 random bits from the system.
  static func make() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let text = String(generator.next() as UInt64, radix: 36)
      return String(repeating: "0", count: 13 - text.count) + text
    }.joined()
  }

  /// Compares two texts in constant time, regardless of where they differ.
  static func isSame(_ one: some StringProtocol, _ other: String) -> Bool {
    let (one, other) = (Array(one.utf8), Array(other.utf8))
    guard one.count == other.count else { return false }
    return zip(one, other).reduce(UInt8(0)) { $0 | $1.0 ^ $1.1 } == 0
  }
}
