import Foundation

/// Every word of some pages, with the pages that it is on. Open addressing over bytes, because a `Dictionary` of
/// `String`s takes ten times as long.
struct WordTable: ~Copyable {
  private struct Entry {
    var hash: UInt64
    var offset: Int
    var count: Int
    /// The last page that the word was seen on.
    var page: Int32
    /// How many pages it is on.
    var pages: Int32
  }

  private struct Slot {
    var hash: UInt32 = 0
    var entry: Int32 = -1
  }

  private var entries: [Entry] = []
  /// The words' bytes, one behind the other.
  private var text: [UInt8] = []
  /// A part of a word's hash, and its position in `entries`, which is -1 for an empty slot. A power of two, at most
  /// half full.
  private var slots = [Slot](repeating: Slot(), count: 1 << 13)
  /// Word and page, in the order of the pages.
  private var occurrences: [(word: Int32, page: Int32)] = []
  private var page: Int32 = -1
  /// A word, made lowercase, with zeroes behind it.
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: WordScanner.longestWord + 8, alignment: 8)

  deinit { buffer.deallocate() }

  mutating func startPage() { page += 1 }

  /// Notes that the current page has a word.
  mutating func add(_ word: UnsafeBufferPointer<UInt8>, lowercased: Bool) {
    let hash = fill(word, lowercased)
    let part = UInt32(truncatingIfNeeded: hash >> 32)
    var index = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[index].entry >= 0 {
      if slots[index].hash == part, isInBuffer(entries[Int(slots[index].entry)], word.count) {
        return note(Int(slots[index].entry))
      }
      index = (index + 1) & (slots.count - 1)
    }
    slots[index] = Slot(hash: part, entry: Int32(entries.count))
    append(word.count, hash)
    note(entries.count - 1)
    if entries.count * 2 > slots.count { grow() }
  }

  /// Hands over the words in the order of their bytes, each with its pages, ascending.
  func forEachSorted(_ body: (_ word: UnsafeBufferPointer<UInt8>, _ pages: UnsafeBufferPointer<Int32>) -> Void) {
    var ends: [Int] = []
    var count = 0
    for entry in entries {
      ends.append(count)
      count += Int(entry.pages)
    }
    // Each list begins at the end of the one before; filling a list moves its mark from its beginning to its end.
    var pages = [Int32](repeating: 0, count: count)
    for (word, page) in occurrences {
      pages[ends[Int(word)]] = page
      ends[Int(word)] += 1
    }
    let order = order()
    text.withUnsafeBufferPointer { text in
      pages.withUnsafeBufferPointer { pages in
        for index in order {
          let entry = entries[index]
          body(
            UnsafeBufferPointer(rebasing: text[entry.offset..<(entry.offset + entry.count)]),
            UnsafeBufferPointer(rebasing: pages[(ends[index] - Int(entry.pages))..<ends[index]]))
        }
      }
    }
  }

  // MARK: Finding

  /// Copies a word to the buffer and gives its hash.
  private func fill(_ word: UnsafeBufferPointer<UInt8>, _ lowercased: Bool) -> UInt64 {
    let raw = buffer.baseAddress!
    let last = word.count & ~7
    raw.storeBytes(of: 0, toByteOffset: last, as: UInt64.self)
    memcpy(raw, word.baseAddress!, word.count)
    var hash = UInt64(truncatingIfNeeded: word.count)
    for offset in stride(from: 0, through: last, by: 8) {
      var eight = raw.load(fromByteOffset: offset, as: UInt64.self)
      if lowercased {
        eight = Self.lowercase(eight)
        raw.storeBytes(of: eight, toByteOffset: offset, as: UInt64.self)
      }
      hash = (hash ^ eight) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 32
    }
    return hash
  }

  /// Eight bytes at once: the seventh bit of `byte + 0x3F` is set from `A` on, that of `byte + 0x25` from behind `Z`
  /// on.
  private static func lowercase(_ eight: UInt64) -> UInt64 {
    let low = eight & 0x7F7F_7F7F_7F7F_7F7F
    let fromA = low &+ 0x3F3F_3F3F_3F3F_3F3F
    let behindZ = low &+ 0x2525_2525_2525_2525
    let isUppercase = fromA & ~behindZ & ~eight & 0x8080_8080_8080_8080
    return eight | isUppercase >> 2
  }

  private func isInBuffer(_ entry: Entry, _ count: Int) -> Bool {
    guard entry.count == count else { return false }
    return text.withUnsafeBytes { memcmp($0.baseAddress! + entry.offset, buffer.baseAddress!, count) == 0 }
  }

  // MARK: Keeping

  private mutating func note(_ index: Int) {
    guard entries[index].page != page else { return }
    entries[index].page = page
    entries[index].pages += 1
    occurrences.append((Int32(index), page))
  }

  private mutating func append(_ count: Int, _ hash: UInt64) {
    entries.append(Entry(hash: hash, offset: text.count, count: count, page: -1, pages: 0))
    text.append(contentsOf: buffer[..<count])
  }

  private mutating func grow() {
    slots = [Slot](repeating: Slot(), count: slots.count * 2)
    for entry in entries.indices {
      let hash = entries[entry].hash
      var index = Int(truncatingIfNeeded: hash) & (slots.count - 1)
      while slots[index].entry >= 0 { index = (index + 1) & (slots.count - 1) }
      slots[index] = Slot(hash: UInt32(truncatingIfNeeded: hash >> 32), entry: Int32(entry))
    }
  }

  // MARK: Sorting

  /// The words' first eight bytes as a number decide most comparisons.
  private func order() -> [Int] {
    text.withUnsafeBytes { text in
      var keys = entries.indices.map { (prefix: Self.firstBytes(entries[$0], text), index: $0) }
      keys.sort { left, right in
        guard left.prefix == right.prefix else { return left.prefix < right.prefix }
        let (first, second) = (entries[left.index], entries[right.index])
        let order = memcmp(
          text.baseAddress! + first.offset, text.baseAddress! + second.offset, min(first.count, second.count))
        return order == 0 ? first.count < second.count : order < 0
      }
      return keys.map(\.index)
    }
  }

  private static func firstBytes(_ entry: Entry, _ text: UnsafeRawBufferPointer) -> UInt64 {
    var prefix: UInt64 = 0
    for offset in 0..<min(8, entry.count) { prefix |= UInt64(text[entry.offset + offset]) << UInt64(56 - 8 * offset) }
    return prefix
  }
}
