/// A set or a dictionary: the number of its elements, the number of those that are stored, and these.
final class CollectionPart<Elements: Collection>: ValuePart {
  private let parts: [ValuePart]

  init(at offset: Int, _ parts: [ValuePart]) {
    self.parts = parts
    super.init(at: offset)
  }

  override func store(_ whole: UnsafeRawPointer, in bytes: ValueBytes) {
    let elements = (whole + offset).assumingMemoryBound(to: Elements.self).pointee
    let kept = elements.prefix(ValueShape.longestCollection)
    bytes.append(number: UInt32(clamping: elements.count))
    bytes.append(number: UInt32(kept.count))
    for element in kept where !bytes.isFull {
      withUnsafePointer(to: element) { for part in parts { part.store(UnsafeRawPointer($0), in: bytes) } }
    }
  }
}
