import Foundation

/// Reads whatever bytes libFuzzer thinks of as a trace file, in every way in which a trace file can be read.
///
/// A crash, a hang or an overrun of memory is found by the sanitizers; that a file reads the same as a stream and as a
/// trace in memory is checked here.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  write(UnsafeRawBufferPointer(start: bytes, count: count))
  guard let trace = try? Trace(contentsOf: path) else { return 0 }
  let lines = text { try JSONLines(path: path).writeBytes($0) }
  let events = text { try ChromeTrace(path: path).writeBytes($0) }
  let table = text { try CSV(path: path).writeBytes($0) }
  let list = text { try StepList(path: path).writeBytes($0) }
  check(lines == text { try JSONLines(trace).writeBytes($0) }, "a stream's JSON lines are those of a trace in memory")
  check(events == text { try ChromeTrace(trace).writeBytes($0) }, "so are its trace events")
  check(table == text { try CSV(trace).writeBytes($0) }, "and its table")
  check(list == text { try StepList(trace).writeBytes($0) }, "and its list")
  check(isJSON(lines: lines), "every line is a JSON object")
  check(isJSON(events), "the trace events are JSON")
  check(String(validating: table, as: UTF8.self) != nil, "the table is UTF-8")
  check(!list.contains { $0 < 32 && $0 != UInt8(ascii: "\n") }, "the list has no control characters")
  return 0
}

/// In memory where the system has such a place.
private let path: String = {
  let folder = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
  return "\(folder)/headwater-fuzz-\(getpid()).hwtrace"
}()

private func write(_ bytes: UnsafeRawBufferPointer) {
  let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
  defer { close(file) }
  if let start = bytes.baseAddress { check(Foundation.write(file, start, bytes.count) == bytes.count, "a file") }
}

private func text(_ write: ((UnsafeRawBufferPointer) -> Void) throws -> Void) -> [UInt8] {
  var text: [UInt8] = []
  do { try write { text += $0 } } catch { fatalError("was read before: \(error)") }
  return text
}

private func isJSON(_ text: [UInt8]) -> Bool {
  (try? JSONSerialization.jsonObject(with: Data(text))) != nil
}

private func isJSON(lines: [UInt8]) -> Bool {
  isJSON(Array("[".utf8) + lines.split(separator: UInt8(ascii: "\n")).joined(separator: [UInt8(ascii: ",")]) + [0x5D])
}

private func check(_ holds: Bool, _ what: StaticString) {
  if !holds { fatalError("\(what): not so") }
}
