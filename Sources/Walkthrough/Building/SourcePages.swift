import Foundation
import RxTrace

/// The pages that show whole source files, each with the steps of walkthroughs that pass through its lines.
struct SourcePages {
  let context: SiteContext
  let key: String
  let composer: PageComposer

  func files(_ pages: [(page: PlannedPage, facts: PageFacts)]) throws -> [SiteFile] {
    let passes = passes(pages)
    let engine = try sources().map { name, url in
      let file = SourceFile.htmlPath(name)
      return page(name, at: file, key: context.sources.key, passes[name] ?? []) { [context] in
        context.sources.index.files.first { $0.name == name }
      }
    }
    let programs = Set(pages.flatMap(\.facts.programs)).sorted().map { name in
      let content = context.content
      return page(name, at: SourceFile.htmlPath(name), key: content.hash(of: name) ?? "", passes[name] ?? []) {
        (try? String(contentsOf: content.url(name), encoding: .utf8)).map {
          SourceFile(name: name, module: nil, text: $0)
        }
      }
    }
    return engine + programs
  }

  /// A step that executes lines of a file, as the file's page links to it.
  struct Pass: Sendable {
    var lines: [Int]
    var title: String
    var htmlPath: String
    var anchor: String
  }

  private func passes(_ pages: [(page: PlannedPage, facts: PageFacts)]) -> [String: [Pass]] {
    var passes: [String: [Pass]] = [:]
    // Links lead to pages that somebody wrote in that language; the main one stands for all.
    for (page, facts) in pages where page.name.language == Wording.mainLanguage {
      for pass in facts.passes {
        passes[pass.file, default: []].append(
          Pass(
            lines: pass.lines, title: page.frontMatter.title, htmlPath: page.name.htmlPath, anchor: pass.anchor))
      }
    }
    return passes
  }

  private func sources() throws -> [(name: String, url: URL)] {
    try SourceIndex.files(in: context.sources.folders).map { folder, name in
      ("\(folder.standardizedFileURL.lastPathComponent)/\(name)", folder.appendingPathComponent(name))
    }
  }

  private func page(
    _ name: String, at path: String, key: String, _ passes: [Pass], read: @escaping @Sendable () -> SourceFile?
  ) -> SiteFile {
    var hash = ContentHash()
    for part in [self.key, name, key] { hash.add(part) }
    for pass in passes {
      hash.add([pass.title, pass.htmlPath, pass.anchor, "\(pass.lines)"].joined(separator: "\n"))
    }
    return SiteFile(path: path, origin: "the source file \(name)", key: hash.text) { [composer, context] in
      guard let file = read() else { throw SiteSetupError("\(name): cannot be read as UTF-8") }
      return composer.source(file, path: path, passes: passes, words: context.wording(of: Wording.mainLanguage))
    }
  }
}
