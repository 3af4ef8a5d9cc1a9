import CPlatform

/// The bytes of the value that the calling thread is recording: memory of the thread, so that nothing is allocated.
struct ValueBytes {
  private let buffer: UnsafeMutablePointer<hw_value_bytes>

  /// Empty bytes of the calling thread, in the place of those that it had.
  /// - Returns: nil if the system has no memory.
  init?() {
    guard let buffer = hw_value_bytes_of_thread() else { return nil }
    self.buffer = buffer
    buffer.pointee.count = 0
    buffer.pointee.is_full = false
  }

  /// The bytes of the calling thread as they are; nil if it has none.
  static var current: ValueBytes? { hw_value_bytes_of_thread().map(ValueBytes.init) }

  private init(_ buffer: UnsafeMutablePointer<hw_value_bytes>) { self.buffer = buffer }

  /// Whether something did not fit.
  var isFull: Bool { buffer.pointee.is_full }

  /// All bytes, with the number of their shape at the beginning. They are valid until the thread records its next value.
  func finished(shape: UInt32) -> UnsafeRawBufferPointer {
    start.storeBytes(of: shape.littleEndian, as: UInt32.self)
    return UnsafeRawBufferPointer(start: start, count: Int(buffer.pointee.count))
  }

  private var start: UnsafeMutableRawPointer { UnsafeMutableRawPointer(hw_value_bytes_start(buffer)) }

  /// Appends all of the bytes, or none if they do not fit.
  @inline(__always)
  func append(_ bytes: UnsafeRawBufferPointer) {
    let count = Int(buffer.pointee.count)
    guard count + bytes.count <= Int(HW_VALUE_CAPACITY), !isFull else {
      buffer.pointee.is_full = true
      return
    }
    if let first = bytes.baseAddress { (start + count).copyMemory(from: first, byteCount: bytes.count) }
    buffer.pointee.count = UInt32(count + bytes.count)
  }

  @inline(__always)
  func append<Number: FixedWidthInteger>(number: Number) {
    withUnsafeBytes(of: number.littleEndian) { append($0) }
  }

  /// Appends the length of a text, the length of the part that is kept, and this part.
  func append(text: String) {
    var text = text
    text.withUTF8 { utf8 in
      append(number: UInt32(clamping: utf8.count))
      let room = max(0, Int(HW_VALUE_CAPACITY) - Int(buffer.pointee.count) - 4)
      var kept = min(utf8.count, room, ValueShape.longestText)
      // Not in the middle of a character.
      while kept > 0, kept < utf8.count, utf8[kept] & 0xC0 == 0x80 { kept -= 1 }
      append(number: UInt32(kept))
      append(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(utf8)[..<kept]))
    }
  }
}
