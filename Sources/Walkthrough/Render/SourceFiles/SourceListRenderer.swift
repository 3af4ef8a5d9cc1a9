/// Renders the list of all source files by folder, each with its types and the summary of the first one.
struct SourceListRenderer {
  let index: SourceIndex

  /// - Parameter link: the address of a file's page, relative to the list.
  func body(link: (SourceFile) -> String) -> HTML {
    let declared = Dictionary(grouping: index.declarations, by: \.file)
    var folders: [(name: String, items: [HTML])] = []
    for (place, file) in index.files.enumerated() {
      let folder = file.name.split(separator: "/").dropLast().joined(separator: "/")
      if folders.last?.name != folder { folders.append((folder, [])) }
      folders[folders.count - 1].items.append(item(file, declared[place] ?? [], link: link(file)))
    }
    return folders.map { folder in
      """
      <h2>\(folder.name)</h2>
      <ul class="files">
      \(folder.items.joined(separator: "\n"))
      </ul>
      """
    }.joined(separator: "\n")
  }

  private func item(_ file: SourceFile, _ declarations: [Declaration], link: String) -> HTML {
    let types = declarations.filter { $0.kind.isType && $0.owner == nil }
    let names = types.map { "<code>\($0.name)</code>" as HTML }.joined(separator: ", ")
    let purpose = (types.first { !$0.documentation.isEmpty } ?? declarations.first { !$0.documentation.isEmpty })
      .map { DocComment.summary(of: $0.documentation) }
    let about = [names, purpose ?? ""].filter { $0 != "" }.joined(separator: " – ")
    return "<li><a href=\"\(link)\">\(file.fileName)</a><p>\(about)</p></li>"
  }
}

/// The text of a documentation comment, whose code spans are links to symbols.
enum DocComment {
  /// The first paragraph.
  static func summary(of text: String) -> HTML { InlineMarkdown(firstParagraph(of: text)).html }

  /// The first sentence, without markup.
  static func firstSentence(of text: String) -> String {
    let paragraph = InlineMarkdown(firstParagraph(of: text)).plainText
    let ends = [paragraph.firstRange(of: ". ")?.lowerBound, paragraph.firstIndex(of: "。")].compactMap(\.self)
    return ends.min().map { String(paragraph[...$0]) } ?? paragraph
  }

  private static func firstParagraph(of text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.prefix { !$0.allSatisfy(\.isWhitespace) && !$0.hasPrefix("- ") }.joined(separator: " ")
  }
}
