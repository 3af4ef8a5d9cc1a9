import CPlatform
import TraceFormat

/// Numbers the files that the program was loaded from, each written once in a recording.
final class ImageTable: Sendable {
  private let writer: RecordWriter
  private let numbers = Lock<[String: UInt32]>([:])

  init(writer: RecordWriter) {
    self.writer = writer
  }

  /// The payload of a record that has a call stack: an image and an offset in it for each return address.
  func encoded(_ stack: UnsafeBufferPointer<UInt>) -> [UInt64] {
    var words: [UInt64] = []
    for address in stack {
      var path: UnsafePointer<CChar>?
      var offset: UInt64 = 0
      guard hw_image_of(UnsafeRawPointer(bitPattern: address), &path, &offset), let path else { continue }
      words += [UInt64(number(of: String(cString: path))).littleEndian, offset.littleEndian]
    }
    return words
  }

  private func number(of path: String) -> UInt32 {
    numbers.withLock { numbers in
      if let number = numbers[path] { return number }
      let number = UInt32(numbers.count + 1)
      numbers[path] = number
      writer.define(RecordHead(.defineImage, .none), object: number, path)
      return number
    }
  }
}
