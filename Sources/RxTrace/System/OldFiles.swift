import Foundation

/// Removes the least recently changed files and folders of a folder, and keeps a number of the others.
///
/// The dates come from the system itself: Foundation takes a second to tell those of 16,000 entries.
/// - Parameter grace: the seconds after its last change for which a file may still be in use.
package func removeOldest(in folder: URL, keeping count: Int, unlessChangedWithin grace: TimeInterval = 0) {
  let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
  guard names.count > count else { return }
  let entries = names.map { folder.path + "/" + $0 }.map { (path: $0, change: lastChange(of: $0)) }
  let latest = Int64((Date().timeIntervalSince1970 - grace) * 1e9)
  for entry in entries.sorted(by: { $0.change > $1.change }).dropFirst(count) where entry.change <= latest {
    try? FileManager.default.removeItem(atPath: entry.path)
  }
}

/// In nanoseconds since 1970; 0 for a file that is gone.
private func lastChange(of path: String) -> Int64 {
  var status = stat()
  return lstat(path, &status) == 0 ? status.modifiedNanoseconds : 0
}
