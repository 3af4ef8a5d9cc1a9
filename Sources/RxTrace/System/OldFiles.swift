import Foundation

/// Removes the least recently changed files and folders of a folder, and keeps a number of the others.
/// - Parameter grace: the seconds after its last change for which a file may still be in use.
package func removeOldest(in folder: URL, keeping count: Int, unlessChangedWithin grace: TimeInterval = 0) {
  let keys: Set<URLResourceKey> = [.contentModificationDateKey]
  let files = FileManager.default
  let entries = (try? files.contentsOfDirectory(at: folder, includingPropertiesForKeys: Array(keys))) ?? []
  guard entries.count > count else { return }
  let dated = entries.map { entry in
    (entry, (try? entry.resourceValues(forKeys: keys))?.contentModificationDate ?? .distantPast)
  }
  for (entry, date) in dated.sorted(by: { $0.1 > $1.1 }).dropFirst(count) where date.timeIntervalSinceNow <= -grace {
    try? files.removeItem(at: entry)
  }
}
