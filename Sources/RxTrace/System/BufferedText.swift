import Foundation

/// Text on its way to a file descriptor, written in large pieces: a tree can have a million lines.
struct BufferedText {
  private let descriptor: Int32
  /// What messages call the place.
  private let place: String
  private var buffer: [UInt8] = []

  private static let pieceSize = 1 << 16

  init(_ descriptor: Int32, place: String) {
    self.descriptor = descriptor
    self.place = place
  }

  /// Makes a file of what `writeText` writes, or all that is in a file.
  /// - Throws: ``ShowError/unwritable(place:reason:)``, ``PipelineError/system(_:)``, what `writeText` throws
  static func replace(_ file: String, _ writeText: (inout BufferedText) throws -> Void) throws {
    try replaceFile(file) { descriptor in
      var output = BufferedText(descriptor, place: file)
      try writeText(&output)
      try output.flush()
    }
  }

  /// - Throws: ``ShowError/unwritable(place:reason:)``
  mutating func write(_ text: String) throws {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= Self.pieceSize { try flush() }
  }

  /// - Throws: ``ShowError/unwritable(place:reason:)``
  mutating func write(_ bytes: UnsafeRawBufferPointer) throws {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.pieceSize { try flush() }
  }

  /// - Throws: ``ShowError/unwritable(place:reason:)``
  mutating func flush() throws {
    var done = 0
    while done < buffer.count {
      let count = buffer.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress! + done, $0.count - done) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw ShowError.unwritable(place: place, reason: systemMessage()) }
      done += count
    }
    buffer.removeAll(keepingCapacity: true)
  }
}
