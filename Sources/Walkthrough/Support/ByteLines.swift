import Foundation

/// The lines of a text in UTF-8, as ranges of bytes that `memchr` finds.
struct ByteLines: Sequence, IteratorProtocol {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var start: Int

  init(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int = 0) {
    self.bytes = bytes
    self.start = start
  }

  mutating func next() -> Range<Int>? {
    guard start < bytes.count, let base = bytes.baseAddress else { return nil }
    let first = start
    let end = memchr(base + first, 0x0A, bytes.count - first)
    let line = first..<(end.map { UnsafeRawPointer($0) - UnsafeRawPointer(base) } ?? bytes.count)
    start = line.upperBound + 1
    return line
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The first byte of a line that is neither blank nor the mark of a quote; the line's end if there is none.
  func firstOfText(_ line: Range<Int>) -> Int {
    var position = line.lowerBound
    while position < line.upperBound, " \t\r>".utf8.contains(self[position]) { position += 1 }
    return position
  }

  /// The number of marks of a code fence from a position on; nil if there are fewer than three.
  func fenceMarks(from start: Int, in line: Range<Int>) -> Int? {
    guard start < line.upperBound, self[start] == UInt8(ascii: "`") || self[start] == UInt8(ascii: "~") else {
      return nil
    }
    var end = start
    while end < line.upperBound, self[end] == self[start] { end += 1 }
    return end - start >= 3 ? end - start : nil
  }
}
