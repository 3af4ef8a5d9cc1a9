import Synchronization
import TraceFormat

/// Numbers the source lines that make recorded calls.
///
/// A program has few such lines and runs each very often, so this is an open-addressed hash table that is read without
/// a lock and never shrinks. The key of a line is the address of its file's name, combined with the line number.
final class CallSiteTable: @unchecked Sendable {
  private static let size = 1 << 12
  private let keys = UnsafeMutablePointer<Atomic<UInt64>>.allocate(capacity: size)
  private let numbers = UnsafeMutablePointer<DefinedNumber>.allocate(capacity: size)
  private let source: NumberSource
  private let additions = Lock<Void>(())

  /// - Parameter source: gives the numbers of lines.
  init(source: NumberSource) {
    self.source = source
    for index in 0..<Self.size {
      (keys + index).initialize(to: Atomic(0))
      (numbers + index).initialize(to: DefinedNumber())
    }
  }

  deinit {
    keys.deallocate()
    numbers.deallocate()
  }

  /// The number of a line, which is defined in the segment; 0 if the table is full.
  @inline(__always)
  func number(of site: CallSite, _ writer: RecordWriter, in segment: Segment) -> UInt32 {
    let key = UInt64(UInt(bitPattern: site.file)) ^ UInt64(site.line) << 44
    let index = Self.slot(key)
    if keys[index].load(ordering: .acquiring) == key, let number = numbers[index].number(definedIn: segment) {
      return number
    }
    return find(key, site, from: index, writer, segment)
  }

  private static func slot(_ key: UInt64) -> Int {
    Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 52)
  }

  @inline(never)
  private func find(
    _ key: UInt64, _ site: CallSite, from start: Int, _ writer: RecordWriter, _ segment: Segment
  ) -> UInt32 {
    for step in 0..<Self.size {
      let index = (start + step) & (Self.size - 1)
      if keys[index].load(ordering: .acquiring) == 0 { take(index, key) }
      if keys[index].load(ordering: .acquiring) == key { return number(at: index, site, writer, segment) }
    }
    return 0
  }

  /// Takes a place for a line, unless another thread takes it at the same time.
  private func take(_ index: Int, _ key: UInt64) {
    additions.withLock { _ in
      guard keys[index].load(ordering: .relaxed) == 0 else { return }
      (numbers + index).pointee = DefinedNumber(source.next())
      keys[index].store(key, ordering: .releasing)
    }
  }

  private func number(at index: Int, _ site: CallSite, _ writer: RecordWriter, _ segment: Segment) -> UInt32 {
    if let number = numbers[index].number(definedIn: segment) { return number }
    let number = numbers[index].known(since: 0)!.number
    guard number <= UInt16.max else { return 0 }
    let text = "\(String(cString: site.file)):\(site.line)"
    if writer.define(RecordHead(.defineSite, .none), object: number, text, in: segment) {
      numbers[index].define(number, in: segment)
    }
    return number
  }
}
