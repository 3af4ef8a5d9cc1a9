import Foundation

/// Compiled pipelines, each in a folder named after everything that it was made from.
///
/// Several processes may use one cache at the same time: an entry is made beside its place and renamed into it whole.
struct ProgramCache: Sendable {
  /// Entries that are kept; the ones longest unused go first.
  static let capacity = 512
  /// An entry that was used this recently, in seconds, may be in use still.
  private static let grace: TimeInterval = 600

  let folder: URL

  init(folder: URL) { self.folder = folder }

  /// `$XDG_CACHE_HOME/headwater`, `~/.cache/headwater`, or where there is neither, a folder for temporary files.
  static func standard(environment: [String: String] = ProcessInfo.processInfo.environment) -> ProgramCache {
    var places: [URL] = []
    if let cache = environment["XDG_CACHE_HOME"], cache.hasPrefix("/") { places.append(URL(fileURLWithPath: cache)) }
    if let home = environment["HOME"], home.hasPrefix("/") { places.append(URL(fileURLWithPath: home + "/.cache")) }
    for place in places {
      let folder = place.appending(path: "headwater")
      let isThere = (try? makePrivateFolder(folder)) != nil
      if isThere && access(folder.path, W_OK) == 0 { return ProgramCache(folder: folder) }
    }
    return ProgramCache(folder: FileManager.default.temporaryDirectory.appending(path: "headwater-\(getuid())"))
  }

  var moduleCache: String { folder.appending(path: "modules").path }
  private var programs: URL { folder.appending(path: "programs") }

  /// The entry for a key, made by `make` in a folder of its own when there is none.
  func entry(_ key: String, make: (URL) throws -> Void) throws -> URL {
    let place = programs.appending(path: key)
    // The time of use is the folder's own, so that finding an entry and marking it used is one call.
    if utimes(place.path, nil) == 0 { return place }
    try Self.makePrivateFolder(programs)
    let made = programs.appending(path: ".\(key).\(getpid()).\(UInt32.random(in: 0 ... .max))")
    try Self.makePrivateFolder(made)
    defer { try? FileManager.default.removeItem(at: made) }
    try make(made)
    // Another process may have been first; then its entry is as good as this one.
    guard rename(made.path, place.path) == 0 || access(place.path, F_OK) == 0 else {
      throw PipelineError.system("\(place.path): cannot be made: \(systemMessage())")
    }
    removeOldEntries()
    return place
  }

  private func removeOldEntries() {
    let manager = FileManager.default
    let keys: Set<URLResourceKey> = [.contentModificationDateKey]
    let entries = (try? manager.contentsOfDirectory(at: programs, includingPropertiesForKeys: Array(keys))) ?? []
    let dated = entries.map { entry in
      (entry, (try? entry.resourceValues(forKeys: keys))?.contentModificationDate ?? .distantPast)
    }
    let old = dated.sorted { $0.1 > $1.1 }.dropFirst(Self.capacity)
    for (entry, date) in old where date.timeIntervalSinceNow < -Self.grace { try? manager.removeItem(at: entry) }
  }

  private static func makePrivateFolder(_ folder: URL) throws {
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw PipelineError.system("\(folder.path): the folder cannot be made: \(error.localizedDescription)")
    }
  }
}

/// The user's own folder for what can be made again.
public enum UserCache {
  /// A folder of it, which may not be there yet.
  public static func folder(_ name: String) -> URL { ProgramCache.standard().folder.appending(path: name) }
}
