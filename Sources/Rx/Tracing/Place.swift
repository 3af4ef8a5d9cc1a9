import CPlatform
import Foundation
import Synchronization

/// A place where objects are made: their type, and a call stack. For a ``CallerTable``, a source line takes the place of
/// the type.
final class Place: HashedEntry {
  /// The number of innermost frames that are recorded.
  static let depth = 32

  let hash: UInt64
  let type: UInt32
  let stack: [UInt]
  /// 0 if the addresses are only a part of the stack, so that several places have the same.
  let number: UInt32
  /// The frames as they are written.
  let frames: [EncodedFrame]
  private let definition = DefinedNumber()

  init(type: UInt32, stack: [UInt], number: UInt32, frames: [EncodedFrame] = []) {
    (self.type, self.stack, self.number, self.frames) = (type, stack, number, frames)
    hash = stack.withUnsafeBufferPointer { Self.hash(type, $0) }
  }

  @inline(__always)
  func isDefined(in segment: Segment) -> Bool { definition.number(definedIn: segment) != nil }

  /// Notes that the definition has been written.
  func define(in segment: Segment) { definition.define(number, in: segment) }

  static func hash(_ type: UInt32, _ stack: UnsafeBufferPointer<UInt>) -> UInt64 {
    hash(type, folded: stack.reduce(0) { hw_fold($0, $1) })
  }

  /// - Parameter folded: the hash of the stack's addresses, as `hw_frame_addresses` returns it.
  @inline(__always)
  static func hash(_ type: UInt32, folded: UInt64) -> UInt64 {
    let hash = hw_fold(folded, UInt(type))
    return hash ^ hash >> 32
  }

  @inline(__always)
  func isAt(_ type: UInt32, _ stack: UnsafeBufferPointer<UInt>) -> Bool {
    let count = stack.count
    guard type == self.type, count == self.stack.count else { return false }
    return self.stack.withUnsafeBufferPointer { known in
      guard let known = known.baseAddress, let stack = stack.baseAddress else { return true }
      return memcmp(known, stack, count * MemoryLayout<UInt>.stride) == 0
    }
  }

  /// Calls `body` with the innermost frames of the calling thread's stack, from the caller's caller outwards, and with
  /// the hash of a place there.
  @inline(__always)
  static func withFrames<Result>(_ type: UInt32, _ body: (UnsafeBufferPointer<UInt>, UInt64) -> Result) -> Result {
    withUnsafeTemporaryAllocation(of: UInt.self, capacity: depth) { addresses in
      var folded: UInt64 = 0
      let count = Int(hw_frame_addresses(addresses.baseAddress!, Int32(depth), &folded))
      return body(UnsafeBufferPointer(rebasing: addresses[..<count]), hash(type, folded: folded))
    }
  }
}
