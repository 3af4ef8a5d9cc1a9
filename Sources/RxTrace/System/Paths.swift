import Foundation

/// The path of a program: `name` itself if it has a slash, otherwise the program in the first folder of `$PATH` that has
/// one of this name.
func findExecutable(_ name: String) -> String? {
  if name.contains("/") { return access(name, X_OK) == 0 ? name : nil }
  let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
  return folders.lazy.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
}

/// A path without symbolic links; nil if there is no such file.
func realPath(_ path: String) -> String? {
  guard let resolved = realpath(path, nil) else { return nil }
  defer { free(resolved) }
  return String(cString: resolved)
}
