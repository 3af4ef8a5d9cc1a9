import Foundation

/// Reads whatever bytes libFuzzer thinks of as a trace file, in every way in which a trace file can be read.
///
/// A crash, a hang or an overrun of memory is found by the sanitizers; that a file reads the same as a stream and as a
/// trace in memory is checked here.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  write(UnsafeRawBufferPointer(start: bytes, count: count))
  guard let trace = try? Trace(contentsOf: path) else { return 0 }
  let text = text { try JSONLines(path: path).writeBytes($0) }
  check(text == Fuzz.text { try JSONLines(trace).writeBytes($0) }, "a stream is the same as what is in memory")
  check(isJSON(lines: text), "every line is a JSON object")
  check(isJSON(Fuzz.text { try ChromeTrace(path: path).writeBytes($0) }), "the Chrome trace is JSON")
  check(String(validating: Fuzz.text { try CSV(path: path).writeBytes($0) }, as: UTF8.self) != nil, "CSV is UTF-8")
  check(!Fuzz.text { try StepList(path: path).writeBytes($0) }.contains(0), "the list has no control characters")
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
