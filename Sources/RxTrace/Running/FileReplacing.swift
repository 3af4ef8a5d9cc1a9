import Foundation

/// Has a file written beside its place and then renamed, so that nobody ever finds half of it there.
///
/// Where writing fails, or writes nothing, what was there before stays. A place that is no regular file, such as a
/// terminal or a pipe, is written to directly.
///
///     try replaceFile("calls.txt") { beside in try text.write(toFile: beside, atomically: false, encoding: .utf8) }
///
/// - Parameter write: is given the path to write to.
/// - Throws: ``PipelineError/system(_:)``; what `write` throws
package func replaceFile<Result>(_ place: String, _ write: (String) throws -> Result) throws -> Result {
  // A link's target is replaced rather than the link.
  let target = realPath(place) ?? place
  var status = stat()
  if stat(target, &status) == 0, status.st_mode & S_IFMT != S_IFREG { return try write(target) }
  let beside = "\(target).\(getpid())"
  let result: Result
  do {
    result = try write(beside)
  } catch {
    unlink(beside)
    throw error
  }
  guard access(beside, F_OK) == 0, rename(beside, target) != 0 else { return result }
  let reason = systemMessage()
  unlink(beside)
  throw PipelineError.system("\(place): cannot be written: \(reason)")
}
