import Foundation

/// The path of a program: `name` itself if it has a slash, otherwise the program in the first folder of `$PATH` that has
/// one of this name.
package func findExecutable(_ name: String) -> String? {
  if name.contains("/") { return access(name, X_OK) == 0 ? name : nil }
  let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
  return folders.lazy.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
}

/// `; did you mean pages.swift?` for a path at which nothing is, if the folder has a name that is like the path's.
package func nearestFile(to path: String) -> String {
  let url = URL(fileURLWithPath: path)
  let names = (try? FileManager.default.contentsOfDirectory(atPath: url.deletingLastPathComponent().path)) ?? []
  let ending = url.pathExtension
  let like = names.filter { !$0.hasPrefix(".") && ($0 as NSString).pathExtension == ending }
  guard access(path, F_OK) != 0, let name = Nearest.name(to: url.lastPathComponent, among: like),
    Nearest.distance(url.lastPathComponent, name) <= 2
  else { return "" }
  let shown = String(path.dropLast(url.lastPathComponent.count)) + name
  return "; did you mean \(ShownText.printable(shown))?"
}

/// A path without symbolic links; nil if there is no such file.
package func realPath(_ path: String) -> String? {
  guard let resolved = realpath(path, nil) else { return nil }
  defer { free(resolved) }
  return String(cString: resolved)
}
