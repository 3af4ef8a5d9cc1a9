import Foundation

extension [UInt8] {
  /// The bytes of a file; nil for one that cannot be read, and for what is no file.
  ///
  /// Read without Foundation, which takes several times as long for a small file: a build reads every page.
  /// - Parameters:
  ///   - options: More options of `open`: `O_NOFOLLOW`.
  ///   - limit: A file with more bytes is not read.
  package init?(contentsOfFile path: String, options: Int32 = 0, atMost limit: Int = .max) {
    let file = open(path, O_RDONLY | O_CLOEXEC | options)
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
}
