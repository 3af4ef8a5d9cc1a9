import Foundation
import RxTrace

/// The sources that excerpts are taken from, read when the first page asks for them.
final class SourceLibrary: Sendable {
  /// A key that changes when the files or the hooks do.
  let key: String
  private let files: [SourceIndex.File]
  private let made: LazyValue<SourceIndex>

  /// - Parameter remembered: An index that was made before, and the key of its sources.
  init(folders: [URL], hooks: HookNames, remembered: (key: String, index: SourceIndex)? = nil) throws {
    let files = SourceIndex.files(in: folders)
    let key = try Self.key(of: files, hooks)
    (self.files, self.key) = (files, key)
    made = LazyValue(known: remembered?.key == key ? remembered?.index : nil) {
      SourceIndex(files: files, hooks: hooks)
    }
  }

  /// Whether the index has been made.
  var isRead: Bool { made.isMade }

  var index: SourceIndex { made.value }

  /// The files' names for readers, sorted: `Rx/Core/Observable.swift`.
  var names: [String] { files.map(\.name).sorted() }

  private static func key(of files: [SourceIndex.File], _ hooks: HookNames) throws -> String {
    var hash = ContentHash()
    hash.add(hooks.key)
    for file in files {
      hash.add(file.name)
      guard let contents = file.url.contentHash else {
        throw SiteSetupError("\(file.url.relativePath): cannot be read")
      }
      hash.add(contents)
    }
    return hash.text
  }
}
