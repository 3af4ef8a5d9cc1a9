import RxTrace

/// The script beside the page of a source file that has a card for each declaration: its head, and the first sentence
/// of its comment. A page loads the script when the reader points at a link to one of the declarations, so that pages
/// need not contain the cards of all their symbols.
struct DeclarationCards {
  let file: SourceFile
  let declarations: [Declaration]

  /// - Parameter place: The position of the file in the index.
  init(index: SourceIndex, place: Int) {
    (file, declarations) = (index.files[place], Array(index.declarations(inFile: place)))
  }

  /// The path of the script: `source/Rx/Core/Observable.cards.js` for the page `source/Rx/Core/Observable.html`.
  static func path(besides page: String) -> String {
    (page.hasSuffix(".html") ? String(page.dropLast(5)) : page) + ".cards.js"
  }

  /// The script, which calls `headwaterCards` with the HTML of cards by line and name: `12 subscribe`.
  var script: [UInt8] {
    var known: Set<String> = []
    let entries = declarations.compactMap { declaration -> String? in
      let key = "\(declaration.lines.lowerBound) \(declaration.baseName)"
      guard known.insert(key).inserted else { return nil }
      return "\"\(TextEscaping.script.escape(key))\":\"\(TextEscaping.script.escape(card(declaration).source))\""
    }
    return Array("headwaterCards({\(entries.joined(separator: ",\n"))})\n".utf8)
  }

  private func card(_ declaration: Declaration) -> HTML {
    let summary = DocComment.summary(of: declaration.documentation)
    let purpose: HTML = summary == "" ? "" : "<p>\(summary)</p>"
    return """
      <code class="signature">\(Self.short(DeclarationHead.text(of: declaration, in: file)))</code>\(purpose)\
      <p class="where">\(file.name):\(declaration.lines.lowerBound)</p>
      """
  }

  private static func short(_ head: String) -> String { head.count > 300 ? String(head.prefix(300)) + " …" : head }
}
