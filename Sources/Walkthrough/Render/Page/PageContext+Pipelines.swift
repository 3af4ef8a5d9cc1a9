import RxTrace

extension PageContext {
  /// The pipeline of the page that declares what a symbol names, as the page writes it.
  func pipeline(declaring symbol: String) -> String? {
    pipelines.first { name in
      guard let path = RelativePath.resolve(name, from: page.path), let text = site.text(of: path) else { return false }
      let index = site.index.adding(fileNamed: name, text: text)
      guard let declaration = try? index.declaration(named: symbol) else { return false }
      return index.files[declaration.file].name == name
    }
  }

  /// The pipelines that the page's blocks name.
  private var pipelines: [String] {
    (1...max(page.text.lineCount, 1)).lazy.map(page.line).enumerated().filter { $1.hasPrefix("```") }
      .compactMap { try? FenceInfo(line: $1, number: $0 + 1) }
      .compactMap { $0.attribute("pipeline")?.value }
  }
}
