import Synchronization
import TraceFormat

/// Numbers the source lines that make recorded calls.
///
/// A program has few such lines and runs each very often, so this is an open-addressed hash table that is read without
/// a lock and never shrinks. The key of a line is the address of its file's name, combined with the line number.
final class CallSiteTable: @unchecked Sendable {
  private static let size = 1 << 12
  private let keys = UnsafeMutablePointer<Atomic<UInt64>>.allocate(capacity: size)
  private let numbers = UnsafeMutablePointer<Atomic<UInt32>>.allocate(capacity: size)
  private let source: NumberSource
  private let additions = Lock<Void>(())

  /// - Parameter source: gives the numbers of lines.
  init(source: NumberSource) {
    self.source = source
    for index in 0..<Self.size {
      (keys + index).initialize(to: Atomic(0))
      (numbers + index).initialize(to: Atomic(0))
    }
  }

  deinit {
    keys.deallocate()
    numbers.deallocate()
  }

  /// The number of a line, whose definition is written the first time; 0 if the table is full.
  @inline(__always)
  func number(of site: CallSite, _ writer: RecordWriter) -> UInt32 {
    let key = UInt64(UInt(bitPattern: site.file)) ^ UInt64(site.line) << 44
    let index = Self.slot(key)
    if _fastPath(keys[index].load(ordering: .acquiring) == key) { return numbers[index].load(ordering: .relaxed) }
    return find(key, site, from: index, writer)
  }

  private static func slot(_ key: UInt64) -> Int {
    Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 52)
  }

  @inline(never)
  private func find(_ key: UInt64, _ site: CallSite, from start: Int, _ writer: RecordWriter) -> UInt32 {
    for step in 0..<Self.size {
      let index = (start + step) & (Self.size - 1)
      let known = keys[index].load(ordering: .acquiring)
      if known == key { return numbers[index].load(ordering: .relaxed) }
      if known == 0, let number = add(key, site, at: index, writer) { return number }
    }
    return 0
  }

  /// Nil if another thread has taken this place for another line.
  private func add(_ key: UInt64, _ site: CallSite, at index: Int, _ writer: RecordWriter) -> UInt32? {
    additions.withLock { _ in
      let known = keys[index].load(ordering: .relaxed)
      guard known == 0 else { return known == key ? numbers[index].load(ordering: .relaxed) : nil }
      let number = source.next()
      writer.define(
        RecordHead(.defineSite, .none), object: number, "\(String(cString: site.file)):\(site.line)")
      numbers[index].store(number, ordering: .relaxed)
      keys[index].store(key, ordering: .releasing)
      return number
    }
  }
}
