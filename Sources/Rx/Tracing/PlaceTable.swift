import CPlatform
import Foundation
import Synchronization
import TraceFormat

/// The places where objects are made: a type and a call stack.
///
/// A stack is identified by its return addresses, which are found by frame pointers, at about a nanosecond a frame. The
/// first time they are also found by slow, exact unwinding. If that finds others, it is used each time: a function of a
/// C library may keep no frame pointer. Files and lines are found when the recording is read.
final class PlaceTable: Sendable {
  private let numbers: NumberSource
  private let images: ImageTable
  private let places = GrowingTable<Place>()
  /// The places that are kept, by their numbers, for objects that are defined again in another segment.
  private let numbered = Lock<[UInt32: Place]>([:])

  /// The number of outermost frames that belong to the C library, which starts a thread.
  private static let startingFrames = 2
  /// The number of places that are kept. A program has a few thousand; objects made at others have only their type.
  private static let mostPlaces = 1 << 14

  init(numbers: NumberSource, images: ImageTable) {
    (self.numbers, self.images) = (numbers, images)
  }

  /// The number of the place where the caller makes an object, defined in the segment; nil if it is not kept.
  /// - Parameter type: the number of the object's type, which is defined there.
  @inline(never)
  func number(ofType type: UInt32, in segment: Segment) -> UInt32? {
    Place.withFrames(type) { frames, hash in
      let known = places.entry(hash) { $0.isAt(type, frames) }
      let number = known?._withUnsafeGuaranteedRef(\.number) ?? 0
      if number != 0, _fastPath(known!._withUnsafeGuaranteedRef { $0.isDefined(in: segment) }) { return number }
      let place = number != 0 ? known?.takeUnretainedValue() : exactPlace(type, frames, isKnown: known != nil)
      guard let place else { return nil }
      if !place.isDefined(in: segment) { define(place, segment) }
      return place.number
    }
  }

  /// Defines a place, unless the segment has it, for an object of a type that was made there.
  /// - Returns: false if the place is not kept.
  func define(_ number: UInt32, ofType type: UInt32, in segment: Segment) -> Bool {
    guard let place = numbered.withLock({ $0[number] }), place.type == type else { return false }
    if !place.isDefined(in: segment) { define(place, segment) }
    return true
  }

  private func define(_ place: Place, _ segment: Segment) {
    if images.define(
      RecordHead(.definePlace, .none), object: place.number, site: place.type, place.frames, in: segment)
    {
      place.define(in: segment)
    }
  }

  /// - Parameter isKnown: whether frame pointers are known to find only a part of this stack.
  @inline(never)
  private func exactPlace(_ type: UInt32, _ frames: UnsafeBufferPointer<UInt>, isKnown: Bool) -> Place? {
    let (stack, isAlike) = exactStack(frames)
    return stack.withUnsafeBufferPointer { stack in
      guard isKnown || !isAlike else { return add(type, frames, from: stack) }
      if !isKnown { keep(Place(type: type, stack: Array(frames), number: 0)) }
      let known = places.entry(Place.hash(type, stack)) { $0.isAt(type, stack) }?.takeUnretainedValue()
      return known.flatMap { $0.number == 0 ? nil : $0 } ?? add(type, stack, from: stack)
    }
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
  private func add(
    _ type: UInt32, _ key: UnsafeBufferPointer<UInt>, from stack: UnsafeBufferPointer<UInt>
  ) -> Place? {
    let place = Place(type: type, stack: Array(key), number: numbers.next(), frames: images.encoded(stack))
    guard let kept = keep(place) else { return nil }
    numbered.withLock { $0[kept.number] = kept }
    return kept
  }

  /// No lock is held before this: finding images takes the loader's lock, under which other code may make objects.
  @discardableResult
  private func keep(_ place: Place) -> Place? {
    guard places.size < Self.mostPlaces else { return nil }
    return place.stack.withUnsafeBufferPointer { stack in
      places.add(place) { $0.isAt(place.type, stack) }.takeUnretainedValue()
    }
  }
}
