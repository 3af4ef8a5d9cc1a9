import Foundation

/// Reads the small numbers of a page's data as the page's script does.
struct SmallNumbers {
  private var bytes: ArraySlice<UInt8>

  init(_ base64: String) { bytes = Array(Data(base64Encoded: base64) ?? Data())[...] }

  var isAtEnd: Bool { bytes.isEmpty }

  mutating func next() -> Int {
    var (number, shift) = (0, 0)
    while let byte = bytes.popFirst() {
      number |= Int(byte & 0x7F) << shift
      shift += 7
      if byte < 0x80 { break }
    }
    return number
  }

  /// A number that was written as its distance from another one; nil for none.
  mutating func next(near other: Int) -> Int? {
    let code = next()
    if code == 0 { return nil }
    return code % 2 == 1 ? other + (code - 1) / 2 : other - code / 2
  }
}
