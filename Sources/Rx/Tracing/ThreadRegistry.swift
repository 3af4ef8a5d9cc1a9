import CPlatform
import Foundation
import TraceFormat

/// Numbers the threads of one recording, and records for which dispatch queue a thread works.
final class ThreadRegistry: Sendable {
  private let generation: UInt32
  private let writer: RecordWriter
  private let numbers = Lock(ThreadNumbers())
  private let count = NumberSource()

  init(generation: UInt32, writer: RecordWriter) {
    self.generation = generation
    self.writer = writer
  }

  /// Numbers a thread at its first use in the recording.
  /// - Returns: false if there is no number for it; then a record is counted as dropped.
  func introduce(_ thread: UnsafeMutablePointer<hw_thread>) -> Bool {
    if thread.pointee.recorder.generation == generation { return true }
    guard let number = numbers.withLock({ $0.take() }) else {
      writer.file.countDropped(because: TraceFormat.tooManyThreads)
      return false
    }
    thread.pointee.recorder.generation = generation
    thread.pointee.recorder.ordinal = number
    thread.pointee.recorder.count = count.next()
    thread.pointee.recorder.depth = 0
    thread.pointee.recorder.ended = 0
    thread.pointee.recorder.queue_label = nil
    thread.forgetValue()
    return true
  }

  /// Defines a thread before its first record in a segment, and repeats for which queue it works.
  @inline(__always)
  func define(_ thread: UnsafeMutablePointer<hw_thread>, in segment: Segment) {
    if _slowPath(thread.pointee.recorder.segment != segment.epoch) { defineNow(thread, segment) }
  }

  @inline(never)
  private func defineNow(_ thread: UnsafeMutablePointer<hw_thread>, _ segment: Segment) {
    let error = errno
    defer { errno = error }
    hw_set_segment(thread, segment.epoch)
    var name = [CChar](repeating: 0, count: 64)
    hw_thread_name(&name, name.count)
    write(.defineThread, thread, object: thread.pointee.recorder.count, name, segment)
    if let label = thread.pointee.recorder.queue_label { write(.queue, thread, object: 0, label, segment) }
  }

  /// - Parameter name: ends with a zero byte.
  private func write(
    _ kind: RecordKind, _ thread: UnsafeMutablePointer<hw_thread>, object: UInt32, _ name: UnsafePointer<CChar>,
    _ segment: Segment
  ) {
    let slot = SlotContents(RecordHead(kind, .none).with(.string), thread, object, 0, 0).withoutGap
    // If it is not written, the record that comes next is not written either, and both are tried again.
    _ = writer.write(slot, UnsafeRawBufferPointer(start: name, count: strlen(name)), in: segment)
  }

  /// Lets another thread have the number of a thread that ends.
  func forget(_ thread: UnsafeMutablePointer<hw_thread>) {
    guard thread.pointee.recorder.generation == generation else { return }
    thread.pointee.recorder.generation = 0
    numbers.withLock { $0.giveBack(thread.pointee.recorder.ordinal) }
  }

  /// Records the queue of an outermost call if it has changed. A thread works for many queues in turn, but for one during
  /// such a call.
  @inline(__always)
  func noteQueue(of thread: UnsafeMutablePointer<hw_thread>) {
    if _slowPath(thread.pointee.recorder.depth == 0) { noteQueueNow(thread) }
  }

  @inline(never)
  private func noteQueueNow(_ thread: UnsafeMutablePointer<hw_thread>) {
    let label = hw_queue_label()!
    guard label != thread.pointee.recorder.queue_label else { return }
    thread.pointee.recorder.queue_label = label
    guard let segment = writer.file.segment else { return }
    let isRepeated = thread.pointee.recorder.segment != segment.epoch
    define(thread, in: segment)
    if !isRepeated { write(.queue, thread, object: 0, label, segment) }
  }
}

/// The numbers of living threads: each has its own.
///
/// A number is used again only when there is no new one, so that readers of earlier versions, which take threads with the
/// same number for one, are right about nearly all recordings.
struct ThreadNumbers {
  private let largest: UInt16
  /// 0 stands for no thread.
  private var last: UInt16 = 0
  private var givenBack: [UInt16] = []

  init(largest: UInt16 = .max) { self.largest = largest }

  /// Nil if each number belongs to a living thread.
  mutating func take() -> UInt16? {
    guard last == largest else {
      last += 1
      return last
    }
    return givenBack.popLast()
  }

  mutating func giveBack(_ number: UInt16) { givenBack.append(number) }
}
