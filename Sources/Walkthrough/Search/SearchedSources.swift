/// What the search knows of source files: their declarations.
struct SearchedSources: Encodable {
  struct Source: Encodable {
    /// Without `.html`.
    let path: String
    /// The type that it is a member of, the name and the line, which is negative if no other module can name it; with tabs
    /// between them.
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
