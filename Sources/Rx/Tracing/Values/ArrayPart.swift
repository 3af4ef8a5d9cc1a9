/// An array: the number of its elements, the number of those that are stored, and these.
final class ArrayPart<Element>: ValuePart {
  private let parts: [ValuePart]

  init(at offset: Int, _ parts: [ValuePart]) {
    self.parts = parts
    super.init(at: offset)
  }

  override func store(_ whole: UnsafeRawPointer, in bytes: ValueBytes) {
    (whole + offset).assumingMemoryBound(to: [Element].self).pointee.withUnsafeBufferPointer { elements in
      let kept = min(elements.count, ValueShape.longestCollection)
      bytes.append(number: UInt32(clamping: elements.count))
      bytes.append(number: UInt32(kept))
      let stride = MemoryLayout<Element>.stride
      for index in 0..<kept where !bytes.isFull {
        let element = UnsafeRawPointer(elements.baseAddress!) + index * stride
        for part in parts { part.store(element, in: bytes) }
      }
    }
  }
}
