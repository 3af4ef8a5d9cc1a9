/// A sorted list of words with the pages of each, as text.
///
/// Each word is one character that says how much it shares with the word before (`0` to `9`, `A` to `Z`, `a` to `z`, in
/// UTF-16), the rest of the word, and its pages: the difference of each to the one before, less one. Differences are
/// written in characters that no word has, so that nothing needs a length or an end. One below 24 is one character;
/// else a character from the 24th on, `d`, stands before a smaller number, `n`, and both are `d + 5n`. `~` stands for
/// every page.
struct WordList {
  private static let prefixes = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
  private static let digits = Array(" !#$%&'()*+,-./:;<=>?@[]^`{|}".utf8)
  private static let everyPage = UInt8(ascii: "~")

  let pages: Int
  private(set) var text: [UInt8] = []
  private var previous: [UInt8] = []

  init(pages: Int) { self.pages = pages }

  /// Words come in the order of their bytes.
  mutating func append(_ word: UnsafeBufferPointer<UInt8>, pages: UnsafeBufferPointer<Int32>) {
    let shared = sharedPrefix(word)
    text.append(Self.prefixes[shared.units])
    text.append(contentsOf: UnsafeBufferPointer(rebasing: word[shared.bytes...]))
    previous.removeSubrange(shared.bytes...)
    previous.append(contentsOf: UnsafeBufferPointer(rebasing: word[shared.bytes...]))
    guard pages.count < self.pages else { return text.append(Self.everyPage) }
    var last: Int32 = -1
    for page in pages {
      append(Int(page - last - 1))
      last = page
    }
  }

  private mutating func append(_ difference: Int) {
    var left = difference
    while left >= 24 {
      let digit = 24 + (left - 24) % 5
      text.append(Self.digits[digit])
      left = (left - digit) / 5
    }
    text.append(Self.digits[left])
  }

  /// Whole characters only.
  private func sharedPrefix(_ word: UnsafeBufferPointer<UInt8>) -> (bytes: Int, units: Int) {
    var shared = 0
    while shared < previous.count, shared < word.count, previous[shared] == word[shared] { shared += 1 }
    while shared > 0, shared < word.count, word[shared] & 0xC0 == 0x80 { shared -= 1 }
    var units = 0
    for byte in word[..<shared] where byte & 0xC0 != 0x80 { units += byte >= 0xF0 ? 2 : 1 }
    return (shared, units)
  }
}
