import Foundation
import Synchronization

/// The results of a run of `headwater`.
struct Result: Equatable {
  var status: Int32
  var output: String
  var errors: String

  init(_ status: Int32, output: String = "", errors: String = "") {
    (self.status, self.output, self.errors) = (status, output, errors)
  }
}

/// A folder that is removed with the test.
final class Folder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}

/// Runs `headwater`.
/// - Parameters:
///   - place: the folder that it runs in; nil for `folder`, which holds its input and output in any case.
///   - signal: sent to `headwater` alone once something was printed.
///   - outputFile: the file for its standard output; nil to return it.
func headwater(
  _ arguments: [String], in folder: Folder, at place: URL? = nil, input: String = "",
  environment: [String: String] = [:], signal: Int32? = nil, outputFile: String? = nil
) throws -> Result {
  let process = Process()
  process.executableURL = commandFile
  process.arguments = arguments
  process.currentDirectoryURL = place ?? folder.url
  // Programs of tests do not belong in the user's cache.
  let cache = ["XDG_CACHE_HOME": testCache.path]
  process.environment = ProcessInfo.processInfo.environment.merging(cache) { $1 }.merging(environment) { $1 }
  let files = ["input", "output", "errors"].map { folder.url.appending(path: ".\($0)") }
  for file in files { try Data().write(to: file) }
  try Data(input.utf8).write(to: files[0])
  process.standardInput = try FileHandle(forReadingFrom: files[0])
  process.standardOutput = try FileHandle(
    forWritingTo: outputFile.map { URL(fileURLWithPath: $0) } ?? files[1])
  process.standardError = try FileHandle(forWritingTo: files[2])
  try process.run()
  if let signal {
    while process.isRunning, try Data(contentsOf: files[1]).isEmpty { usleep(10_000) }
    kill(process.processIdentifier, signal)
  }
  process.waitUntilExit()
  let texts = try files.map { try String(contentsOf: $0, encoding: .utf8) }
  return Result(process.terminationStatus, output: texts[1], errors: texts[2])
}

/// Works on several elements at a time, and returns the results in the order of the elements. The work must not contain
/// expectations, because an expectation on another thread does not belong to a test.
func resultsAtOnce<Element: Sendable, Value: Sendable>(
  of elements: [Element], most: Int, work: @escaping @Sendable (Element) throws -> Value
) -> [Swift.Result<Value, any Error>] {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = most
  let results = Mutex<[Int: Swift.Result<Value, any Error>]>([:])
  for (place, element) in elements.enumerated() {
    queue.addOperation {
      let result = Swift.Result { try work(element) }
      results.withLock { $0[place] = result }
    }
  }
  queue.waitUntilAllOperationsAreFinished()
  return results.withLock { results in elements.indices.compactMap { results[$0] } }
}

/// Compiles a program, which must print its own path if it has no arguments.
/// - Returns: the path of the executable.
func compiled(_ source: URL, in folder: Folder) throws -> String {
  let result = try headwater(["record", "-o", "where.hwtrace", source.path], in: folder)
  return result.output.trimmingCharacters(in: .newlines)
}

/// The file of a program in the folder `Guests`.
func guest(_ name: String) -> URL {
  URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Guests/\(name).swift")
}

/// Runs `env` with these words, without a recorder unless they ask for one.
func output(ofEnvironment words: [String]) throws -> String {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = words
  process.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("HEADWATER_") }
  let pipe = Pipe()
  process.standardOutput = pipe
  try process.run()
  let text = pipe.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return String(decoding: text, as: UTF8.self)
}

/// The cache for programs of tests.
let testCache = builtProducts.appending(path: "headwater-tests")

/// The `headwater` that is tested: the one that HEADWATER names, or the one that was built beside the tests.
let commandFile =
  ProcessInfo.processInfo.environment["HEADWATER"].map { URL(fileURLWithPath: $0) }
  ?? builtProducts.appending(path: "headwater")

let builtProducts: URL = {
  #if os(macOS)
    Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }!.bundleURL.deletingLastPathComponent()
  #else
    Bundle.main.bundleURL
  #endif
}()
