import CPlatform
import Foundation
import TraceFormat

/// Numbers the call stacks of calls that the program makes itself: who sent an event, who subscribed, who disposed.
///
/// A number stands for a source line of the engine and for the stack that led to it, so that it takes the place of the
/// line's own number in a record. Stacks are found by frame pointers, which the frames from the hook to the program's own
/// code all have. Frames further out may be missing, because a C library may keep no frame pointer.
final class CallerTable: Sendable {
  private let numbers: NumberSource
  private let images: ImageTable
  private let stacks = GrowingTable<Place>()

  /// The number of stacks that are kept. A program has a few thousand. Beyond the limit, records have only their line.
  private static let mostStacks = 1 << 14

  /// - Parameter numbers: gives the numbers of source lines as well.
  init(numbers: NumberSource, images: ImageTable) {
    (self.numbers, self.images) = (numbers, images)
  }

  /// The number of a source line together with the caller's stack, defined in the segment.
  /// - Parameter site: the line's number, which is defined there.
  @inline(never)
  func number(ofCallFrom site: UInt32, in segment: Segment) -> UInt32 {
    Place.withFrames(site) { frames, hash in
      let known = stacks.entry(hash) { $0.isAt(site, frames) }
      if let known, _fastPath(known._withUnsafeGuaranteedRef { $0.isDefined(in: segment) }) {
        return known._withUnsafeGuaranteedRef(\.number)
      }
      return define(site, frames, known?.takeUnretainedValue(), segment)
    }
  }

  @inline(never)
  private func define(
    _ site: UInt32, _ frames: UnsafeBufferPointer<UInt>, _ known: Place?, _ segment: Segment
  ) -> UInt32 {
    let error = errno
    defer { errno = error }
    guard let stack = known ?? add(site, frames) else { return site }
    if images.define(
      RecordHead(.defineCaller, .none), object: stack.number, site: site, stack.frames, in: segment)
    {
      stack.define(in: segment)
    }
    return stack.number
  }

  private func add(_ site: UInt32, _ frames: UnsafeBufferPointer<UInt>) -> Place? {
    guard stacks.size < Self.mostStacks else { return nil }
    let number = numbers.next()
    guard number <= UInt16.max else { return nil }
    let stack = Place(type: site, stack: Array(frames), number: number, frames: images.encoded(frames))
    return stacks.add(stack) { $0.isAt(site, frames) }.takeUnretainedValue()
  }
}
