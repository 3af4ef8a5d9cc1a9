import CPlatform
import TraceFormat

/// A frame of a call stack as it is written: the number of a loaded file, and the offset of the return address in it.
struct EncodedFrame {
  let word: UInt64
  var image: Int { Int(truncatingIfNeeded: word >> Self.offsetBits) }

  private static let offsetBits: UInt64 = 48

  init(image: Int, offset: UInt64) { word = (UInt64(image) << Self.offsetBits | offset).littleEndian }
}

/// Numbers the files that the program was loaded from.
final class ImageTable: Sendable {
  private let writer: RecordWriter
  private let origin: RecordingOrigin?
  private let images = Lock(Images())

  private struct Images: Sendable {
    var numbers: [String: Int] = [:]
    /// By number, from 1; with the epoch of the segment in which each was defined last.
    var all: [(path: String, mark: UInt32, epoch: UInt32)] = []

    mutating func number(of path: String, _ origin: RecordingOrigin?) -> Int {
      if let number = numbers[path] { return number }
      all.append((path, origin?.mark(ofImage: path) ?? 0, 0))
      numbers[path] = all.count
      return all.count
    }
  }

  init(writer: RecordWriter) {
    self.writer = writer
    origin = writer.file.origin
  }

  /// The return addresses of a call stack whose files are known.
  func encoded(_ stack: UnsafeBufferPointer<UInt>) -> [EncodedFrame] {
    stack.compactMap { address in
      var path: UnsafePointer<CChar>?
      var offset: UInt64 = 0
      guard hw_image_of(UnsafeRawPointer(bitPattern: address), &path, &offset), let path else { return nil }
      let name = String(cString: path)
      return EncodedFrame(image: images.withLock { $0.number(of: name, origin) }, offset: offset)
    }
  }

  /// Writes a record that has frames for its payload, after the definitions of their files.
  /// - Returns: whether it was written.
  func define(
    _ head: RecordHead, object: UInt32, site: UInt32, _ frames: [EncodedFrame], in segment: Segment
  ) -> Bool {
    images.withLock { images in
      for frame in frames where images.all[frame.image - 1].epoch != segment.epoch {
        let image = images.all[frame.image - 1]
        let isWritten = writer.define(
          RecordHead(.defineImage, .none), object: UInt32(frame.image), site: image.mark, image.path, in: segment)
        guard isWritten else { break }
        images.all[frame.image - 1].epoch = segment.epoch
      }
    }
    return frames.withUnsafeBytes { writer.define(head, object: object, site: site, $0, in: segment) }
  }
}
