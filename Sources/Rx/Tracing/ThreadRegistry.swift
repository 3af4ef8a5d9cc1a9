import CPlatform
import Foundation
import Synchronization
import TraceFormat

/// Numbers the threads of one recording, and records for which dispatch queue a thread works.
final class ThreadRegistry: Sendable {
  private let generation: UInt32
  private let writer: RecordWriter
  private let last = Atomic<UInt16>(0)

  init(generation: UInt32, writer: RecordWriter) {
    self.generation = generation
    self.writer = writer
  }

  /// Defines a thread at its first use in the recording.
  func introduce(_ thread: UnsafeMutablePointer<hw_thread>) {
    if thread.pointee.recorder.generation == generation { return }
    let error = errno
    defer { errno = error }
    thread.pointee.recorder.generation = generation
    // 0 means no thread, so it is skipped when the numbers wrap.
    let ordinal = last.wrappingAdd(1, ordering: .relaxed).newValue
    thread.pointee.recorder.ordinal = ordinal > 0 ? ordinal : last.wrappingAdd(1, ordering: .relaxed).newValue
    thread.pointee.recorder.depth = 0
    thread.pointee.recorder.queue_label = nil
    var name = [CChar](repeating: 0, count: 64)
    hw_thread_name(&name, name.count)
    let text = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    writer.write(SlotContents(RecordHead(.defineThread, .none).with(.string), thread, 0, 0, 0), text)
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
    guard UnsafeRawPointer(label) != thread.pointee.recorder.queue_label else { return }
    thread.pointee.recorder.queue_label = UnsafeRawPointer(label)
    writer.write(SlotContents(RecordHead(.queue, .none).with(.string), thread, 0, 0, 0), String(cString: label))
  }
}
