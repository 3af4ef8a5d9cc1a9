import Foundation

/// Writes a site so that the old one stays whole until the new one is.
struct SiteWriter {
  let output: URL
  /// Marks a folder as one that may be replaced.
  static let marker = ".headwater-site"

  /// - Throws: ``SiteSetupError``, also for a folder that holds something else than a site.
  func write(_ files: [String: String], copies: [(from: URL, to: String)]) throws {
    try checkReplaceable()
    let files = files.merging([Self.marker: "Made by headwater; it may be replaced at any time.\n"]) { $1 }
    let fresh = sibling("new")
    try? FileManager.default.removeItem(at: fresh)
    do {
      try fill(fresh, files, copies)
      try putInPlace(fresh)
    } catch {
      try? FileManager.default.removeItem(at: fresh)
      throw SiteSetupError("\(output.relativePath): cannot be written: \(Self.reason(error))")
    }
  }

  /// The system's words; Foundation's own say less.
  private static func reason(_ error: any Error) -> String {
    let error = error as NSError
    let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
    guard cause.domain == NSPOSIXErrorDomain else { return cause.localizedDescription }
    return String(cString: strerror(Int32(cause.code)))
  }

  private func checkReplaceable() throws {
    let path = output.path
    guard FileManager.default.fileExists(atPath: path) else { return }
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      throw SiteSetupError("\(output.relativePath): is no folder")
    }
    guard names.isEmpty || names.contains(Self.marker) else {
      throw SiteSetupError("\(output.relativePath): holds files that are no built site; choose another output folder")
    }
  }

  private func fill(_ folder: URL, _ files: [String: String], _ copies: [(from: URL, to: String)]) throws {
    for (path, text) in files { try Data(text.utf8).write(to: place(path, in: folder)) }
    for copy in copies { try FileManager.default.copyItem(at: copy.from, to: place(copy.to, in: folder)) }
  }

  private func place(_ path: String, in folder: URL) throws -> URL {
    let url = folder.appendingPathComponent(path)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    return url
  }

  private func putInPlace(_ fresh: URL) throws {
    let files = FileManager.default
    guard files.fileExists(atPath: output.path) else { return try files.moveItem(at: fresh, to: output) }
    let old = sibling("old")
    try? files.removeItem(at: old)
    try files.moveItem(at: output, to: old)
    do {
      try files.moveItem(at: fresh, to: output)
    } catch {
      try? files.moveItem(at: old, to: output)
      throw error
    }
    try? files.removeItem(at: old)
  }

  /// A folder on the same volume, so that renaming is all that putting it in place takes.
  private func sibling(_ suffix: String) -> URL {
    let output = output.standardizedFileURL
    return output.deletingLastPathComponent().appendingPathComponent(".\(output.lastPathComponent).\(suffix)")
  }
}
