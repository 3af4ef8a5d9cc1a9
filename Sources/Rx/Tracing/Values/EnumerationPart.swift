import CPlatform

/// An enumeration: the number of the case in two bytes, and then the case's payload.
final class EnumerationPart: ValuePart {
  private let type: Any.Type
  private let size: Int
  /// For each case the parts of its payload, in the memory of the payload; empty for a case without one.
  private let payloads: [[ValuePart]]

  init(at offset: Int, _ type: Any.Type, size: Int, payloads: [[ValuePart]]) {
    (self.type, self.size, self.payloads) = (type, size, payloads)
    super.init(at: offset)
  }

  override func store(_ whole: UnsafeRawPointer, in bytes: ValueBytes) {
    let number = Int(hw_enum_case(whole + offset, unsafeBitCast(type, to: UnsafeRawPointer.self)))
    bytes.append(number: UInt16(truncatingIfNeeded: number))
    guard payloads.indices.contains(number), !payloads[number].isEmpty else { return }
    // The case's number may be stored in bits of the payload, so it is removed from a copy. The copy is not retained and
    // not released.
    withUnsafeTemporaryAllocation(byteCount: size, alignment: 16) { copy in
      copy.copyMemory(from: UnsafeRawBufferPointer(start: whole + offset, count: size))
      hw_enum_payload(copy.baseAddress, unsafeBitCast(type, to: UnsafeRawPointer.self))
      for part in payloads[number] { part.store(UnsafeRawPointer(copy.baseAddress!), in: bytes) }
    }
  }
}
