/// A case of an enumeration, from the type's metadata.
///
/// A `Mirror` gives the case of one value, in about a microsecond, and not the type of a payload that is a protocol's. The
/// layout of the metadata is part of Swift's stable ABI (docs/ABI/TypeMetadata.rst in Swift's repository).
struct EnumerationCase {
  let name: String
  /// Nil for a case without a payload.
  let payload: Any.Type?

  /// The cases in the order of their numbers; nil if the metadata does not tell them all.
  static func all(of type: Any.Type) -> [EnumerationCase]? {
    let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    let word = MemoryLayout<UInt>.size
    let descriptor = metadata.load(fromByteOffset: word, as: UnsafeRawPointer.self)
    guard let fields = relative(descriptor + 16) else { return nil }
    let recordSize = Int(fields.load(fromByteOffset: 10, as: UInt16.self))
    let count = Int(fields.load(fromByteOffset: 12, as: UInt32.self))
    guard recordSize >= 12, count <= longest else { return nil }
    var cases: [EnumerationCase] = []
    for index in 0..<count {
      let record = fields + 16 + index * recordSize
      // An indirect payload is in a box.
      guard record.load(as: UInt32.self) & 1 == 0, let name = relative(record + 8) else { return nil }
      var payload: Any.Type?
      if let mangled = relative(record + 4) {
        payload = Self.type(mangled, in: descriptor, generics: metadata + 2 * word)
        if payload == nil { return nil }
      }
      let text = String(cString: name.assumingMemoryBound(to: CChar.self))
      cases.append(EnumerationCase(name: text, payload: payload))
    }
    return cases
  }

  private static let longest = 256

  /// The address that a relative reference leads to; nil for none.
  private static func relative(_ place: UnsafeRawPointer) -> UnsafeRawPointer? {
    let distance = place.load(as: Int32.self)
    return distance == 0 ? nil : place + Int(distance)
  }

  private static func type(
    _ mangled: UnsafeRawPointer, in descriptor: UnsafeRawPointer, generics: UnsafeRawPointer
  ) -> Any.Type? {
    _getTypeByMangledNameInContext(
      mangled.assumingMemoryBound(to: UInt8.self), UInt(length(ofMangled: mangled)), genericContext: descriptor,
      genericArguments: generics)
  }

  /// A mangled name ends with a zero byte, but the references within it may contain some.
  private static func length(ofMangled name: UnsafeRawPointer) -> Int {
    var end = 0
    while true {
      switch name.load(fromByteOffset: end, as: UInt8.self) {
      case 0: return end
      case 0x01...0x17: end += 5
      case 0x18...0x1F: end += 9
      default: end += 1
      }
    }
  }
}
