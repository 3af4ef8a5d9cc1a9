import CPlatform
import Foundation
import Synchronization
import TraceFormat

/// A recording: its file, and the numbers that are defined in it.
///
/// Any thread may record at any time. Objects, threads and source lines get a number at their first use, each with a
/// record that defines it. This file begins and ends recordings; the hooks call the methods in `Recorder+Calls.swift`;
/// ``RecordWriter``, ``CallSiteTable``, ``CallerTable``, ``ObjectRegistry`` and ``ThreadRegistry`` have one job each.
final class Recorder: Sendable {
  /// Distinguishes the recordings of one process, because objects and threads outlive a recording.
  let generation: UInt32
  /// Whether values of the program's types are shown by the descriptions that the program gives them.
  let callsDescriptions: Bool
  private let isStarted: Bool
  let writer: RecordWriter
  let sites: CallSiteTable
  let callers: CallerTable
  let objects: ObjectRegistry
  let threads: ThreadRegistry
  /// The numbers of the layouts of values.
  let shapes = NumberSource()
  let instances = InstanceTable()

  private static let lastGeneration = Atomic<UInt32>(0)
  private static let control = Lock(Control())

  private struct Control {
    /// The newest recorder until it is closed.
    var open: Recorder?
    /// Closed recorders that a thread may be in the middle of using.
    var closed: [Recorder] = []

    mutating func close(_ recorder: Recorder) {
      hw_set_newest_recorder(nil)
      waitForRecords(of: recorder)
      recorder.writer.file.close()
      open = nil
      closed.append(recorder)
    }

    /// Lets other threads finish their records, for which they may need a processor that other programs have.
    private func waitForRecords(of recorder: Recorder) {
      for microseconds: UInt32 in [100, 1000, 4000, 16_000, 64_000, 128_000] {
        if hw_is_idle(Unmanaged.passUnretained(recorder).toOpaque()) { return }
        usleep(microseconds)
      }
    }

    /// Frees closed recorders. Called only while no recorder is open, because threads that use that one would be taken
    /// for users of the closed ones.
    mutating func free() {
      closed.removeAll { hw_is_idle(Unmanaged.passUnretained($0).toOpaque()) }
    }
  }

  private init(_ options: RecordingOptions, file: TraceFile) {
    generation = Self.lastGeneration.wrappingAdd(1, ordering: .relaxed).newValue
    (callsDescriptions, isStarted) = (options.callsDescriptions, options.isStarted)
    writer = RecordWriter(file: file)
    let (images, siteNumbers) = (ImageTable(writer: writer), NumberSource())
    sites = CallSiteTable(source: siteNumbers)
    callers = CallerTable(numbers: siteNumbers, images: images)
    objects = ObjectRegistry(writer: writer, images: images)
    threads = ThreadRegistry(generation: generation, writer: writer)
  }

  /// Calls `body` with the open recording, which is not retained; nil if there is none, or the thread is not recorded now.
  ///
  /// A closed recorder is freed only when no thread is in here (`Visitors.c`), so that a record needs no reference
  /// counting.
  @inline(__always)
  static func withCurrent<Result>(_ body: (Recorder) -> Result) -> Result? {
    let known = hw_begin_visit()
    defer { hw_end_visit() }
    guard let recorder = known ?? introduce() else { return nil }
    return Unmanaged<Recorder>.fromOpaque(recorder)._withUnsafeGuaranteedRef(body)
  }

  /// Makes the calling thread known to the open recorder. Nil if the thread is not recorded now.
  @inline(never)
  private static func introduce() -> UnsafeRawPointer? {
    let thread = hw_thread_state()!
    // The recorder is looked up only after the thread is listed: nobody waits for a thread that is not.
    guard !thread.pointee.recorder.suspended, hw_list_thread(thread), let newest = hw_find_newest_recorder() else {
      return nil
    }
    let isRecorded = Unmanaged<Recorder>.fromOpaque(newest)._withUnsafeGuaranteedRef { $0.threads.introduce(thread) }
    guard isRecorded else { return nil }
    hw_set_known(thread, newest)
    return newest
  }

  /// Begins to record into a file.
  /// - Returns: the file, which identifies the recording.
  /// - Throws: ``TraceRecordingError``; if there is a recording already, the file is not touched.
  @discardableResult
  static func start(_ options: RecordingOptions) throws(TraceRecordingError) -> TraceFile {
    // Checked under the lock, because two threads may start at once, and the second must not replace the first's file.
    try control.withLock { control throws(TraceRecordingError) in
      if let recorder = control.open {
        guard !hw_is_recording() else {
          throw TraceRecordingError(path: options.path, openRecording: recorder.writer.file.path)
        }
        // A forked child must not use its parent's recorder.
        control.close(recorder)
      }
      control.free()
      let recorder = Recorder(options, file: try TraceFile(options))
      prepare()
      control.open = recorder
      hw_at_thread_end { Recorder.threadEnds($0!) }
      hw_set_newest_recorder(Unmanaged.passUnretained(recorder).toOpaque())
      _ = hw_set_recording(true)
      return recorder.writer.file
    }
  }

  /// Does what the first records would do once in a process. It takes longer than a thousand records, and the program's
  /// first events must not wait for it.
  private static func prepare() {
    hw_prepare_stacks()
    // Builds the tables of facts about the engine, and makes the runtime find the types that texts are put together with.
    _ = TracedClass(PublishSubject<Int>.self).definition(delivery: -1) { 0 }
    _ = String(describing: RecordHead(.on, .none))
  }

  /// Ends the current recording.
  /// - Parameters:
  ///   - file: the file of the only recording that may be ended; nil for any.
  ///   - onlyStarted: whether it goes on unless ``TraceRecorder/start(to:ring:callsDescriptions:)`` began it.
  static func stop(_ file: TraceFile? = nil, onlyStarted: Bool = false) {
    control.withLock { control in
      if onlyStarted, control.open?.isStarted != true { return }
      if let file, control.open?.writer.file !== file { return }
      guard hw_set_recording(false), let recorder = control.open else { return }
      control.close(recorder)
      control.free()
    }
  }

  /// The open recording's file; nil if there is none.
  static var file: TraceFile? { control.withLock { hw_is_recording() ? $0.open?.writer.file : nil } }

  /// Lets another thread have the number of the calling one, which ends.
  private static func threadEnds(_ thread: UnsafeMutablePointer<hw_thread>) {
    _ = hw_begin_visit()
    defer { hw_end_visit() }
    guard let newest = hw_find_newest_recorder() else { return }
    Unmanaged<Recorder>.fromOpaque(newest)._withUnsafeGuaranteedRef { $0.threads.forget(thread) }
  }

  /// The calling thread's position in the current recording; nil if there is none.
  static var position: RecordingPosition? {
    let thread = hw_thread_state()!
    _ = hw_begin_visit()
    defer { hw_end_visit() }
    guard hw_list_thread(thread), let newest = hw_find_newest_recorder() else { return nil }
    return Unmanaged<Recorder>.fromOpaque(newest)._withUnsafeGuaranteedRef { recorder in
      let isNumbered = recorder.threads.introduce(thread)
      return RecordingPosition(
        path: recorder.writer.file.path, recording: recorder.generation, sequence: recorder.writer.file.end,
        thread: isNumbered ? thread.pointee.recorder.ordinal : 0)
    }
  }
}
