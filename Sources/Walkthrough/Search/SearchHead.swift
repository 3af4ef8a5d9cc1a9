/// The small file that every page loads: the words of the search in each language, and the names of the shards.
struct SearchHead: Sendable {
  /// Names, which begin with the language of the pages, or with `symbols`.
  let shards: [String]
  /// By language, by key.
  let words: [String: [String: String]]

  /// The bytes of the file, the same for the same shards and words.
  func file() -> [UInt8] {
    var script = ScriptText(calling: "headwaterSearch")
    script.object { script in
      script.key("words")
      script.object { script in
        for (language, words) in words.sorted(by: { $0.key < $1.key }) {
          script.key(language)
          script.object { script in
            for (key, text) in words.sorted(by: { $0.key < $1.key }) {
              script.key(key)
              script.string(text)
            }
          }
        }
      }
      script.key("shards")
      script.list { script in
        for shard in shards { script.string(shard) }
      }
    }
    return script.finished()
  }
}
