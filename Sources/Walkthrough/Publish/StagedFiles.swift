import Foundation
import RxTrace
import Synchronization

/// The files of a build, written beside the site until all of them are known to be right. Used on several threads at
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

  /// - Throws: ``SiteSetupError``, also for an output folder that holds something else than a site.
  init(output: URL) throws {
    self.output = output
    let standard = output.standardizedFileURL
    folder = standard.deletingLastPathComponent().appendingPathComponent(
      ".\(standard.lastPathComponent).\(UInt32.random(in: 0 ... .max)).\(getpid()).new")
    guarded = ChildGuard.remove(folder.path)
    try checkReplaceable()
    Self.removeAbandoned(beside: standard)
    try makeFolder(standard.deletingLastPathComponent())
    // Nobody can have put a folder of theirs there, nor a link.
    guard mkdir(folder.path, 0o777) == 0 else { throw failure() }
  }

  func remove() {
    try? FileManager.default.removeItem(at: folder)
    ChildGuard.forget(guarded)
  }

  /// Writes a file.
  func write(_ bytes: [UInt8], to path: String) throws {
    try place(path)
    guard bytes.write(toFile: folder.path + "/" + path) else { throw failure() }
  }

  private func failure() -> SiteSetupError {
    SiteSetupError("\(output.relativePath): cannot be written: \(String(cString: strerror(errno)))")
  }

  private func place(_ path: String) throws {
    let parent = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    try state.withLock { state in
      state.files.insert(path)
      // Another thread that needs the folder too must not go on before it is there.
      guard !state.folders.contains(parent) else { return }
      try makeFolder(folder.appendingPathComponent(parent))
      state.folders.insert(parent)
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

  /// Removes the folders of builds that were killed: their process is gone.
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
  /// Makes the staged files the whole site: everything that was there before is removed.
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

  /// Puts the staged files into the site that is there, and takes others away.
  ///
  /// The mark is emptied first and comes last: were this to end in between, the next build would not know the site, and
  /// would make everything anew. Each file is whole at every moment.
  func update(removing stale: [String]) throws {
    let staged = state.withLock { $0.files }
    // Empty, it still tells the folder from one that is somebody's own.
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
      // A folder that still holds something is not removed, and neither are the folders above it.
      while !parts.isEmpty, rmdir(output.path + "/" + parts.joined(separator: "/")) == 0 { parts.removeLast() }
    }
  }
}
