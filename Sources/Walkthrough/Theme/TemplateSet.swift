import Foundation
import Mustache

/// The Mustache templates of a site's theme. Pages made from data use the engine as well.
///
/// The values of a template are already HTML, so templates use three braces. The engine's own escaping looks at whole
/// characters, and misses a quotation mark with a combining accent.
struct TemplateSet: Sendable {
  /// The templates, read for the first page that is made, because a build without changes should not read them.
  private let library: LazyValue<Result<MustacheLibrary, SiteSetupError>>

  init(folder: URL) {
    library = LazyValue { Result { () throws(SiteSetupError) in try Self.library(of: folder) } }
  }

  /// - Throws: ``SiteSetupError`` for a folder with a missing or damaged template.
  func check() throws { _ = try library.value.get() }

  private static func library(of folder: URL) throws(SiteSetupError) -> MustacheLibrary {
    var library = MustacheLibrary()
    for name in FolderEntry.all(in: folder.path).map(\.name) where name.hasSuffix(".mustache") {
      let url = folder.appendingPathComponent(name)
      do {
        try library.register(try String(contentsOf: url, encoding: .utf8), named: String(name.dropLast(9)))
      } catch {
        throw SiteSetupError("\(url.relativePath): \(error)")
      }
    }
    for name in ["page", "index", "source"] where library.getTemplate(named: name) == nil {
      throw SiteSetupError("\(folder.appendingPathComponent(name).relativePath).mustache: no such template")
    }
    return library
  }

  func render(_ name: String, _ values: [String: Any]) -> String {
    (try? library.value.get())?.render(Self.plain(values), withTemplate: name) ?? ""
  }

  /// A value in the types that the engine supports: strings, lists and maps.
  private static func plain(_ value: Any) -> Any {
    switch value {
    case let html as HTML: html.source
    case let map as [String: Any]: map.mapValues(plain)
    case let list as [[String: Any]]: list.map { $0.mapValues(plain) }
    default: value
    }
  }
}
