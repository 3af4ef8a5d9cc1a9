import Foundation

/// A pipeline's file, read and found to be Swift source.
struct PipelineSource {
  /// The path as the user gave it: what compiler messages name.
  let path: String
  let text: String

  /// - Throws: ``PipelineError/unreadable(file:reason:)``, ``PipelineError/notSource(file:reason:)``
  init(path: String) throws {
    self.path = path
    var status = stat()
    guard stat(path, &status) == 0 else { throw PipelineError.unreadable(file: path, reason: systemMessage()) }
    // A pipe or a device has no end that could be waited for, and no second reading.
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw PipelineError.unreadable(file: path, reason: "it is a folder; give a Swift file")
    default: throw PipelineError.unreadable(file: path, reason: "it is not a regular file")
    }
    guard access(path, R_OK) == 0 else { throw PipelineError.unreadable(file: path, reason: systemMessage()) }
    text = try Self.text(of: path)
  }

  private static func text(of path: String) throws -> String {
    let data: Data
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw PipelineError.unreadable(file: path, reason: error.localizedDescription)
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw PipelineError.notSource(file: path, reason: "is not UTF-8 text")
    }
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw PipelineError.notSource(file: path, reason: "is empty; there is nothing to run")
    }
    return text
  }

  /// What the program is called, by itself and by the system: `hello` for `hello.swift`.
  var programName: String {
    let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    return name.hasPrefix(".") ? "pipeline" : name
  }
}
