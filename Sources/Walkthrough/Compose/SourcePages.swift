import Foundation
import RxTrace

/// The pages that show whole source files, each with the steps of walkthroughs that pass through its lines.
struct SourcePages {
  let context: SiteContext
  let plan: SitePlan
  let key: String
  let composer: Composer
  /// The source files that have pages, sorted.
  let sources: [String]
  /// Every Swift file beside the pages that one of them names, sorted.
  let programs: [String]

  /// The folder of these pages in the site. If a section names it, every source file has a page, and a page lists them all.
  static let folder = "source/"

  /// The page that lists the files.
  static func list(in language: String) -> PageName { PageName(base: folder + "index", language: language) }

  /// The pages in each language of the site.
  func files(_ pages: [BuiltPage]) throws -> [SiteFile] {
    plan.names.active.flatMap { language in files(pages, language) } + cards()
  }

  private func files(_ pages: [BuiltPage], _ language: String) -> [SiteFile] {
    let passes = passes(pages, language)
    let sources = sources.map { name in
      page(name, language, key: context.sources.key, passes[name] ?? []) { [context] passes, words, link in
        let index = context.sources.index
        guard let place = index.files.firstIndex(where: { $0.name == name }) else { return nil }
        return SourcePageRenderer(index: index, place: place, passes: passes, words: words, link: link)
      }
    }
    let programs = programs.map { name in
      let content = context.content
      return page(name, language, key: context.hash(of: name), passes[name] ?? []) { passes, words, _ in
        guard let text = try? content.text(of: name) else { return nil }
        return SourcePageRenderer(file: SourceFile(name: name, module: nil, text: text), passes: passes, words: words)
      }
    }
    return sources + programs + (composer.listsSources ? [list(language)] : [])
  }

  /// The declarations' cards, only beside pages of the main language, because comments have one language.
  private func cards() -> [SiteFile] {
    let sources = sources.map { name in
      cards(name, key: context.sources.key) { [context] in
        let index = context.sources.index
        return index.files.firstIndex { $0.name == name }.map { DeclarationCards(index: index, place: $0) }
      }
    }
    let content = context.content
    let programs = programs.map { name in
      cards(name, key: context.hash(of: name)) {
        guard let text = try? content.text(of: name) else { return nil }
        let index = SourceIndex().adding(fileNamed: name, text: text)
        return DeclarationCards(index: index, place: 0)
      }
    }
    return sources + programs
  }

  private func cards(_ name: String, key: String, _ made: @escaping @Sendable () -> DeclarationCards?) -> SiteFile {
    var hash = ContentHash()
    for part in [self.key, name, key] { hash.add(part) }
    let path = DeclarationCards.path(besides: SourceFile.htmlPath(name, in: Wording.mainLanguage))
    return SiteFile(path: path, origin: "the source file \(name)", key: hash.text) {
      guard let cards = made() else { throw SiteSetupError("\(name): cannot be read as UTF-8") }
      return cards.script
    }
  }

  private func frame(_ base: String, _ language: String) -> PageFrame {
    plan.frame(ofGenerated: base, language: language, in: Self.list(in: language).htmlPath)
  }

  private func list(_ language: String) -> SiteFile {
    let name = Self.list(in: language)
    let frame = frame(name.base, language)
    return SiteFile(
      path: name.htmlPath, origin: "the list of source files", key: key + context.sources.key + frame.hash
    ) { [composer, context] in
      let body = SourceListRenderer(index: context.sources.index).body {
        RelativePath.link(to: $0.htmlPath(in: language), from: name.htmlPath)
      }
      return composer.sourceList(body, name: name, frame: frame, words: context.wording(of: language))
    }
  }

  /// A step that executes lines of a file, as the file's page links to it.
  struct Pass: Sendable {
    var lines: [Int]
    var title: String
    var htmlPath: String
    var anchor: String
  }

  /// The pages with steps that execute lines of a file, by the file's name.
  private func passes(_ pages: [BuiltPage], _ language: String) -> [String: [BuiltPage]] {
    var passing: [String: [BuiltPage]] = [:]
    for page in pages where page.planned.name.language == language {
      for file in page.entry.derived.passKeys.keys { passing[file, default: []].append(page) }
    }
    return passing
  }

  private typealias Renderer =
    @Sendable (
      _ passes: [SourcePageRenderer.Pass], _ words: Wording, _ link: @escaping (SourceFile, Int) -> String?
    ) -> SourcePageRenderer?

  private func page(
    _ name: String, _ language: String, key: String, _ passing: [BuiltPage], renderer: @escaping Renderer
  ) -> SiteFile {
    let page = PageName(base: SourceFile.pageBase(name), language: language)
    let path = page.htmlPath
    let frame = frame(page.base, language)
    var hash = ContentHash()
    for part in [self.key, name, key, frame.hash] + sources { hash.add(part) }
    for other in passing {
      for part in [other.planned.htmlPath, other.planned.frontMatter.title, other.entry.derived.passKeys[name] ?? ""] {
        hash.add(part)
      }
    }
    let linked = Set(sources)
    return SiteFile(path: path, origin: "the source file \(name)", key: hash.text) { [composer, context] in
      let words = context.wording(of: language)
      let passes = passing.flatMap { $0.passes(through: name) }
      let made = renderer(passes.flatMap { $0.onLines(from: path, words) }, words) { file, line in
        linked.contains(file.name) ? RelativePath.link(to: file.htmlPath(in: language), from: path) + "#L\(line)" : nil
      }
      guard let made else { throw SiteSetupError("\(name): cannot be read as UTF-8") }
      return composer.source(made, name: page, frame: frame)
    }
  }
}

extension BuiltPage {
  fileprivate func passes(through file: String) -> [SourcePages.Pass] {
    entry.passes.filter { $0.file == file }.map { pass in
      SourcePages.Pass(
        lines: pass.lines, title: planned.frontMatter.title, htmlPath: planned.htmlPath, anchor: pass.anchor)
    }
  }
}

extension [SourcePass] {
  /// A key for the passes through each file, by the file's name.
  var keys: [String: String] {
    var hashes: [String: ContentHash] = [:]
    for pass in self { hashes[pass.file, default: ContentHash()].add("\(pass.anchor)\n\(pass.lines)") }
    return hashes.mapValues(\.text)
  }
}

extension SourcePages.Pass {
  /// The step as each of its lines links to it.
  fileprivate func onLines(from path: String, _ words: Wording) -> [SourcePageRenderer.Pass] {
    let number = String(anchor.reversed().prefix(while: \.isNumber).reversed())
    let link = RelativePath.link(to: htmlPath, from: path) + "#" + anchor
    // The page of a stage has no steps.
    let text = number.isEmpty ? title : "\(title), \(words(.step, number))"
    return lines.map { ($0, text, link) }
  }
}
