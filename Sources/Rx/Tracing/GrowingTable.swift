import Synchronization

/// An entry of a ``GrowingTable``.
protocol HashedEntry: AnyObject, Sendable {
  var hash: UInt64 { get }
}

/// A hash table that is read without a lock. Entries are never removed.
///
/// Its size is bounded by the number of classes or source places of the program, not by how long the program runs. When
/// it is half full, its entries are copied to an array of twice the size. The old array is freed only with the table,
/// because another thread may be reading it.
final class GrowingTable<Entry: HashedEntry>: Sendable {
  private let current: Atomic<Unmanaged<Places>>
  private let count = Lock<Int>(0)

  private final class Places: Sendable {
    let mask: Int
    nonisolated(unsafe) let entries: UnsafeMutablePointer<Atomic<Unmanaged<Entry>?>>
    private let smaller: Places?

    init(size: Int, smaller: Places? = nil) {
      self.smaller = smaller
      mask = size - 1
      entries = .allocate(capacity: size)
      for index in 0..<size { (entries + index).initialize(to: Atomic(nil)) }
    }

    deinit { entries.deallocate() }

    @inline(__always)
    func start(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: (hash &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask }

    func put(_ entry: Unmanaged<Entry>) {
      var index = start(entry._withUnsafeGuaranteedRef(\.hash))
      while entries[index].load(ordering: .relaxed) != nil { index = (index + 1) & mask }
      entries[index].store(entry, ordering: .releasing)
    }
  }

  init() {
    current = Atomic(Unmanaged.passRetained(Places(size: 64)))
  }

  deinit {
    let places = current.load(ordering: .acquiring).takeRetainedValue()
    for index in 0...places.mask { places.entries[index].load(ordering: .relaxed)?.release() }
  }

  /// The entry for which `isSought` returns true. Not retained, because entries are released only with the table.
  @inline(__always)
  func entry(_ hash: UInt64, where isSought: (Entry) -> Bool) -> Unmanaged<Entry>? {
    current.load(ordering: .acquiring)._withUnsafeGuaranteedRef { places in
      var index = places.start(hash)
      while let found = places.entries[index].load(ordering: .acquiring) {
        if found._withUnsafeGuaranteedRef({ $0.hash == hash && isSought($0) }) { return found }
        index = (index + 1) & places.mask
      }
      return nil
    }
  }

  /// Adds an entry, unless another thread has added an equal one.
  /// - Returns: the entry that is in the table.
  func add(_ entry: Entry, where isSought: (Entry) -> Bool) -> Unmanaged<Entry> {
    count.withLock { count -> Unmanaged<Entry> in
      if let known = self.entry(entry.hash, where: isSought) { return known }
      var places = current.load(ordering: .relaxed).takeUnretainedValue()
      if 2 * count >= places.mask { places = grow(places) }
      let kept = Unmanaged.passRetained(entry)
      places.put(kept)
      count += 1
      return kept
    }
  }

  private func grow(_ places: Places) -> Places {
    let larger = Places(size: 2 * (places.mask + 1), smaller: places)
    for index in 0...places.mask {
      if let entry = places.entries[index].load(ordering: .relaxed) { larger.put(entry) }
    }
    // The reference to the smaller one is now the larger one's.
    current.exchange(Unmanaged.passRetained(larger), ordering: .acquiringAndReleasing).release()
    return larger
  }

  /// The number of entries.
  var size: Int { count.withLock { $0 } }
}
