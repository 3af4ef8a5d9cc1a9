/// A part whose type has a description of its own, or a layout that is not known: its description is stored.
final class DescribedPart<Value>: ValuePart {
  override func store(_ whole: UnsafeRawPointer, in bytes: ValueBytes) {
    guard !bytes.isFull else { return }
    bytes.append(text: ValueDescription.text(of: (whole + offset).assumingMemoryBound(to: Value.self).pointee))
  }
}
