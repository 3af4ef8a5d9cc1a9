import Foundation
import RxTrace

extension EditPlan {
  /// Makes the edits in the files: in all of them, or in none.
  /// - Throws: ``SystemError/failed(_:)``; then the files are as they were.
  package func write() throws {
    for file in files {
      try ReplacedFile(file.path).check(keeping: [])
      guard [UInt8](contentsOfFile: file.path, atMost: file.bytes.count + 1) == file.bytes else {
        throw SystemError.failed("\(file.path): has changed meanwhile; check again")
      }
    }
    var written: [File] = []
    do {
      for file in files {
        try Self.replace(file.path, with: file.edited)
        written.append(file)
      }
    } catch {
      for file in written { try? Self.replace(file.path, with: file.bytes) }
      throw error
    }
  }

  private static func replace(_ path: String, with bytes: [UInt8]) throws {
    try replaceFile(path) { descriptor in
      var output = BufferedText(descriptor, place: path)
      try output.write(String(decoding: bytes, as: UTF8.self))
      try output.flush()
    }
  }
}
