import Foundation
import NIOCore
import RxTrace

/// A file of the site that is open for reading, and is closed when it is released. Reads block.
final class OpenedFile: Sendable {
  /// The path relative to the site's folder.
  let name: String
  /// The number of bytes when the file was opened.
  let size: Int
  private let descriptor: Int32

  private init(_ name: String, _ size: Int, _ descriptor: Int32) {
    self.name = name
    self.size = size
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Opens the file that a path names; a link that leads out of the folder names none.
  /// - Throws: ``Refusal`` if there is none, or no descriptor is left for it.
  static func open(_ path: RequestedPath, below folder: String) throws -> OpenedFile {
    guard let root = realPath(folder) else {
      throw Refusal(.notFound, "the site has not been built yet", isForNow: true)
    }
    for name in path.candidates {
      guard let file = realPath(folder + "/" + name), file.utf8.starts(with: (root + "/").utf8) else { continue }
      // Opening a pipe must not block the server.
      let descriptor = Foundation.open(file, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
      if descriptor < 0 && (errno == EMFILE || errno == ENFILE) { throw Refusal.busy }
      guard descriptor >= 0 else { continue }
      var status = stat()
      guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        close(descriptor)
        continue
      }
      return OpenedFile(name, Int(status.st_size), descriptor)
    }
    throw Refusal(.notFound, "the site has no page \(path.relative)", isForNow: true)
  }

  /// Reads bytes from an offset, as many as the system returns at once, up to a count.
  /// - Throws: ``Refusal`` if there are none, because the file has become shorter.
  func read(from offset: Int, upTo count: Int) throws -> ByteBuffer {
    var buffer = ByteBufferAllocator().buffer(capacity: count)
    let count = buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { bytes in
      max(pread(descriptor, bytes.baseAddress, count, off_t(offset)), 0)
    }
    guard count > 0 else { throw Refusal(.internalServerError, "the file cannot be read") }
    return buffer
  }
}
