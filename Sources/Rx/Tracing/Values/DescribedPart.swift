/// A part whose type has a description of its own, or a layout that is not known: its description is stored.
final class DescribedPart<Value>: ValuePart {
  private let isObject = Value.self is AnyClass

  override func store(_ whole: UnsafeRawPointer, in bytes: ValueBytes) {
    guard !bytes.isFull else { return }
    let part = whole + offset
    bytes.append(
      text: isObject
        ? ValueDescription.text(ofObject: part.load(as: AnyObject.self))
        : ValueDescription.text(of: part.assumingMemoryBound(to: Value.self).pointee))
  }
}
