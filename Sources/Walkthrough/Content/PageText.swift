import Foundation
import RxTrace

/// Limits that keep hostile or runaway input from taking the generator down.
enum Limits {
  static let pageBytes = 1 << 20
  static let lineCharacters = 20_000
  /// libcmark takes quadratic time for some paragraphs.
  static let paragraphBytes = 128 << 10
  static let nesting = 64
  /// The most values in the data of one page.
  static let dataValues = 10_000
}

/// The text of a content file that is known to be readable. Lines end with a line feed, whatever line ends the file
/// has.
struct PageText: Sendable {
  /// The text in UTF-8.
  let bytes: [UInt8]
  /// The first byte of each line, and finally the byte at which a further line would begin.
  private let starts: [Int]

  /// - Throws: ``Problem`` if the bytes are not UTF-8 or exceed ``Limits``.
  init(_ data: some Collection<UInt8>) throws(Problem) {
    guard data.count <= Limits.pageBytes else {
      throw Problem(line: 1, "the page has \(data.count) bytes; at most \(Limits.pageBytes) are allowed")
    }
    var bytes = Self.withLineFeeds([UInt8](data))
    if let offset = Self.firstInvalidByte(in: bytes) {
      let line = bytes[..<offset].count { $0 == 0x0A } + 1
      throw Problem(line: line, "the file is not UTF-8: invalid byte at offset \(offset)")
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    self.bytes = bytes
    starts = Self.starts(of: bytes)
    try checkLengths()
  }

  var lineCount: Int { starts.count - 1 }

  /// The text of a line, counted from 1; empty for one that is not there.
  func line(_ number: Int) -> String { String(decoding: bytes[range(ofLine: number)], as: UTF8.self) }

  /// The bytes of a line, without its end.
  func range(ofLine number: Int) -> Range<Int> {
    guard number > 0, number < starts.count else { return bytes.count..<bytes.count }
    return starts[number - 1]..<(starts[number] - 1)
  }

  /// The bytes from the beginning of a line on.
  func bytes(fromLine number: Int) -> ArraySlice<UInt8> {
    bytes[min(starts[min(max(number, 1), starts.count) - 1], bytes.count)...]
  }

  /// Replaces CommonMark's three line ends with line feeds, so that its line numbers are the same as ours.
  private static func withLineFeeds(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(0x0D) else { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for (index, byte) in bytes.enumerated() {
      if byte == 0x0A && index > 0 && bytes[index - 1] == 0x0D { continue }
      result.append(byte == 0x0D ? 0x0A : byte)
    }
    return result
  }

  private static func starts(of bytes: [UInt8]) -> [Int] {
    var starts = [0]
    bytes.withUnsafeBufferPointer { bytes in
      var position = 0
      while position < bytes.count {
        if bytes[position] == 0x0A { starts.append(position + 1) }
        position &+= 1
      }
    }
    starts.append(bytes.count + 1)
    return starts
  }

  private func checkLengths() throws(Problem) {
    var paragraph = 0
    for number in 1...lineCount {
      let range = range(ofLine: number)
      if range.count > Limits.lineCharacters, line(number).count > Limits.lineCharacters {
        throw Problem(
          line: number,
          "the line has \(line(number).count) characters; at most \(Limits.lineCharacters) are allowed")
      }
      paragraph = range.isEmpty ? 0 : paragraph + range.count + 1
      if paragraph > Limits.paragraphBytes {
        throw Problem(line: number, "more than \(Limits.paragraphBytes) bytes without an empty line")
      }
    }
  }

  private static func firstInvalidByte(in bytes: [UInt8]) -> Int? {
    if String(validating: bytes, as: UTF8.self) != nil { return nil }
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var start = 0
    while case .scalarValue(let scalar) = decoder.decode(&iterator) { start += UTF8.width(scalar) }
    return start
  }
}
