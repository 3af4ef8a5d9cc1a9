/// Renders what a type inherits from, as far as the sources declare it.
struct HierarchyRenderer {
  let index: SourceIndex
  let context: PageRenderer

  func render(_ type: Declaration) -> HTML {
    """
    <figure class="hierarchy">
    <figcaption>What <code>\(type.name)</code> inherits from</figcaption>
    <ul>
    \(item(type, above: []))
    </ul>
    </figure>
    """
  }

  private func item(_ type: Declaration, above: [String]) -> HTML {
    let file = index.files[type.file]
    let link = context.link(to: file, line: type.lines.lowerBound)
    let path = above + [type.qualifiedName]
    let parents = type.inherited.compactMap(index.type(named:)).filter { !path.contains($0.qualifiedName) }
    let nested: HTML =
      parents.isEmpty ? "" : "\n<ul>\n\(parents.map { item($0, above: path) }.joined(separator: "\n"))\n</ul>\n"
    return """
      <li class="\(type.kind.rawValue)"><span class="entry"><span class="type-kind">\(type.kind.rawValue)</span> \
      <code>\(type.qualifiedName)</code> <a class="declared" href="\(link)">\(file.name)</a></span>\
      \(nested)</li>
      """
  }
}
