import CPlatform
import Synchronization
import TraceFormat

private let newestRecorder = Atomic<Unmanaged<Recorder>?>(nil)

/// A recording: its file, and the numbers that are defined in it.
///
/// Any thread may record at any time. Objects, threads and source lines get a number at their first use, each with a
/// record that defines it. This file begins and ends recordings; the hooks call the methods in `Recorder+Calls.swift`;
/// ``RecordWriter``, ``CallSiteTable``, ``CallerTable``, ``ObjectRegistry`` and ``ThreadRegistry`` have one job each.
final class Recorder: Sendable {
  /// Distinguishes the recordings of one process, because objects and threads outlive a recording.
  let generation: UInt32
  let writer: RecordWriter
  let sites: CallSiteTable
  let callers: CallerTable
  let objects: ObjectRegistry
  let threads: ThreadRegistry

  /// The newest recording. Recorders are never freed, so a thread uses one without retaining it, which keeps a record
  /// cheap.
  private static var current: Recorder? { newestRecorder.load(ordering: .acquiring)?.takeUnretainedValue() }

  private static let lastGeneration = Atomic<UInt32>(0)
  private static let control = Lock<Void>(())

  private init(file: TraceFile) {
    generation = Self.lastGeneration.wrappingAdd(1, ordering: .relaxed).newValue
    writer = RecordWriter(file: file)
    let (images, siteNumbers) = (ImageTable(writer: writer), NumberSource())
    sites = CallSiteTable(source: siteNumbers)
    callers = CallerTable(writer: writer, numbers: siteNumbers, images: images)
    objects = ObjectRegistry(generation: generation, writer: writer, images: images)
    threads = ThreadRegistry(generation: generation, writer: writer)
  }

  /// Calls `body` with the newest recording, which is not retained; nil if there never was one.
  @inline(__always)
  static func withCurrent<Result>(_ body: (Recorder) -> Result) -> Result? {
    guard let reference = newestRecorder.load(ordering: .acquiring) else { return nil }
    return reference._withUnsafeGuaranteedRef(body)
  }

  /// Begins to record into a file, unless there is a recording already.
  /// - Returns: whether it began; otherwise the file is not touched.
  static func start(
    path: String, maximumSize: Int, keepsOthers: Bool = false
  ) throws(TraceRecordingError) -> Bool {
    // Checked under the lock, because two threads may start at once, and the second must not replace the first's file.
    try control.withLock { _ throws(TraceRecordingError) -> Bool in
      guard !hw_is_recording() else { return false }
      let file = try TraceFile(path: path, maximumSize: maximumSize, keepsOthers: keepsOthers)
      newestRecorder.store(Unmanaged.passRetained(Recorder(file: file)), ordering: .releasing)
      _ = hw_set_recording(true)
      return true
    }
  }

  /// Ends the current recording.
  static func stop() {
    control.withLock { _ in
      guard hw_set_recording(false), let recorder = current else { return }
      recorder.writer.file.close()
    }
  }

  /// The calling thread's position in the current recording; nil if there is none.
  static var position: RecordingPosition? {
    guard Tracing.isOn, let recorder = current else { return nil }
    let thread = hw_thread_state()!
    _ = recorder.threads.meet(thread)
    return RecordingPosition(
      path: recorder.writer.file.path, recording: recorder.generation, sequence: recorder.writer.file.end,
      thread: thread.pointee.recorder.ordinal)
  }
}
