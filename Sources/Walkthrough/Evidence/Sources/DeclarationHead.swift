import RxTrace

/// A declaration as written, on one line and without its body.
enum DeclarationHead {
  static func text(of declaration: Declaration, in file: SourceFile) -> String {
    var head = ""
    var depth = 0
    for number in declaration.lines {
      let line = file.texts[number - 1].trimmingSpaces()
      if !head.isEmpty, !"([".contains(head.last!), line.first != ")" { head += " " }
      for character in line {
        if character == "(" || character == "[" { depth += 1 }
        if character == ")" || character == "]" { depth -= 1 }
        let isEnd = character == "{" || character == "=" && declaration.kind == .property
        if depth == 0, isEnd { return head.trimmingSpaces() }
        head.append(character)
      }
      // A property ends with its line; attributes may have lines of their own.
      if declaration.kind == .property, depth == 0, !line.hasPrefix("@") { break }
    }
    return head.trimmingSpaces()
  }
}
