import CPlatform
import Foundation
import Synchronization
import TraceFormat

/// The places where objects are made: a type and a call stack, each written once in a recording.
///
/// A stack is identified by its return addresses, which are found by frame pointers, at about a nanosecond a frame. The
/// first time they are also found by slow, exact unwinding. If that finds others, it is used each time: a function of a
/// C library may keep no frame pointer. Files and lines are found when the recording is read.
final class PlaceTable: Sendable {
  private let writer: RecordWriter
  private let numbers: NumberSource
  private let places = GrowingTable<Place>()
  private let images: ImageTable

  /// The number of outermost frames that belong to the C library, which starts a thread.
  private static let startingFrames = 2
  /// The number of places that are kept. A program has a few thousand; a place beyond the limit is written each time.
  private static let mostPlaces = 1 << 14

  init(writer: RecordWriter, numbers: NumberSource, images: ImageTable) {
    (self.writer, self.numbers, self.images) = (writer, numbers, images)
  }

  /// The number of the place where the caller makes an object of a type.
  @inline(never)
  func number(ofType type: UInt32) -> UInt32 {
    Place.withFrames(type) { frames, hash in
      let known = places.entry(hash) { $0.isAt(type, frames) }?._withUnsafeGuaranteedRef(\.number)
      if let known, _fastPath(known != 0) { return known }
      return exactNumber(type, frames, isKnown: known != nil)
    }
  }

  /// - Parameter isKnown: whether frame pointers are known to find only a part of this stack.
  @inline(never)
  private func exactNumber(_ type: UInt32, _ frames: UnsafeBufferPointer<UInt>, isKnown: Bool) -> UInt32 {
    let (stack, isAlike) = exactStack(frames)
    if isKnown || !isAlike {
      if !isKnown { keep(Place(type: type, stack: Array(frames), number: 0)) }
      return stack.withUnsafeBufferPointer { stack in
        let hash = Place.hash(type, stack)
        let known = places.entry(hash) { $0.isAt(type, stack) }?._withUnsafeGuaranteedRef(\.number)
        if let known, known != 0 { return known }
        return define(type, stack, from: stack)
      }
    }
    return stack.withUnsafeBufferPointer { define(type, frames, from: $0) }
  }

  /// The whole stack, and whether frame pointers found the same, except for the frames that start a thread.
  private func exactStack(_ frames: UnsafeBufferPointer<UInt>) -> (stack: [UInt], isAlike: Bool) {
    // The first addresses are in the functions of this table.
    var addresses = [UnsafeMutableRawPointer?](repeating: nil, count: Place.depth + 8)
    let count = Int(hw_return_addresses(&addresses, Int32(addresses.count)))
    let all = addresses.prefix(count).map { UInt(bitPattern: $0) }
    guard let start = frames.first.flatMap(all.firstIndex) else { return (Array(all.prefix(Place.depth)), false) }
    let stack = Array(all[start...].prefix(Place.depth))
    let isAlike = stack.starts(with: frames)
    let isWhole = frames.count == Place.depth || stack.count - frames.count <= Self.startingFrames
    return (stack, isAlike && isWhole)
  }

  /// - Parameters:
  ///   - key: the addresses by which the table finds the place again.
  ///   - stack: the addresses that are written.
  private func define(
    _ type: UInt32, _ key: UnsafeBufferPointer<UInt>, from stack: UnsafeBufferPointer<UInt>
  ) -> UInt32 {
    let words = images.encoded(stack)
    let number = numbers.next()
    words.withUnsafeBytes { writer.define(RecordHead(.definePlace, .none), object: number, site: type, $0) }
    return keep(Place(type: type, stack: Array(key), number: number))
  }

  /// No lock is held before this: finding images takes the loader's lock, under which other code may make objects.
  @discardableResult
  private func keep(_ place: Place) -> UInt32 {
    guard places.size < Self.mostPlaces else { return place.number }
    return place.stack.withUnsafeBufferPointer { stack in
      places.add(place) { $0.isAt(place.type, stack) }._withUnsafeGuaranteedRef(\.number)
    }
  }
}
