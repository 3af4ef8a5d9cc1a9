import RxTrace

extension DirectivePage {
  /// The data of a file in the content folder; a mistake in it is reported at a place in the page.
  func data(_ path: String, at place: Place) throws(Problem) -> DataFile {
    guard path.hasSuffix(PageOrigin.dataSuffix), let text = context.site.text(of: path) else {
      throw Problem(place, "`\(path)` is not a file of data")
    }
    do {
      return try DataFile(text, language: context.page.language)
    } catch {
      throw error.ofData(path, at: place)
    }
  }

  /// The folder that a value names, relative to the page.
  func folder(_ named: FenceInfo.Attribute) throws(Problem) -> String {
    guard let folder = RelativePath.resolve(named.value, from: context.page.path) else {
      throw Problem(named.valuePlace, "the folder `\(named.value)` is outside of the content folder")
    }
    return folder
  }

  /// The pages of a folder that are made from data, in the order in which readers go through them.
  func dataPages(in named: FenceInfo.Attribute) throws(Problem) -> [(page: PageFrame.PageLink, path: String)] {
    let folder = try folder(named)
    let language = context.page.language
    let names = context.site.pageNames(in: language).filter { $0.folder == folder }
    let paths = Dictionary(names.map { ($0.htmlPath, context.site.path(of: $0)) }) { first, _ in first }
    return context.site.pages(in: folder, group: nil, language: language).compactMap { page in
      paths[page.htmlPath].flatMap { $0.hasSuffix(PageOrigin.dataSuffix) ? (page, $0) : nil }
    }
  }
}

extension Problem {
  /// The problem of a data file, at the place in a page that asks for the data.
  func ofData(_ path: String, at place: Place) -> Problem {
    Problem(place, "\(path):\(self.place.line):\(self.place.column): \(message)")
  }
}
