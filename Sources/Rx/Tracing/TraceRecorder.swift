import CPlatform
import Foundation
import TraceFormat

/// Records the calls and events of pipelines.
public enum TraceRecorder {
  /// The default limit of a trace file's size: 4 GiB, about 130 million records.
  public static let defaultMaximumSize = 1 << 32

  /// Records everything that pipelines do, on any thread, while `body` runs.
  ///
  /// Recordings into files do not nest: if there is one already, of this or another thread or because of
  /// `HEADWATER_TRACE`, it goes on, and this throws an error that names it.
  ///
  ///     try TraceRecorder.record(to: "run.hwtrace") {
  ///       _ = Observable.of(1, 2, 3).subscribe(onNext: { print($0) })
  ///     }
  ///
  /// - Parameters:
  ///   - path: the trace file; an existing file is replaced once something is recorded.
  ///   - maximumSize: in bytes, at least 512 KiB. Of a longer recording, the file keeps the beginning and the newest part,
  ///     and says what is missing between them.
  ///   - callsDescriptions: whether values of the program's own types are shown by their `description`. It is the
  ///     program's code: if it waits for a lock that the program holds while it sends the value, the program hangs. With
  ///     false, a structure or an enumeration is shown by its stored properties, and an object by its type's name.
  /// - Returns: the result of `body`.
  /// - Throws: ``TraceRecordingError`` if the file cannot be made, or if there is a recording already, and `body` is not
  ///   called then; any error of `body`.
  public static func record<Result>(
    to path: String, maximumSize: Int = defaultMaximumSize, callsDescriptions: Bool = true,
    _ body: () throws -> Result
  ) throws -> Result {
    try Recorder.start(RecordingOptions(path: path, maximumSize: maximumSize, callsDescriptions: callsDescriptions))
    defer { Recorder.stop() }
    return try body()
  }

  /// Begins to record into a ring: a file that keeps the newest steps, and never grows beyond a size. It goes on until
  /// ``stop()``, or the end of the program.
  ///
  ///     try TraceRecorder.start(to: "service.hwtrace", ring: 64_000_000)
  ///
  /// Besides the newest steps, the file keeps those of the beginning, up to an eighth of its size. It says how much is missing
  /// between them.
  ///
  /// - Parameters:
  ///   - path: the trace file; an existing file is replaced once something is recorded.
  ///   - size: in bytes, at least 512 KiB.
  ///   - callsDescriptions: see ``record(to:maximumSize:callsDescriptions:_:)``.
  /// - Throws: ``TraceRecordingError`` if the file cannot be made, or if there is a recording already.
  public static func start(to path: String, ring size: Int, callsDescriptions: Bool = true) throws {
    try Recorder.start(
      RecordingOptions(
        path: path, maximumSize: size, isRing: true, isStarted: true, callsDescriptions: callsDescriptions))
    _ = endAtExit
  }

  private static let endAtExit: Void = { atexit { Recorder.stop() } }()

  /// Ends the recording that ``start(to:ring:callsDescriptions:)`` began. Without one, it does nothing.
  public static func stop() { Recorder.stop(onlyStarted: true) }

  /// Copies the recording that is under way, as it is now, into a file of its own. The program goes on, and is recorded as
  /// before.
  ///
  ///     try TraceRecorder.snapshot(to: "now.hwtrace")
  ///
  /// It may be called on any thread, of any recording of this process. The copy is a recording that has ended at this moment. If
  /// newer steps replace older ones while they are copied, those are left out, and counted like the others that are missing.
  ///
  /// - Parameter path: of the copy; an existing file is replaced when the copy is complete.
  /// - Throws: ``TraceRecordingError`` if the copy cannot be written, or if nothing is being recorded; then an existing file is
  ///   as it was.
  public static func snapshot(to path: String) throws {
    guard let file = Recorder.file else { throw TraceRecordingError.nothingToCopy(path) }
    try Snapshot.write(file, to: path)
  }

  /// Lets other processes of the same user record this one: `headwater list`, `attach`, `watch` and `snapshot`. The variable
  /// `HEADWATER_CONTROL` does the same from the beginning of the program.
  ///
  ///     try TraceRecorder.allowControl(in: "/run/my-service")
  ///
  /// It makes a socket in the folder, and a thread that waits there. Nothing is recorded before somebody asks for it. The
  /// socket is for this user only, and goes when the program exits. Calling it again does nothing, except in a forked child,
  /// which has no socket of its own before.
  ///
  /// - Parameter folder: made with mode 700 unless it is there. No other user may be able to write to it.
  /// - Throws: ``TraceControlError`` if the folder or the socket cannot be made, or if others could write there.
  public static func allowControl(in folder: String) throws {
    try ControlServer.start(in: folder)
  }
}

/// Starts recording if the environment asks for it, before the program's own first line.
private func startAsTheEnvironmentAsks() {
  do {
    guard var options = try RecordingOptions.ofEnvironment() else { return }
    options.recordsOutput = hw_watch_standard_output { bytes, count in
      guard let bytes else { return }
      let text = String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
      Recorder.note(RecordHead(.output, .none), nil, nil, EncodedPayload(type: .string, text: text))
    }
    do {
      try Recorder.start(options)
    } catch {
      options.noteFailure()
      throw error
    }
  } catch {
    FileHandle.standardError.write(Data("headwater: \(error)\n".utf8))
    return
  }
  atexit { Recorder.stop() }
}

/// Lets itself be recorded if the environment allows it. Programs that this one starts get the variable as well.
private func allowControlAsTheEnvironmentAsks() {
  guard let folder = hw_environment(ControlFormat.variable), folder.pointee != 0 else { return }
  do {
    try TraceRecorder.allowControl(in: String(cString: folder))
  } catch {
    FileHandle.standardError.write(Data("headwater: \(error)\n".utf8))
  }
}

private func startAtLoad() {
  startAsTheEnvironmentAsks()
  allowControlAsTheEnvironmentAsks()
}

#if os(Linux)
  @section(".init_array") @used
  private let calledAtLoad: @convention(c) () -> Void = { startAtLoad() }
#else
  @section("__DATA,__mod_init_func") @used
  private let calledAtLoad: @convention(c) () -> Void = { startAtLoad() }
#endif
