/// Numbers and truth values that lie side by side: they are stored as they are in memory.
final class PlainPart: ValuePart {
  private let size: Int

  init(at offset: Int, size: Int) {
    self.size = size
    super.init(at: offset)
  }

  override func store(_ whole: UnsafeRawPointer, in bytes: ValueBytes) {
    bytes.append(UnsafeRawBufferPointer(start: whole + offset, count: size))
  }

  /// One part in the place of this one and of `next`; nil if something lies between them.
  func joined(with next: PlainPart) -> PlainPart? {
    next.offset == offset + size ? PlainPart(at: offset, size: size + next.size) : nil
  }
}
