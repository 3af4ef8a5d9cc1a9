import Foundation

/// Buffers text for a file descriptor and writes it in large pieces, because a tree can have a million lines.
package struct BufferedText {
  private let descriptor: Int32
  /// The name of the place in messages.
  private let place: String
  private var buffer: [UInt8] = []

  /// The size of a piece, so small that the beginning of a page goes out while the rest is made.
  private static let pieceSize = 1 << 14

  package init(_ descriptor: Int32, place: String) {
    self.descriptor = descriptor
    self.place = place
  }

  /// Creates or replaces a file with the text that `writeText` writes.
  /// - Throws: ``SystemError/failed(_:)``, what `writeText` throws
  package static func replace(_ file: String, _ writeText: (inout BufferedText) throws -> Void) throws {
    try replaceFile(file) { descriptor in
      var output = BufferedText(descriptor, place: file)
      try writeText(&output)
      try output.flush()
    }
  }

  /// - Throws: ``SystemError/failed(_:)``
  package mutating func write(_ text: String) throws {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= Self.pieceSize { try flush() }
  }

  /// - Throws: ``SystemError/failed(_:)``
  package mutating func write(_ bytes: UnsafeRawBufferPointer) throws {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.pieceSize { try flush() }
  }

  /// - Throws: ``SystemError/failed(_:)``
  package mutating func flush() throws {
    var done = 0
    while done < buffer.count {
      let count = buffer.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress! + done, $0.count - done) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else {
        throw SystemError.failed("\(ShownText.printable(place)): cannot be written: \(systemMessage())")
      }
      done += count
    }
    buffer.removeAll(keepingCapacity: true)
  }
}
