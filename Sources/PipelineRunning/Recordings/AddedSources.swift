import Foundation
import RxTrace
import TraceFormat

/// Additions of the command to a recording behind its run: they make it show the same on a machine that has neither the
/// program nor its source.
public enum AddedSources: Sendable {
  case nothing
  /// The functions and lines of return addresses.
  case symbols
  /// These, and the text of the program's own source files.
  case symbolsAndTexts

  /// The most bytes that the texts of a recording may have together.
  private static let largestTexts = 64 << 20

  // MARK: A recording of this process's own

  /// Adds to a recording that has just been made.
  /// - Parameters:
  ///   - texts: source that is in no file, by its names.
  ///   - memory: a file that keeps results of looking up symbols.
  ///   - most: bytes that the file may have afterwards; nil for no limit. What does not fit is left out.
  /// - Returns: a remark about what was left out.
  /// - Throws: ``TraceError``, ``SystemError``
  package func add(
    toNewRecording path: String, texts: [String: String], memory: URL?, most: Int? = nil
  ) throws -> String? {
    guard self != .nothing, !Self.isBeingWritten(path) else { return nil }
    let trace = try Trace(callStacksOf: path)
    let start = LocatedTrace.startOfRecording(path)
    let search = SymbolSearch(trace, path: path, startOfRecording: start, memory: memory) { _ in true }
    var run = LocatedTrace(trace: trace)
    run.locate(search)
    run.texts.merge(texts) { held, _ in held }
    let file = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { throw SystemError.failed("\(path): cannot be written: \(systemMessage())") }
    defer { close(file) }
    let made = try append(run, search.symbols, to: file, most: most ?? .max)
    guard made != self else { return nil }
    let text = "the text of the program's source"
    let missing = made == .symbols ? text : "the lines and \(text)"
    return "\(path): \(missing) was not added, because the file would be larger than --ring allows"
  }

  /// Whether a program that was started by the recorded one goes on recording into the file.
  private static func isBeingWritten(_ path: String) -> Bool {
    guard let header = try? RecordReader(path: path).header, !header.isClosed else { return false }
    return isRunning(process: header.processIdentifier)
  }

  // MARK: A copy

  /// Writes a copy of a recording, with the symbols and texts that it lacks, from the files that may be opened.
  /// - Returns: a remark about lines that are not known.
  /// - Throws: ``TraceError``, ``SystemError``
  package func copy(_ path: String, to place: String, trusting trusted: TrustedFolders) throws -> String? {
    let version = try RecordReader(path: path).header.version
    guard version >= 5 else {
      throw SystemError.failed(
        "\(path): has trace format version \(version), which has no place for source; record the program anew")
    }
    let trace = try Trace(callStacksOf: path)
    guard self == .symbolsAndTexts || trace.program.texts.isEmpty else {
      throw SystemError.failed("\(path): holds source, and so would its copy; record the program with --no-sources")
    }
    let (run, search) = LocatedTrace.located(trace, path, trusting: trusted, opensSources: true)
    let isRegular = try ReplacedFile(place).isRegular
    guard isRegular else { throw SystemError.failed("\(place): cannot be written: it is not a regular file") }
    try replaceFile(place) { file in
      try Self.copy(path, to: file)
      _ = try append(run, search.symbols, to: file, most: .max)
    }
    return run.remark
  }

  private static func copy(_ path: String, to copy: Int32) throws {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw SystemError.failed("\(path): cannot be read: \(systemMessage())") }
    defer { close(file) }
    var block = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = read(file, &block, block.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw SystemError.failed("\(path): cannot be read: \(systemMessage())") }
      if count == 0 { return }
      guard Array(block[..<count]).write(to: copy) else {
        throw SystemError.failed("the copy of \(path) cannot be written: \(systemMessage())")
      }
    }
  }

  // MARK: Records

  /// - Returns: what was added, which may be less than wanted.
  private func append(
    _ run: LocatedTrace, _ symbols: [ReturnAddress: [SymbolFrame]], to file: Int32, most: Int
  ) throws -> AddedSources {
    for wanted in self == .symbols ? [.symbols] : [AddedSources.symbolsAndTexts, .symbols] {
      guard let appender = wanted.additions(run, symbols, to: file) else { return self }
      guard appender.sizeOfFile <= most else { continue }
      try appender.commit()
      return wanted
    }
    return .nothing
  }

  private func additions(
    _ run: LocatedTrace, _ symbols: [ReturnAddress: [SymbolFrame]], to file: Int32
  ) -> RecordingAppender? {
    guard var appender = RecordingAppender(file) else { return nil }
    let program = run.trace.program
    let missing = symbols.filter { program.frames[$0.key] == nil }
    for (address, frames) in missing.sorted(by: { ($0.key.image, $0.key.offset) < ($1.key.image, $1.key.offset) }) {
      guard let image = program.images[address.image] else { continue }
      let payload = Self.payload(address, frames, atMost: appender.mostBytes)
      appender.add(.defineFrame, ofImage: address.image, image, payload)
    }
    if self == .symbolsAndTexts { addTexts(run, to: &appender) }
    return appender
  }

  private static func payload(_ address: ReturnAddress, _ frames: [SymbolFrame], atMost limit: Int) -> [UInt8] {
    var payload = Array("\(address.offset)".utf8)
    for frame in frames.prefix(RecordedProgramReader.mostFrames) {
      let line = Array("\n\(frame.function)\t\(frame.line?.description ?? "")".utf8)
      guard payload.count + line.count <= limit else { break }
      payload += line
    }
    return payload
  }

  private func addTexts(_ run: LocatedTrace, to appender: inout RecordingAppender) {
    let sources = run.programTexts
    var number = run.trace.program.freeSourceNumber
    var size = 0
    for file in run.sourceFiles where run.trace.program.texts[file] == nil {
      guard let text = sources.text(of: file), file.utf8.count <= appender.mostBytes else { continue }
      size += text.utf8.count
      guard size <= Self.largestTexts else { return }
      appender.addSource(number, name: file, text)
      number += 1
    }
  }
}
