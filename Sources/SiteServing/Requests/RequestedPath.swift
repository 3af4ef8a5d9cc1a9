/// A path that stays below the site's folder and does not name anything hidden.
///
/// The path is checked byte by byte, because a string may combine a slash or a full stop with its neighbour.
struct RequestedPath: Hashable, Sendable {
  /// The path without slashes at its ends; empty for the site's folder itself.
  let relative: String

  /// Decodes a path; nil if it is malformed, is not UTF-8, would leave the folder or names a hidden file.
  init?(percentEncoded path: some Sequence<UInt8>) {
    guard let bytes = Self.decoded(path), !bytes.contains(where: Self.isUnfit) else { return nil }
    let parts = bytes.split(separator: UInt8(ascii: "/"))
    guard !parts.contains(where: { $0.first == UInt8(ascii: ".") }) else { return nil }
    guard let relative = String(validating: parts.joined(separator: [UInt8(ascii: "/")]), as: UTF8.self) else {
      return nil
    }
    self.relative = relative
  }

  /// The files that the path can mean: the file itself, or a folder's first page.
  var candidates: [String] { relative.isEmpty ? ["index.html"] : [relative, relative + "/index.html"] }

  /// Whether a byte is a control character, or the path separator of another system.
  private static func isUnfit(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7f || byte == UInt8(ascii: "\\") }

  private static func decoded(_ path: some Sequence<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = path.makeIterator()
    while let byte = rest.next() {
      // An address is in ASCII, and browsers do not send its fragment.
      guard (0x21...0x7e).contains(byte), byte != UInt8(ascii: "#") else { return nil }
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.next().flatMap(digit), let low = rest.next().flatMap(digit) else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
