import NIOCore
import NIOHTTP1

/// The first bytes of a request that has not come whole, as far as a refusal depends on them. The parser says only that
/// a request is malformed.
struct RequestBeginning {
  /// How many bytes have come.
  private(set) var count = 0
  private var first: [UInt8] = []
  private var hasLine = false

  private static let longestMethod = 32

  mutating func append(_ bytes: ByteBuffer) {
    count += bytes.readableBytes
    let bytes = bytes.readableBytesView
    // A parser skips blank lines before a request.
    let start = first.isEmpty ? bytes.drop { $0 == 0x0a || $0 == 0x0d } : bytes[...]
    if !hasLine { hasLine = start.contains(0x0a) }
    if first.count < Self.longestMethod { first += start.prefix(Self.longestMethod - first.count) }
  }

  func refusal(of error: HTTPParserError) -> Refusal {
    switch error {
    case .headerOverflow where count > 0 && !hasLine: Refusal(.uriTooLong, "the address is too long")
    case .headerOverflow: Refusal(.requestHeaderFieldsTooLarge, "the header fields are too long or too many")
    case .invalidMethod where namesMethod: Refusal(.notImplemented, "unknown method; use GET or HEAD")
    default: Refusal(.badRequest, "malformed HTTP/1.1 request")
    }
  }

  /// Whether it begins with a word and a space.
  private var namesMethod: Bool {
    let word = first.prefix { $0 != 0x20 }
    return word.count < first.count && !word.isEmpty
      && word.allSatisfy { (0x41...0x5a).contains($0 & 0xdf) || $0 == 0x2d }
  }
}
