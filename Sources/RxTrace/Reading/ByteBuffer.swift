/// Bytes that grow in place and are used again: what text is put together in where a `String` for each piece would take
/// most of the time.
final class ByteBuffer {
  private var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int = 1 << 12) {
    base = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  deinit { base.deallocate() }

  /// What there is so far; gone with the next change.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

  func removeAll() { count = 0 }

  /// Room for `more` bytes; the caller says afterwards how many it wrote with ``commit(_:)``.
  @inline(__always)
  func room(_ more: Int) -> UnsafeMutablePointer<UInt8> {
    if _slowPath(count &+ more > capacity) { grow(more) }
    return base + count
  }

  @inline(__always)
  func commit(_ written: Int) { count &+= written }

  @inline(__always)
  func append(_ byte: UInt8) {
    room(1).initialize(to: byte)
    commit(1)
  }

  @inline(__always)
  func append(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress, bytes.count > 0 else { return }
    UnsafeMutableRawPointer(room(bytes.count)).copyMemory(from: start, byteCount: bytes.count)
    commit(bytes.count)
  }

  @inline(__always)
  func append(_ text: StaticString) {
    append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  @inline(__always)
  func append(_ bytes: [UInt8]) { bytes.withUnsafeBytes { append($0) } }

  func append(string text: String) {
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

extension ByteBuffer {
  /// Appends a number in decimal digits.
  @inline(__always)
  func append<Number: FixedWidthInteger>(decimal number: Number) {
    if number < 0 { append(UInt8(ascii: "-")) }
    appendDigits(UInt64(number.magnitude))
  }

  private func appendDigits(_ number: UInt64) {
    var length = 1
    var bound: UInt64 = 10
    while length < 20 && number >= bound {
      length += 1
      bound &*= 10
    }
    let start = room(20)
    var rest = number
    var place = length
    while place > 0 {
      place -= 1
      start[place] = UInt8(truncatingIfNeeded: rest % 10) &+ UInt8(ascii: "0")
      rest /= 10
    }
    commit(length)
  }
}

/// Texts by their place, one behind the other in one buffer.
final class TextArena {
  private let buffer = ByteBuffer()
  private let spans = PagedArray<Span>()

  private struct Span {
    var start: Int
    var count: Int
  }

  var count: Int { spans.count }

  /// Adds the text that `write` appends.
  func add(_ write: (ByteBuffer) -> Void) {
    let start = buffer.count
    write(buffer)
    spans.append(Span(start: start, count: buffer.count - start))
  }

  @inline(__always)
  func append(_ place: Int, to out: ByteBuffer) {
    let span = spans[place]
    out.append(UnsafeRawBufferPointer(rebasing: buffer.bytes[span.start..<span.start + span.count]))
  }
}
