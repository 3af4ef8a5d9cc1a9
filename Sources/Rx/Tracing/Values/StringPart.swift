/// A string: the number of its bytes in UTF-8, the number of those that are stored, and these.
final class StringPart: ValuePart {
  override func store(_ whole: UnsafeRawPointer, in bytes: ValueBytes) {
    bytes.append(text: (whole + offset).assumingMemoryBound(to: String.self).pointee)
  }
}
