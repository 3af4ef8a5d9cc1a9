import CPlatform
import Foundation
import TraceFormat

/// Records what pipelines do.
public enum TraceRecorder {
  /// How large a trace file may grow unless said otherwise: 4 GiB, about 130 million records.
  public static let defaultMaximumSize = 1 << 32

  /// Records everything that pipelines do, on any thread, while `body` runs.
  ///
  /// Recordings do not nest: inside another one, beside one that another thread began, or in a program started with
  /// `HEADWATER_TRACE`, the one under way goes on and `path` is not written.
  ///
  ///     try TraceRecorder.record(to: "run.hwtrace") {
  ///       _ = Observable.of(1, 2, 3).subscribe(onNext: { print($0) })
  ///     }
  ///
  /// - Parameters:
  ///   - path: the trace file; one that exists is replaced once something is recorded.
  ///   - maximumSize: bytes; records beyond it are counted in the file and dropped.
  /// - Returns: what `body` returns.
  /// - Throws: ``TraceRecordingError`` where the file cannot be made; what `body` throws.
  public static func record<Result>(
    to path: String, maximumSize: Int = defaultMaximumSize, _ body: () throws -> Result
  ) throws -> Result {
    let isOutermost = try Recorder.start(path: path, maximumSize: maximumSize)
    defer { if isOutermost { Recorder.stop() } }
    return try body()
  }
}

/// Starts recording where the environment asks for it, before the program's own first line: `HEADWATER_TRACE` names the
/// file, `HEADWATER_TRACE_LIMIT` says how many bytes it may have, and `HEADWATER_TRACE_EACH` that a recording which has
/// that name is kept under another.
private func startAsTheEnvironmentAsks() {
  guard let path = getenv("HEADWATER_TRACE").map({ String(cString: $0) }), !path.isEmpty else { return }
  let limit = getenv("HEADWATER_TRACE_LIMIT").flatMap { Int(String(cString: $0)) } ?? TraceRecorder.defaultMaximumSize
  let keepsOthers = getenv("HEADWATER_TRACE_EACH") != nil
  // A program that this one starts finds the environment that it would find otherwise.
  for name in ["HEADWATER_TRACE", "HEADWATER_TRACE_LIMIT", "HEADWATER_TRACE_EACH"] { unsetenv(name) }
  do {
    _ = try Recorder.start(path: path, maximumSize: limit, keepsOthers: keepsOthers)
  } catch {
    FileHandle.standardError.write(Data("headwater: \(error)\n".utf8))
    return
  }
  _ = hw_watch_standard_output { bytes, count in
    guard let bytes else { return }
    let text = String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
    Recorder.note(RecordHead(.output, .none), nil, nil, EncodedPayload(type: .string, text: text))
  }
  atexit { Recorder.stop() }
}

#if os(Linux)
  @section(".init_array") @used
  private let startAtLoad: @convention(c) () -> Void = { startAsTheEnvironmentAsks() }
#else
  @section("__DATA,__mod_init_func") @used
  private let startAtLoad: @convention(c) () -> Void = { startAsTheEnvironmentAsks() }
#endif
