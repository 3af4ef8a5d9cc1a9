import Foundation
import RxTrace

/// The Swift files that a page names, each with a download link and the command that runs it.
struct PipelineList {
  let facts: PageFacts
  /// The page's path in the site.
  let htmlPath: String
  let words: Wording
  /// Whether a pipeline runs by itself; false if it is compiled with a package that readers may not have.
  let areStandalone: Bool

  var entries: [[String: Any]] {
    let pipelines = facts.pipelines
    return facts.downloads.map { path in
      let name = String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
      // The page says that a pipeline can be run only if the build has run it.
      let isRun = areStandalone && pipelines.contains(path)
      return [
        "name": HTML(text: name), "file": Composer.link(to: path, from: htmlPath),
        "source": Composer.link(to: SourceFile.htmlPath(path, in: words.language), from: htmlPath),
        "label": HTML(text: words(.downloadFile, name)),
        "command": isRun ? HTML(text: Self.command(tracing: name)) : nil,
      ].compactMapValues { $0 }
    }
  }

  /// The command to type in the folder of the file.
  ///
  ///     PipelineList.command(tracing: "my flow.swift")  // "headwater trace 'my flow.swift'"
  static func command(tracing name: String) -> String {
    // A name that begins with `-` would be taken for an option.
    let word = name.hasPrefix("-") ? "./" + name : name
    let isPlain = word.utf8.allSatisfy { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        || "._-/".utf8.contains(byte)
    }
    let quoted = "'" + word.replacingOccurrences(of: "'", with: #"'\''"#) + "'"
    return "headwater trace " + (isPlain ? word : quoted)
  }
}

extension PageFacts {
  /// The pipelines that the page runs, whatever their arguments.
  var pipelines: Set<String> {
    Set(
      dependencies.lazy.compactMap { read in
        if case .pipeline(let command) = read.dependency, command.form == .pipeline { command.path } else { nil }
      })
  }

  /// Every Swift file that the page names, sorted.
  var downloads: [String] { pipelines.union(programs).sorted() }
}
