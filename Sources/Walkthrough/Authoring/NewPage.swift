import Foundation
import RxTrace
import TraceViews

/// A page to begin with, and the program that it explains.
///
///     try NewPage(name: "debounce", title: "How debounce waits").write(into: URL(filePath: "content"))
///     // ["content/debounce/index.md", "content/debounce/debounce.swift"]
public struct NewPage {
  private let name: String
  private let title: String
  private let facts: ProgramFacts?

  /// - Parameters:
  ///   - name: The folder's name: letters, digits, `-` and `_`.
  ///   - facts: The program to explain; nil for a small example.
  /// - Throws: ``SiteSetupError`` for another name.
  public init(name: String, title: String, explaining facts: ProgramFacts? = nil) throws {
    let isPlain = name.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil || "-_".unicodeScalars.contains($0)
    }
    guard !name.isEmpty, isPlain, !name.hasPrefix("-") else {
      throw SiteSetupError("\(name): is not a name for a page; use letters, digits, - and _")
    }
    self.name = name
    self.title = title
    self.facts = facts
  }

  /// Writes both files.
  /// - Returns: their paths.
  /// - Throws: ``SiteSetupError`` if something of that name exists already; nothing is written then.
  public func write(into content: URL) throws -> [String] {
    let folder = content.appendingPathComponent(name)
    let place = content.relativePath + "/" + name
    let files = FileManager.default
    guard !files.fileExists(atPath: folder.path) else { throw SiteSetupError("\(place): is there already") }
    // The folder gets a temporary name first, so that nobody finds it half made.
    let beside = content.appendingPathComponent(".headwater-\(UInt64.random(in: 0 ... .max))")
    do {
      try files.createDirectory(at: content, withIntermediateDirectories: true)
      guard mkdir(beside.path, 0o777) == 0 else { throw SiteSetupError("\(place): cannot be made: \(systemMessage())") }
    } catch let error as SiteSetupError {
      throw error
    } catch {
      throw SiteSetupError("\(place): cannot be made: \(systemReason(error))")
    }
    defer { try? files.removeItem(at: beside) }
    do {
      try Data((facts.map(page) ?? example).utf8).write(to: beside.appendingPathComponent("index.md"))
      try Data((facts?.source ?? exampleProgram).utf8).write(to: beside.appendingPathComponent("\(name).swift"))
      try files.moveItem(at: beside, to: folder)
    } catch {
      throw SiteSetupError("\(place): cannot be written: \(systemReason(error))")
    }
    return ["\(place)/index.md", "\(place)/\(name).swift"]
  }

  private var exampleProgram: String {
    """
    import RxSwift

    _ = Observable.of(1, 2, 3)
      .map { $0 * 10 }
      .subscribe(onNext: { print($0) })

    """
  }

  private var frontMatter: String {
    """
    ---
    title: \(quotedTitle)
    \(AuthorPrompt.summary.rawValue)
    ---
    """
  }

  /// The title as a quoted string in YAML.
  private var quotedTitle: String {
    "\"" + title.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"") + "\""
  }

  private var example: String {
    """
    \(frontMatter)

    The program is [\(name).swift](\(name).swift). It prints three numbers, and sends the
    [three](count:\(name).swift/onCore(next:)) values that `of` was given.

    ```output pipeline=\(name).swift
    10
    20
    30
    ```

    ## What is called

    Each line below is a claim that is held against a recorded run. Try to change one, and build.

    ```chain pipeline=\(name).swift
    ObservableType.subscribe(onNext:) | the note of a step stands behind the bar
      …
    ```

    ```marbles pipeline=\(name).swift
    ```

    """
  }
}

// MARK: A page about a program at hand

extension NewPage {
  private func page(_ facts: ProgramFacts) -> String {
    let sections = [opening, question(facts), marbles, findings(facts), chain(facts), answer(facts)]
      .compactMap(\.self)
    return frontMatter + "\n\n" + sections.joined(separator: "\n\n") + "\n"
  }

  private var opening: String {
    """
    \(AuthorPrompt.purpose.rawValue)

    \(block("source"))
    """
  }

  private func question(_ facts: ProgramFacts) -> String? {
    guard !facts.output.isEmpty else { return nil }
    return "## What does it print?\n\n"
      + (facts.canBeOrdered ? block("predict", "ask=order") : block("output", body: facts.output))
  }

  /// The printed lines, at the end of a page that asks for their order.
  private func answer(_ facts: ProgramFacts) -> String? {
    facts.canBeOrdered ? "## What it printed\n\n" + block("output", body: facts.output) : nil
  }

  private var marbles: String {
    """
    ## What becomes of each element?

    \(AuthorPrompt.element.rawValue)

    \(block("marbles"))
    """
  }

  private func findings(_ facts: ProgramFacts) -> String? {
    guard !facts.findings.isEmpty else { return nil }
    return """
      ## What is wrong with it?

      \(AuthorPrompt.bug.rawValue)

      \(block("findings", body: facts.findings))
      """
  }

  private func chain(_ facts: ProgramFacts) -> String? {
    guard !facts.chain.isEmpty else { return nil }
    let lanes = facts.hasSeveralThreads ? "\n\n" + block("lanes") : ""
    return """
      ## Which calls are made?

      \(AuthorPrompt.calls.rawValue)\(lanes)

      \(block("chain", body: facts.chain + (facts.isWholeChain ? [] : [ChainList.gap])))
      """
  }

  /// A directive about the program, with a fence that is longer than any in its body.
  private func block(_ directive: String, _ keys: String = "", body: [String] = []) -> String {
    var fence = "```"
    while body.contains(where: { $0.contains(fence) }) { fence += "`" }
    let head = "\(fence)\(directive) pipeline=\(name).swift" + (keys.isEmpty ? "" : " " + keys)
    return ([head] + body + [fence]).joined(separator: "\n")
  }
}
