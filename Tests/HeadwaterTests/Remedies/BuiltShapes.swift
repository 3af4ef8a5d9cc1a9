import Foundation
import Testing

/// The compiled program of shapes.
struct BuiltShapes {
  private let folder: Folder
  private let executable: String

  /// - Parameter diff: the changes of the files, for `git apply`.
  init(_ shapes: ShapePrograms, in folder: Folder? = nil, applying diff: String = "") throws {
    let folder = try folder ?? Folder()
    for (name, text) in shapes.files {
      try text.write(to: folder.url.appending(path: name), atomically: true, encoding: .utf8)
    }
    if !diff.isEmpty {
      try diff.write(to: folder.url.appending(path: "remedies.diff"), atomically: true, encoding: .utf8)
      #expect(try output(ofEnvironment: ["git", "-C", folder.url.path, "apply", "remedies.diff"]) == "")
    }
    let result = try headwater(["record", "-o", "where.hwtrace"] + shapes.files.keys.sorted(), in: folder)
    #expect(result.status == 0, "\(result.errors)")
    self.folder = folder
    executable = result.output.trimmingCharacters(in: .newlines)
  }

  func fix(_ number: Int) throws -> Result {
    try record(number)
    return try headwater(["check", "\(number).hwtrace", "--fix"], in: folder)
  }

  func check(_ number: Int) throws -> Result {
    try record(number)
    return try headwater(["check", "\(number).hwtrace"], in: folder)
  }

  /// The findings of one more recording of a shape, notes too.
  func findings(_ number: Int) throws -> Result {
    try record(number)
    return try headwater(["check", "\(number).hwtrace", "--level", "note", "--format", "json"], in: folder)
  }

  private func record(_ number: Int) throws {
    let result = try headwater(["record", "-o", "\(number).hwtrace", "--", executable, "\(number)"], in: folder)
    #expect(result.status == 0, "\(result.errors)")
  }

  func printed(_ number: Int) throws -> [String] {
    try output(ofEnvironment: [executable, "\(number)"]).split(separator: "\n").map(String.init)
  }
}
