import CPlatform
import Synchronization
import TraceFormat

private let newestRecorder = Atomic<Unmanaged<Recorder>?>(nil)

/// A recording: its file, and the numbers that were given out in it.
///
/// Any thread may record at any time. Numbers for objects, threads and source lines are given out as they are first
/// met, each with a record that defines it. This file begins and ends recordings; `Recorder+Calls.swift` is what the
/// hooks call; ``RecordWriter``, ``CallSiteTable``, ``ObjectRegistry`` and ``ThreadRegistry`` have one job each.
final class Recorder: Sendable {
  /// Tells recordings of one process apart, because objects and threads outlive a recording.
  let generation: UInt32
  let writer: RecordWriter
  let sites = CallSiteTable()
  let objects: ObjectRegistry
  let threads: ThreadRegistry

  /// The newest recording. Ended recorders are never freed: a thread uses one without counting the reference, which
  /// is what keeps a record cheap.
  private static var current: Recorder? { newestRecorder.load(ordering: .acquiring)?.takeUnretainedValue() }

  private static let lastGeneration = Atomic<UInt32>(0)
  private static let control = Lock<Void>(())

  private init(file: TraceFile) {
    generation = Self.lastGeneration.wrappingAdd(1, ordering: .relaxed).newValue
    writer = RecordWriter(file: file)
    objects = ObjectRegistry(generation: generation, writer: writer)
    threads = ThreadRegistry(generation: generation, writer: writer)
  }

  /// Calls `body` with the newest recording, whose reference is not counted; nil where there never was one.
  @inline(__always)
  static func withCurrent<Result>(_ body: (Recorder) -> Result) -> Result? {
    guard let reference = newestRecorder.load(ordering: .acquiring) else { return nil }
    return reference._withUnsafeGuaranteedRef(body)
  }

  /// Begins to record into a file, unless a recording is under way already.
  /// - Returns: whether it began; the file is not touched otherwise.
  static func start(
    path: String, maximumSize: Int, keepsOthers: Bool = false
  ) throws(TraceRecordingError) -> Bool {
    // Two threads may ask at once. A program started with `HEADWATER_TRACE` must not have its file cut to nothing.
    try control.withLock { _ throws(TraceRecordingError) -> Bool in
      guard !hw_is_recording() else { return false }
      let file = try TraceFile(path: path, maximumSize: maximumSize, keepsOthers: keepsOthers)
      newestRecorder.store(Unmanaged.passRetained(Recorder(file: file)), ordering: .releasing)
      _ = hw_set_recording(true)
      return true
    }
  }

  /// Ends the recording under way.
  static func stop() {
    control.withLock { _ in
      guard hw_set_recording(false), let recorder = current else { return }
      recorder.writer.file.close()
    }
  }

  /// Where the recording under way stands, as the calling thread sees it; nil where there is none.
  static var position: RecordingPosition? {
    guard Tracing.isOn, let recorder = current else { return nil }
    let thread = hw_thread_state()!
    _ = recorder.threads.meet(thread)
    return RecordingPosition(
      path: recorder.writer.file.path, recording: recorder.generation, sequence: recorder.writer.file.end,
      thread: thread.pointee.recorder.ordinal)
  }
}
