/// An array of numbers or structs of numbers in pages: growing moves nothing, so that it never needs twice the memory.
final class PagedArray<Element: BitwiseCopyable> {
  @exclusivity(unchecked) private var pages: [UnsafeMutablePointer<Element>] = []
  @exclusivity(unchecked) private(set) var count = 0

  private static var pageShift: Int { 14 }
  private static var pageMask: Int { (1 << pageShift) - 1 }

  deinit {
    for page in pages { page.deallocate() }
  }

  func append(_ element: Element) {
    if count == pages.count << Self.pageShift { pages.append(.allocate(capacity: 1 << Self.pageShift)) }
    (pages[count >> Self.pageShift] + count & Self.pageMask).initialize(to: element)
    count += 1
  }

  subscript(index: Int) -> Element {
    get {
      precondition(index >= 0 && index < count)
      return pages[index >> Self.pageShift][index & Self.pageMask]
    }
    set {
      precondition(index >= 0 && index < count)
      pages[index >> Self.pageShift][index & Self.pageMask] = newValue
    }
  }
}

/// A place for each number of a trace file.
///
/// A recorder assigns numbers one after another, so they are places in an array. Numbers that damage made large go to a
/// dictionary, because an array for one of them could take gigabytes.
struct NumberMap {
  private var dense: [UInt32] = []
  private var sparse: [UInt32: UInt32] = [:]

  private static let none = UInt32.max

  subscript(number: UInt32) -> Int? {
    @inline(__always)
    get {
      if Int(number) < dense.count, dense[Int(number)] != Self.none { return Int(dense[Int(number)]) }
      return sparse.isEmpty ? nil : sparse[number].map(Int.init)
    }
  }

  mutating func set(_ number: UInt32, _ place: Int) {
    let place = UInt32(truncatingIfNeeded: place)
    guard Int(number) < 2 * dense.count + 1024 else {
      sparse[number] = place
      return
    }
    while dense.count <= Int(number) { dense.append(Self.none) }
    dense[Int(number)] = place
  }

  mutating func remove(_ number: UInt32) {
    if Int(number) < dense.count { dense[Int(number)] = Self.none }
    sparse[number] = nil
  }
}

/// A table that keeps each repeated text, or other run of bytes, once.
struct InternTable {
  private var places: [Int: Int] = [:]
  private(set) var entries: [[UInt8]] = []
  /// The entries as strings, kept because each step and each object asks for some; empty if they are not texts.
  private var texts: [String] = []
  private let areTexts: Bool

  init(areTexts: Bool = true) { self.areTexts = areTexts }

  /// The place of a text in ``entries``.
  mutating func place(of bytes: UnsafeRawBufferPointer) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: bytes)
    var key = hasher.finalize()
    while let place = places[key] {
      if entries[place].elementsEqual(bytes) { return place }
      key &+= 1
    }
    places[key] = entries.count
    entries.append(Array(bytes))
    if areTexts { texts.append(String(decoding: bytes, as: UTF8.self)) }
    return entries.count - 1
  }

  func text(_ place: Int) -> String { texts[place] }
}
