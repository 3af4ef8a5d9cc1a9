import CPlatform
import Foundation
import TraceFormat

/// Numbers the call stacks of calls that the program makes itself: who sent an event, who subscribed, who disposed.
///
/// A number stands for a source line of the engine and for the stack that led to it, so that it takes the place of the
/// line's own number in a record. Stacks are found by frame pointers, which the frames from the hook to the program's own
/// code all have. Frames further out may be missing, because a C library may keep no frame pointer.
final class CallerTable: Sendable {
  private let writer: RecordWriter
  private let numbers: NumberSource
  private let images: ImageTable
  private let stacks = GrowingTable<Place>()

  /// The number of stacks that are kept. A program has a few thousand. Beyond the limit, records have only their line.
  private static let mostStacks = 1 << 14

  /// - Parameter numbers: gives the numbers of source lines as well.
  init(writer: RecordWriter, numbers: NumberSource, images: ImageTable) {
    (self.writer, self.numbers, self.images) = (writer, numbers, images)
  }

  /// The number of a source line together with the caller's stack.
  @inline(never)
  func number(ofCallFrom site: UInt32) -> UInt32 {
    Place.withFrames(site) { frames, hash in
      let known = stacks.entry(hash) { $0.isAt(site, frames) }
      return known?._withUnsafeGuaranteedRef(\.number) ?? add(site, frames)
    }
  }

  @inline(never)
  private func add(_ site: UInt32, _ frames: UnsafeBufferPointer<UInt>) -> UInt32 {
    guard stacks.size < Self.mostStacks else { return site }
    let error = errno
    defer { errno = error }
    let number = numbers.next()
    images.encoded(frames).withUnsafeBytes {
      writer.define(RecordHead(.defineCaller, .none), object: number, site: site, $0)
    }
    let stack = Place(type: site, stack: Array(frames), number: number)
    return stacks.add(stack) { $0.isAt(site, frames) }._withUnsafeGuaranteedRef(\.number)
  }
}
