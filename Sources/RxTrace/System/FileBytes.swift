import Foundation

extension [UInt8] {
  /// The bytes of a file; nil if it cannot be read or is not a regular file.
  ///
  /// The file is read without Foundation, which takes several times as long for a small file, because a build reads
  /// every page. A pipe of that name is not waited for.
  /// - Parameters:
  ///   - options: More options of `open`: `O_NOFOLLOW`.
  ///   - limit: A file with more bytes is not read.
  package init?(contentsOfFile path: String, options: Int32 = 0, atMost limit: Int = .max) {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | options)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit else { return nil }
    let size = Int(status.st_size)
    self.init(unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let read = Foundation.read(file, buffer.baseAddress! + count, size - count)
        if read < 0 && errno == EINTR { continue }
        guard read > 0 else { break }
        count += read
      }
    }
  }

  /// Creates or replaces a file with the bytes. Foundation is not used, because it would wait for the disk.
  /// - Returns: false if that is not possible, also for a symbolic link; `errno` says why.
  package func write(toFile path: String) -> Bool {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o644)
    guard file >= 0 else { return false }
    defer { close(file) }
    return write(to: file)
  }

  /// Writes the bytes to a file that is open.
  /// - Returns: false if that is not possible; `errno` says why.
  package func write(to file: Int32) -> Bool {
    var written = 0
    while written < count {
      let more = withUnsafeBytes { Foundation.write(file, $0.baseAddress! + written, $0.count - written) }
      if more < 0 && errno == EINTR { continue }
      guard more > 0 else { return false }
      written += more
    }
    return true
  }
}
