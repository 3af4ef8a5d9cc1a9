/// The names of a package's own instrumentation, from `hooks` in `site.yml`: excerpts print them faint and never light
/// them.
///
/// A name stands for a type, a property or a method, `Tracing` or `Tracing.call`, and matches wherever it is used.
struct HookNames: Equatable, Sendable {
  /// The parts of each name: `["Tracing", "call"]`.
  private(set) var names: [[String]] = []
  /// The names of hooks that call their last argument, which does the program's work.
  private(set) var around: [[String]] = []

  init(_ names: [String] = [], around: [String] = []) {
    self.names = names.map(Self.parts)
    self.around = around.map(Self.parts)
  }

  private static func parts(_ name: String) -> [String] { name.split(separator: ".").map(String.init) }

  var isEmpty: Bool { names.isEmpty && around.isEmpty }

  /// A key that changes when the names do.
  var key: String {
    [names, around].map { $0.map { $0.joined(separator: ".") }.joined(separator: " ") }.joined(separator: "\n")
  }

  /// Whether a name, given as its parts, is a hook.
  func contains(_ path: [String]) -> Bool { Self.names(names, path) || Self.names(around, path) }

  /// Whether the hook that a path names calls its last argument.
  func surrounds(_ path: [String]) -> Bool { Self.names(around, path) }

  /// Whether a declaration is a hook itself: its path ends with the hook's name.
  func declares(_ path: [String]) -> Bool { (names + around).contains { path.suffix($0.count).elementsEqual($0) } }

  private static func names(_ names: [[String]], _ path: [String]) -> Bool {
    names.contains { name in
      guard name.count <= path.count else { return false }
      return (0...(path.count - name.count)).contains { path[$0..<($0 + name.count)].elementsEqual(name) }
    }
  }

  /// Whether a text can be a hook's name: identifiers of Swift, separated by dots.
  static func isName(_ text: String) -> Bool {
    !text.isEmpty
      && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
        !(part.first?.isNumber ?? true) && part.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
      }
  }
}
