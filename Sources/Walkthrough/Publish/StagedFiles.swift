import Foundation
import RxTrace
import Synchronization

/// The files of a build, written beside the site until all of them are known to be correct. Used on several threads at
/// once.
final class StagedFiles: Sendable {
  private let output: URL
  let folder: URL
  private let guarded: ChildGuard.Entry
  private let state = Mutex(State())

  private struct State {
    var folders: Set<String> = []
    var files: Set<String> = []
  }

  /// - Throws: ``SiteSetupError``, also if the output folder has other files than a site.
  init(output: URL) throws {
    self.output = output
    let standard = output.standardizedFileURL
    folder = standard.deletingLastPathComponent().appendingPathComponent(
      ".\(standard.lastPathComponent).\(UInt32.random(in: 0 ... .max)).\(getpid()).new")
    guarded = ChildGuard.remove(folder.path)
    try checkReplaceable()
    Self.removeAbandoned(beside: standard)
    try makeFolder(standard.deletingLastPathComponent())
    // `mkdir` fails if somebody has put a folder or a link there.
    guard mkdir(folder.path, 0o777) == 0 else { throw failure() }
  }

  func remove() {
    try? FileManager.default.removeItem(at: folder)
    ChildGuard.forget(guarded)
  }

  /// Writes a file. It replaces an earlier one as a whole, because readers of a first preview may be reading that one.
  func write(_ bytes: [UInt8], to path: String) throws {
    let file = folder.path + "/" + path
    let beside = try place(path) ? file : file + ".new"
    guard bytes.write(toFile: beside), beside == file || rename(beside, file) == 0 else { throw failure() }
  }

  private func failure() -> SiteSetupError {
    SiteSetupError("\(output.relativePath): cannot be written: \(String(cString: strerror(errno)))")
  }

  /// Makes the folder of a file.
  /// - Returns: whether the file is new.
  private func place(_ path: String) throws -> Bool {
    let parent = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    return try state.withLock { state in
      let isNew = state.files.insert(path).inserted
      // Another thread that needs the folder must wait until it exists.
      guard !state.folders.contains(parent) else { return isNew }
      try makeFolder(folder.appendingPathComponent(parent))
      state.folders.insert(parent)
      return isNew
    }
  }

  private func makeFolder(_ url: URL) throws {
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    } catch {
      throw SiteSetupError("\(output.relativePath): cannot be written: \(systemReason(error))")
    }
  }

  private func checkReplaceable() throws {
    let path = output.path
    guard FileManager.default.fileExists(atPath: path) else { return }
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      throw SiteSetupError("\(output.relativePath): is not a folder")
    }
    guard names.isEmpty || names.contains(Manifest.markName) else {
      throw SiteSetupError(
        "\(output.relativePath): contains files that Headwater did not write; choose another output folder")
    }
  }

  /// Removes the folders of builds that were killed, whose processes no longer exist.
  private static func removeAbandoned(beside output: URL) {
    let parent = output.deletingLastPathComponent()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? []
    for name in names where name.hasPrefix(".\(output.lastPathComponent).") {
      let parts = name.split(separator: ".")
      guard let last = parts.last, ["new", "old"].contains(last),
        let process = parts.dropLast().last.flatMap({ pid_t($0) })
      else { continue }
      if kill(process, 0) != 0 && errno == ESRCH {
        try? FileManager.default.removeItem(at: parent.appendingPathComponent(name))
      }
    }
  }
}

// MARK: Putting in place

extension StagedFiles {
  /// Makes the staged files the whole site: all earlier files are removed.
  func replace() throws {
    let files = FileManager.default
    do {
      guard files.fileExists(atPath: output.path) else { return try files.moveItem(at: folder, to: output) }
      let old = folder.deletingPathExtension().appendingPathExtension("old")
      try? files.removeItem(at: old)
      try files.moveItem(at: output, to: old)
      do {
        try files.moveItem(at: folder, to: output)
      } catch {
        try? files.moveItem(at: old, to: output)
        throw error
      }
      try? files.removeItem(at: old)
    } catch {
      throw SiteSetupError("\(output.relativePath): cannot be written: \(systemReason(error))")
    }
  }

  /// Puts the staged files into the existing site, and removes stale files.
  ///
  /// The mark is emptied first and written last: if the update is interrupted, the next build does not recognize the
  /// site and makes everything again. Each file is complete at every moment.
  func update(removing stale: [String]) throws {
    let staged = state.withLock { $0.files }
    // An empty mark still shows that the folder is a site.
    try Self.empty(output.appendingPathComponent(Manifest.markName).path)
    for path in staged.sorted() where path != Manifest.markName { try move(path) }
    for path in stale { unlink(output.path + "/" + path) }
    removeEmptyFolders(of: stale)
    try move(Manifest.markName)
    remove()
  }

  private static func empty(_ path: String) throws {
    let file = open(path, O_WRONLY | O_TRUNC | O_NOFOLLOW | O_CLOEXEC)
    guard file >= 0 else {
      throw SiteSetupError("\(path): cannot be written: \(String(cString: strerror(errno)))")
    }
    close(file)
  }

  private func move(_ path: String) throws {
    let target = output.path + "/" + path
    if rename(folder.path + "/" + path, target) == 0 { return }
    try makeFolder(URL(fileURLWithPath: target).deletingLastPathComponent())
    guard rename(folder.path + "/" + path, target) == 0 else { throw failure() }
  }

  private func removeEmptyFolders(of paths: [String]) {
    for path in paths {
      var parts = path.split(separator: "/").dropLast()
      // `rmdir` fails for a folder that is not empty, and then the folders above it stay too.
      while !parts.isEmpty, rmdir(output.path + "/" + parts.joined(separator: "/")) == 0 { parts.removeLast() }
    }
  }
}
