import Foundation
import RxTrace
import Synchronization

/// Compiled pipelines, each in a folder named after the hash of its inputs.
///
/// Several processes may use one cache at the same time: an entry is made beside its place and renamed into it whole.
struct ProgramCache: Sendable {
  /// The number of entries that are kept; the least recently used ones are removed. A site of some hundred pages has
  /// 1,600 entries of 25 KB on average for each build of the engine. The entries of debug and release builds, and of a
  /// few checkouts, should fit, because every build records anew an entry that does not.
  static let capacity = 16384
  /// The seconds for which an entry may still be in use after its last use.
  private static let grace: TimeInterval = 600

  let folder: URL

  init(folder: URL) { self.folder = folder }

  /// `$XDG_CACHE_HOME/headwater` or `~/.cache/headwater`; a temporary folder for this process if neither can be used.
  /// Programs are started from the cache, so that a folder that others could write to is not used.
  /// - Throws: ``SystemError/failed(_:)``
  static func standard(environment: [String: String] = ProcessInfo.processInfo.environment) throws -> ProgramCache {
    var problems: [String] = []
    for (variable, folder) in [("XDG_CACHE_HOME", "/headwater"), ("HOME", "/.cache/headwater")] {
      guard let place = environment[variable], place.hasPrefix("/") else { continue }
      do {
        let folder = try PrivateFolder.make(place + folder)
        if access(folder, W_OK) == 0 {
          if !problems.isEmpty { sayOnce("\(problems.joined(separator: "; ")); \(folder) is used instead") }
          return ProgramCache(folder: URL(fileURLWithPath: folder))
        }
        problems.append("\(folder): \(systemMessage())")
      } catch {
        problems.append("\(error)")
      }
    }
    return ProgramCache(folder: URL(fileURLWithPath: try temporaryFolder(problems)))
  }

  private static let temporary = Mutex<String?>(nil)

  /// The process's own folder, which is removed with the process.
  private static func temporaryFolder(_ problems: [String]) throws -> String {
    try temporary.withLock { folder in
      if let folder { return folder }
      let made = try PrivateFolder.makeTemporary()
      _ = ChildGuard.remove(made)
      let reasons = problems.isEmpty ? ["neither HOME nor XDG_CACHE_HOME names a folder"] : problems
      sayOnce(
        """
        \(reasons.joined(separator: "; "))
        headwater: what is compiled is kept for this run only; set XDG_CACHE_HOME to a folder of your own
        """)
      folder = made
      return made
    }
  }

  private static let hasSaid = Mutex(false)

  private static func sayOnce(_ text: String) {
    let isFirst = hasSaid.withLock { hasSaid in
      defer { hasSaid = true }
      return !hasSaid
    }
    if isFirst { try? FileHandle.standardError.write(contentsOf: Data("headwater: \(text)\n".utf8)) }
  }

  var moduleCache: String { folder.appending(path: "modules").path }
  private var programs: URL { folder.appending(path: "programs") }

  /// The place of the entry for a key, which may not be there.
  func place(of key: String) -> URL { programs.appending(path: key) }

  /// The entry for a key, which is used now and so is not removed soon; nil if there is none.
  func known(_ key: String) -> URL? {
    let place = place(of: key)
    return PrivateFolder.isOurs(place.path) && utimes(place.path, nil) == 0 ? place : nil
  }

  /// The entry for a key, made by `make` in a folder of its own when there is none.
  func entry(_ key: String, make: (URL) throws -> Void) throws -> URL {
    if let known = known(key) { return known }
    let place = place(of: key)
    try Self.makePrivateFolder(programs)
    tidyOnce()
    let made = programs.appending(path: ".\(key).\(getpid()).\(UInt32.random(in: 0 ... .max))")
    let guarded = ChildGuard.remove(made.path)
    try Self.makePrivateFolder(made)
    defer {
      try? FileManager.default.removeItem(at: made)
      ChildGuard.forget(guarded)
    }
    // Other processes do not touch the folder while this one holds the lock.
    let lock = open(made.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { if lock >= 0 { close(lock) } }
    flock(lock, LOCK_EX | LOCK_NB)
    try make(made)
    // Another process may have been first; its entry is equivalent.
    guard rename(made.path, place.path) == 0 || PrivateFolder.isOurs(place.path) else {
      throw SystemError.failed("\(place.path): cannot be made: \(systemMessage())")
    }
    return place
  }

  private static let tidied = Mutex<Set<String>>([])

  /// Removes old entries once per process, because listing thousands for each new entry would take longer than making it.
  private func tidyOnce() {
    guard Self.tidied.withLock({ $0.insert(programs.path).inserted }) else { return }
    removeAbandoned()
    removeOldest(in: programs, keeping: Self.capacity, unlessChangedWithin: Self.grace)
  }

  /// Removes the folders of processes that were killed while they made an entry, `.KEY.PROCESS.NUMBER`.
  private func removeAbandoned() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: programs.path)) ?? []
    for name in names where name.hasPrefix(".") {
      guard let process = name.split(separator: ".").dropLast().last.flatMap({ pid_t($0) }) else { continue }
      guard kill(process, 0) != 0, errno == ESRCH else { continue }
      let entry = programs.appending(path: name)
      // The process may be invisible here, in a container that shares the cache.
      let lock = open(entry.path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard lock >= 0 else { continue }
      defer { close(lock) }
      if flock(lock, LOCK_EX | LOCK_NB) == 0 { try? FileManager.default.removeItem(at: entry) }
    }
  }

  private static func makePrivateFolder(_ folder: URL) throws {
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw SystemError.failed("\(folder.path): the folder cannot be made: \(systemReason(error))")
    }
  }
}

/// The user's own folder for files that can be made again.
public enum UserCache {
  /// A folder of it, which may not be there yet.
  /// - Throws: ``SystemError/failed(_:)``
  public static func folder(_ name: String) throws -> URL { try ProgramCache.standard().folder.appending(path: name) }
}
