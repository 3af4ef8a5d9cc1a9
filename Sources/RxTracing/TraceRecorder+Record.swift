import Rx
import RxTrace

extension TraceRecorder {
  /// Records everything that pipelines do, on any thread, while `body` runs, and returns it as values.
  ///
  ///     let recording = try TraceRecorder.record {
  ///       var sum = 0
  ///       _ = Observable.of(1, 2, 3).subscribe(onNext: { sum += $0 })
  ///       return sum
  ///     }
  ///     print(recording.result)
  ///     print(recording.trace.steps.filter { $0.kind == .onCore }.map { $0.value?.text ?? "\($0.event!)" })
  ///     // Prints: 6
  ///     //         ["1", "2", "3", "completed"]
  ///
  /// A recording covers the whole process, not only the closure: it also holds the steps of other threads at the time, and
  /// the steps of work that the closure leaves running up to the closure's end. Recordings may enclose and overlap each
  /// other, on one thread or several, and each gets all steps between its own beginning and end. A recording of the program
  /// into a file (`HEADWATER_TRACE`, ``record(to:maximumSize:callsDescriptions:_:)``) goes on undisturbed; a
  /// ``record(to:maximumSize:callsDescriptions:_:)`` inside of `body` throws an error.
  ///
  /// It uses a temporary file, which is removed before this returns or throws.
  ///
  /// - Parameters:
  ///   - maximumSize: bytes that the file may have; records beyond it are dropped, and counted in `trace.droppedRecords`.
  ///   - callsDescriptions: whether values of the program's own types are shown by their `description`, or by what they
  ///     store. If a recording is under way already, its limit and its setting hold.
  /// - Throws: ``TraceRecordingError`` if nothing can be recorded; the errors of `body`.
  public static func record<Result>(
    maximumSize: Int = defaultMaximumSize, callsDescriptions: Bool = true, _ body: () throws -> Result
  ) throws -> Recording<Result> {
    let recording = try OpenRecording(maximumSize: maximumSize, callsDescriptions: callsDescriptions)
    defer { recording.end() }
    let result = try body()
    return Recording(trace: try recording.endAndRead(), result: result)
  }

  /// Records everything that pipelines do, on any thread, while `body` runs, and returns it as values.
  ///
  ///     let numbers = PublishSubject<Int>()
  ///     let recording = try await TraceRecorder.record {
  ///       _ = numbers.subscribe(onNext: { print($0) })
  ///       await Task { @MainActor in numbers.onNext(1) }.value
  ///     }
  ///     print(recording.trace.threads.count)
  ///     // Prints: 1
  ///     //         2
  ///
  /// Everything that ``record(maximumSize:callsDescriptions:_:)-(()->Result)`` says holds here too. The first thread of the trace is the one
  /// on which `body` begins.
  public static func record<Result>(
    maximumSize: Int = defaultMaximumSize, callsDescriptions: Bool = true,
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async throws -> Recording<Result> {
    let recording = try OpenRecording(maximumSize: maximumSize, callsDescriptions: callsDescriptions)
    defer { recording.end() }
    let result = try await body()
    return Recording(trace: try recording.endAndRead(), result: result)
  }
}
