/// A place where objects are made: their type, and a call stack. For a ``CallerTable``, a source line takes the place of
/// the type.
final class Place: HashedEntry {
  let hash: UInt64
  let type: UInt32
  let stack: [UInt]
  /// 0 if the addresses are only a part of the stack, so that several places have the same.
  let number: UInt32

  init(type: UInt32, stack: [UInt], number: UInt32) {
    (self.type, self.stack, self.number) = (type, stack, number)
    hash = stack.withUnsafeBufferPointer { Self.hash(type, $0) }
  }

  @inline(__always)
  static func hash(_ type: UInt32, _ stack: UnsafeBufferPointer<UInt>) -> UInt64 {
    var hash = UInt64(type)
    for address in stack { hash = (hash ^ UInt64(address)) &* 0x0000_0100_0000_01B3 }
    return hash ^ hash >> 32
  }

  @inline(__always)
  func isAt(_ type: UInt32, _ stack: UnsafeBufferPointer<UInt>) -> Bool {
    guard type == self.type, stack.count == self.stack.count else { return false }
    return self.stack.withUnsafeBufferPointer { known in stack.indices.allSatisfy { known[$0] == stack[$0] } }
  }
}
