import Foundation

extension stat {
  /// The time of the last change of the contents, in nanoseconds since 1970.
  package var modifiedNanoseconds: Int64 {
    #if canImport(Darwin)
      Int64(st_mtimespec.tv_sec) * 1_000_000_000 + Int64(st_mtimespec.tv_nsec)
    #else
      Int64(st_mtim.tv_sec) * 1_000_000_000 + Int64(st_mtim.tv_nsec)
    #endif
  }
}

/// Whether a path names an ordinary file, whose bytes can be read again, unlike those of a pipe or a device.
package func isOrdinaryFile(_ path: String) -> Bool {
  var status = stat()
  return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
}
