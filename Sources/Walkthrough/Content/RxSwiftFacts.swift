import RxTrace

/// The types, methods and files of RxSwift that do each step of the walkthroughs, and the symbols that do it here.
///
///     version: 6.1.0
///     parts:
///       - part: threads
///         steps:
///           - step: {en: "`observe(on:)` looks at its scheduler", zh-Hans: "`observe(on:)`查看它的调度器"}
///             here: ["ObservableType.observe(on:)"]
///             there: ["ObservableType.observe(on:)"]
///             file: RxSwift/Observables/ObserveOn.swift
struct RxSwiftFacts: Equatable, Sendable {
  /// The version of RxSwift in which the facts were looked up.
  var version = ""
  var parts: [Part] = []

  /// The steps of one walkthrough.
  struct Part: Equatable, Sendable {
    var name: String
    var place: Place
    var steps: [Step] = []
    /// The functions on the stack at one moment, the innermost first.
    var stack: [Frame] = []
  }

  struct Step: Equatable, Sendable {
    /// The step in words, as Markdown.
    var text: TranslatedText
    /// Symbols of the sources that the site is about; none for a step that only RxSwift makes.
    var here: [Name] = []
    /// Types and methods of RxSwift; none for a step that it does not have.
    var there: [String] = []
    /// The file of RxSwift that declares them.
    var file = ""
    /// Text with code spans.
    var difference: TranslatedText?
  }

  struct Frame: Equatable, Sendable {
    /// The function of RxSwift in a code span, or a description of a function of the program.
    var there: TranslatedText
    /// The symbol with the same task; nil if there is none.
    var here: Name?
  }

  /// A symbol, and its place in the data.
  struct Name: Equatable, Sendable {
    var text: String
    var place: Place
  }

  /// The path of the data's file in the content folder.
  static let path = "rxswift/steps.yml"
  /// The page that shows all of the data.
  static let page = "rxswift/index.md"

  func part(named name: String) -> Part? { parts.first { $0.name == name } }
}

// MARK: Reading

extension RxSwiftFacts {
  /// - Throws: ``Problem`` for anything that is not of the form above.
  init(yaml: String) throws(Problem) {
    guard let file = try YAML.read(yaml, as: "the data") else { return }
    for (key, value) in try file.entries(of: "the data", ["version", "parts"]) {
      switch key {
      case "version": version = try value.words(of: key)
      default: for entry in try value.entries(of: key) { parts.append(try Part(entry)) }
      }
    }
    var seen: Set<String> = []
    for part in parts where !seen.insert(part.name).inserted {
      throw Problem(part.place, "the part `\(part.name)` is there twice")
    }
  }
}

extension RxSwiftFacts.Part {
  fileprivate init(_ entry: YAML) throws(Problem) {
    (name, place) = ("", entry.place)
    for (key, value) in try entry.entries(of: "a part", ["part", "steps", "stack"]) {
      switch key {
      case "part": name = try value.words(of: key)
      case "steps": for entry in try value.entries(of: key) { steps.append(try RxSwiftFacts.Step(entry)) }
      default: for entry in try value.entries(of: key) { stack.append(try RxSwiftFacts.Frame(entry)) }
      }
    }
    guard !name.isEmpty, !steps.isEmpty else { throw Problem(place, "a part needs `part`, its name, and `steps`") }
  }
}

extension RxSwiftFacts.Step {
  fileprivate init(_ entry: YAML) throws(Problem) {
    text = TranslatedText([:])
    for (key, value) in try entry.entries(of: "a step", ["step", "here", "there", "file", "differs"]) {
      switch key {
      case "step": text = try TranslatedText(value, of: key)
      case "here": here = try value.names(of: key)
      case "there": there = try value.names(of: key).map(\.text)
      case "file": file = try value.words(of: key)
      default: difference = try TranslatedText(value, of: key)
      }
    }
    guard text != TranslatedText([:]), !(here.isEmpty && there.isEmpty) else {
      throw Problem(entry.place, "a step needs `step`, and `here` or `there`")
    }
    guard there.isEmpty == file.isEmpty else { throw Problem(entry.place, "a step with `there` needs the `file`") }
  }
}

extension RxSwiftFacts.Frame {
  fileprivate init(_ entry: YAML) throws(Problem) {
    there = TranslatedText([:])
    for (key, value) in try entry.entries(of: "a frame", ["there", "here"]) {
      switch key {
      case "there": there = try TranslatedText(value, of: key)
      default: here = RxSwiftFacts.Name(text: try value.words(of: key), place: value.place)
      }
    }
    guard there != TranslatedText([:]) else { throw Problem(entry.place, "a frame needs `there`") }
  }
}

extension YAML {
  /// The keys and values of a map that may have only these keys.
  fileprivate func entries(of what: String, _ known: [String]) throws(Problem) -> [(key: String, value: YAML)] {
    guard let map else { throw Problem(place, "\(what) must be a map with \(known.joined(separator: ", "))") }
    var entries: [(String, YAML)] = []
    for (key, value) in map {
      let name = key.text ?? ""
      guard known.contains(name) else {
        throw Problem(key.place, "unknown key `\(name)` of \(what)" + Nearest.suggestion(for: name, among: known))
      }
      entries.append((name, value))
    }
    return entries
  }

  fileprivate func entries(of key: String) throws(Problem) -> [YAML] {
    guard let list else { throw Problem(place, "`\(key)` must be a list of maps") }
    return list
  }

  fileprivate func words(of key: String) throws(Problem) -> String {
    guard let text, !text.isEmpty else { throw Problem(place, "`\(key)` must be one piece of text") }
    return text
  }

  fileprivate func names(of key: String) throws(Problem) -> [RxSwiftFacts.Name] {
    guard let list else { throw Problem(place, "`\(key)` must be a list of names") }
    var names: [RxSwiftFacts.Name] = []
    for entry in list { names.append(RxSwiftFacts.Name(text: try entry.words(of: key), place: entry.place)) }
    return names
  }
}
