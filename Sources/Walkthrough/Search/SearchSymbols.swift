/// The part of the search index about some source files: their declarations, with lines.
///
/// Of each file: its page, and its declarations with their lines, separated by commas. A member stands under its owner:
/// `=Owner`, then `member(_:) 12`, or `member(_:) -12` if other modules cannot name it; a declaration of no type stands
/// under a lone `=`, or first.
struct SearchSymbols: Sendable {
  let sources: [SearchableSource]
  let name: String

  /// The bytes of the file, the same for the same sources.
  func file() -> [UInt8] {
    var script = ScriptText(calling: "headwaterSearch")
    script.object { script in
      script.key("name")
      script.string(name)
      script.key("sources")
      script.list { script in
        for source in sources {
          script.list { script in
            script.string(source.path.hasSuffix(".html") ? String(source.path.dropLast(5)) : source.path)
            script.string(Self.symbols(of: source))
          }
        }
      }
    }
    return script.finished()
  }

  private static func symbols(of source: SearchableSource) -> String {
    var owner = ""
    var parts: [String] = []
    for symbol in source.symbols {
      if symbol.owner != owner {
        owner = symbol.owner
        parts.append("=" + owner)
      }
      parts.append("\(symbol.name) \(symbol.isPublic ? "" : "-")\(symbol.line)")
    }
    return parts.joined(separator: ",")
  }
}
