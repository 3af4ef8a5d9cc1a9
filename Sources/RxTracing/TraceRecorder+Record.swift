import Rx
import RxTrace

extension Rx.Trace {
  /// Records everything that pipelines do, on any thread, while `body` runs, and gives it as values.
  ///
  ///     let recording = try Trace.record {
  ///       var sum = 0
  ///       _ = Observable.of(1, 2, 3).subscribe(onNext: { sum += $0 })
  ///       return sum
  ///     }
  ///     print(recording.result)
  ///     print(recording.trace.steps.filter { $0.kind == .onCore }.map { $0.value?.text ?? "\($0.event!)" })
  ///     // Prints: 6
  ///     //         ["1", "2", "3", "completed"]
  ///
  /// A recording is the process's, not the closure's: what other threads do with pipelines meanwhile is in it too, while
  /// what the closure leaves running is in it up to the closure's end. Recordings may enclose and overlap each other, on
  /// one thread or several, and each gets all that happened between its own beginning and end. In a program that is
  /// recorded into a file (`HEADWATER_TRACE`, ``record(to:maximumSize:_:)``) that goes on undisturbed; a
  /// ``record(to:maximumSize:_:)`` inside of `body` writes no file.
  ///
  /// The way is through a temporary file, which is gone when this returns or throws.
  ///
  /// - Parameter maximumSize: bytes that the file may have; records beyond it are dropped, and counted in
  ///   `trace.droppedRecords`. Where a recording is under way already, that one's limit holds.
  /// - Throws: ``TraceRecordingError`` where nothing can be recorded; what `body` throws.
  public static func record<Result>(
    maximumSize: Int = defaultMaximumSize, _ body: () throws -> Result
  ) throws -> Recording<Result> {
    let recording = try OpenRecording(maximumSize: maximumSize)
    defer { recording.end() }
    let result = try body()
    return Recording(trace: try recording.endAndRead(), result: result)
  }

  /// Records everything that pipelines do, on any thread, while `body` runs, and gives it as values.
  ///
  ///     let numbers = PublishSubject<Int>()
  ///     let recording = try await Trace.record {
  ///       _ = numbers.subscribe(onNext: { print($0) })
  ///       await Task { @MainActor in numbers.onNext(1) }.value
  ///     }
  ///     print(recording.trace.threads.count)
  ///     // Prints: 1
  ///     //         2
  ///
  /// All that ``record(maximumSize:_:)-(()->Result)`` says holds here too. The first thread of the trace is the one that
  /// `body` begins on.
  public static func record<Result>(
    maximumSize: Int = defaultMaximumSize, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async throws -> Recording<Result> {
    let recording = try OpenRecording(maximumSize: maximumSize)
    defer { recording.end() }
    let result = try await body()
    return Recording(trace: try recording.endAndRead(), result: result)
  }
}
