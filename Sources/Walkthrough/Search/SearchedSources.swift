/// The searchable data of source files: their declarations.
struct SearchedSources: Encodable {
  struct Source: Encodable {
    /// The path without `.html`.
    let path: String
    /// The symbols, each as its type, its name and its line, separated by tabs. The line is negative if the symbol is
    /// not public.
    let symbols: [String]

    init(_ index: SourceIndex, file: Int) {
      path = String(SourceFile.htmlPath(index.files[file].name, in: Wording.mainLanguage).dropLast(".html".count))
      symbols = index.declarations(inFile: file).filter { $0.kind != .deinitializer }.map {
        let sign = DocumentedModule.isPublic($0, in: index) ? "" : "-"
        return "\($0.owner ?? "")\t\($0.name)\t\(sign)\($0.lines.lowerBound)"
      }
    }
  }

  let sources: [Source]
}
