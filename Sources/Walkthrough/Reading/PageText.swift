import Foundation
import RxTrace

/// Limits that keep hostile or runaway input from taking the generator down.
enum Limits {
  static let pageBytes = 1 << 20
  static let lineCharacters = 20_000
  /// libcmark takes time that grows with the square of some paragraphs.
  static let paragraphBytes = 128 << 10
  static let nesting = 64
}

/// The lines of a content file, once it is known that they can be read.
struct PageText: Sendable {
  var lines: [String]

  /// - Throws: ``Problem`` where the bytes are no UTF-8 or exceed ``Limits``.
  init(_ bytes: Data) throws(Problem) {
    guard bytes.count <= Limits.pageBytes else {
      throw Problem(line: 1, "the page has \(bytes.count) bytes; at most \(Limits.pageBytes) are allowed")
    }
    let bytes = [UInt8](bytes)
    if let offset = Self.firstInvalidByte(in: bytes) {
      let line = bytes[..<offset].count { $0 == 0x0A } + 1
      throw Problem(line: line, "the file is not UTF-8: invalid byte at offset \(offset)")
    }
    let text = String(decoding: bytes, as: UTF8.self)
    // The three ends of a line that CommonMark knows: else its line numbers would be others than ours.
    lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }.map(String.init)
    if lines.first?.hasPrefix("\u{FEFF}") == true { lines[0].unicodeScalars.removeFirst() }
    try checkLengths()
  }

  private func checkLengths() throws(Problem) {
    var paragraph = 0
    for (index, line) in lines.enumerated() {
      if line.count > Limits.lineCharacters {
        throw Problem(
          line: index + 1, "the line has \(line.count) characters; at most \(Limits.lineCharacters) are allowed")
      }
      paragraph = line.isEmpty ? 0 : paragraph + line.utf8.count + 1
      if paragraph > Limits.paragraphBytes {
        throw Problem(line: index + 1, "more than \(Limits.paragraphBytes) bytes without an empty line")
      }
    }
  }

  private static func firstInvalidByte(in bytes: [UInt8]) -> Int? {
    var decoder = UTF8()
    var iterator = ByteIterator(bytes)
    var start = 0
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): start += UTF8.width(scalar)
      case .emptyInput: return nil
      case .error: return start
      }
    }
  }
}

/// The bytes of a file, handed to the decoder one at a time.
private struct ByteIterator: IteratorProtocol {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> UInt8? {
    guard position < bytes.count else { return nil }
    defer { position += 1 }
    return bytes[position]
  }
}
