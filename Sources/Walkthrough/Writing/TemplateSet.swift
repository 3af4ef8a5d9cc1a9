import Foundation
import Mustache

/// The Mustache templates of a site's look. Pages made from data know the engine besides.
///
/// Whatever a template is given is HTML already, so templates write it with three braces: the engine's own escaping looks
/// at whole characters, and a quotation mark with a combining accent is one that it does not know.
struct TemplateSet: Sendable {
  private let library: MustacheLibrary

  /// - Throws: ``SiteSetupError`` for a folder without templates, or one that is damaged.
  init(folder: URL) throws {
    var library = MustacheLibrary()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names.filter({ $0.hasSuffix(".mustache") }).sorted() {
      let url = folder.appendingPathComponent(name)
      do {
        try library.register(try String(contentsOf: url, encoding: .utf8), named: String(name.dropLast(9)))
      } catch {
        throw SiteSetupError("\(url.relativePath): \(error)")
      }
    }
    self.library = library
    for name in ["page", "index", "source"] where library.getTemplate(named: name) == nil {
      throw SiteSetupError("\(folder.appendingPathComponent(name).relativePath).mustache: no such template")
    }
  }

  func render(_ name: String, _ values: [String: Any]) -> String {
    library.render(Self.plain(values), withTemplate: name) ?? ""
  }

  /// The engine knows strings, lists and maps.
  private static func plain(_ value: Any) -> Any {
    switch value {
    case let html as HTML: html.source
    case let map as [String: Any]: map.mapValues(plain)
    case let list as [[String: Any]]: list.map { $0.mapValues(plain) }
    default: value
    }
  }
}

/// Something that keeps the generator from starting: a missing folder, a damaged template.
public struct SiteSetupError: Error, CustomStringConvertible {
  public var description: String

  public init(_ description: String) { self.description = description }
}
