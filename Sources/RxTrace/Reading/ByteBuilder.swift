/// A growing buffer of bytes that is reused, because a `String` for each piece of text would take most of the time.
package final class ByteBuilder {
  @exclusivity(unchecked) private var base: UnsafeMutablePointer<UInt8>
  @exclusivity(unchecked) private var capacity: Int
  @exclusivity(unchecked) package private(set) var count = 0

  package init(capacity: Int = 1 << 12) {
    base = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  deinit { base.deallocate() }

  /// The bytes so far, valid until the next change.
  package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

  package func removeAll() { count = 0 }

  /// Room for `more` bytes. The caller then passes the number of bytes that it wrote to ``commit(_:)``.
  @inline(__always)
  private func room(_ more: Int) -> UnsafeMutablePointer<UInt8> {
    if _slowPath(count &+ more > capacity) { grow(more) }
    return base + count
  }

  @inline(__always)
  private func commit(_ written: Int) { count &+= written }

  package func append(_ byte: UInt8) {
    room(1).initialize(to: byte)
    commit(1)
  }

  package func append(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress, bytes.count > 0 else { return }
    UnsafeMutableRawPointer(room(bytes.count)).copyMemory(from: start, byteCount: bytes.count)
    commit(bytes.count)
  }

  package func append(_ text: StaticString) {
    append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  @inline(__always)
  func append(_ bytes: [UInt8]) { bytes.withUnsafeBytes { append($0) } }

  package func append(string text: String) {
    var text = text
    text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
  }

  @inline(never)
  private func grow(_ more: Int) {
    capacity = max(capacity * 2, count + more)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.initialize(from: base, count: count)
    base.deallocate()
    base = larger
  }
}

extension ByteBuilder {
  /// Appends a number in decimal digits.
  @inline(__always)
  func append<Number: FixedWidthInteger>(decimal number: Number) {
    if number < 0 { append(UInt8(ascii: "-")) }
    append(decimal: UInt64(number.magnitude))
  }

  // This overload is not generic, because other modules would call the generic method unspecialized.
  package func append(decimal number: Int) { append(decimal: Int64(number)) }

  package func append(decimal number: Int64) {
    if number < 0 { append(UInt8(ascii: "-")) }
    append(decimal: number.magnitude)
  }

  /// The digits of the numbers from 00 to 99.
  private static var digitPairs: StaticString {
    """
    0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849\
    5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899
    """
  }

  package func append(decimal number: UInt64) {
    var length = 1
    var bound: UInt64 = 10
    while length < 20 && number >= bound {
      length += 1
      bound &*= 10
    }
    let start = room(20)
    let pairs = Self.digitPairs.utf8Start
    var rest = number
    var place = length
    while place >= 2 {
      let pair = Int(truncatingIfNeeded: rest % 100) * 2
      rest /= 100
      place -= 2
      start[place] = pairs[pair]
      start[place + 1] = pairs[pair + 1]
    }
    if place == 1 { start[0] = UInt8(truncatingIfNeeded: rest) &+ UInt8(ascii: "0") }
    commit(length)
  }
}

/// Texts by their place, one after another in one buffer.
package final class TextArena {
  private let buffer = ByteBuilder()
  private let spans = PagedArray<Span>()

  private struct Span {
    var start: Int
    var count: Int
  }

  package init() {}

  package var count: Int { spans.count }

  /// Adds the text that `write` appends.
  package func add(_ write: (ByteBuilder) -> Void) {
    let start = buffer.count
    write(buffer)
    spans.append(Span(start: start, count: buffer.count - start))
  }

  @inline(__always)
  package func append(_ place: Int, to out: ByteBuilder) {
    let span = spans[place]
    out.append(UnsafeRawBufferPointer(rebasing: buffer.bytes[span.start..<span.start + span.count]))
  }
}
