import Foundation
import RxTrace

/// The folder of Markdown pages and of the pipelines that they explain.
struct ContentFolder {
  let root: URL
  /// The root's path, and the user's spelling of it, stored because asking a `URL` is slower than reading a small file.
  let path: String
  private let shownPath: String
  /// The root with every symbolic link followed, as path components: they decide whether a path is inside.
  private let resolvedRoot: [String]

  init(_ root: URL) {
    self.root = root
    path = root.path
    shownPath = root.relativePath
    resolvedRoot = root.resolvingSymlinksInPath().standardizedFileURL.pathComponents
  }

  /// A file as the user would name it: `content/core-flow/index.md`.
  func displayPath(_ relativePath: String) -> String {
    shownPath == "." || shownPath.isEmpty ? relativePath : "\(shownPath)/\(relativePath)"
  }

  func diagnostic(_ problem: Problem, in path: String, _ severity: Diagnostic.Severity = .error) -> Diagnostic {
    Diagnostic(
      file: displayPath(path), line: problem.place.line, column: problem.place.column, message: problem.message,
      severity: severity)
  }

  func url(_ relativePath: String) -> URL { root.appendingPathComponent(relativePath) }

  /// Whether a path stays in the folder if every symbolic link on the way is followed.
  func contains(_ relativePath: String) -> Bool {
    let resolved = url(relativePath).standardizedFileURL.resolvingSymlinksInPath().pathComponents
    return resolved.starts(with: resolvedRoot)
  }

  /// The text of a file.
  /// - Throws: ``Problem`` at its first line if it cannot be read as UTF-8.
  func text(of relativePath: String) throws(Problem) -> String {
    guard let bytes = [UInt8](contentsOfFile: path + "/" + relativePath) else {
      throw Problem(line: 1, whyUnreadable(relativePath))
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw Problem(line: 1, "cannot be read as UTF-8") }
    return text
  }

  /// The reason why a file cannot be read, and the remedy.
  func whyUnreadable(_ relativePath: String) -> String {
    if let reason = whyNotAFile(relativePath) { return reason }
    return access(path + "/" + relativePath, R_OK) == 0 ? "cannot be read" : "cannot be read: \(systemMessage())"
  }

  /// The reason why something that is there is not a regular file; nil for a file, and if nothing is there.
  func whyNotAFile(_ relativePath: String) -> String? {
    switch kind(of: relativePath) {
    case nil, S_IFREG: nil
    case S_IFDIR: "is a folder, not a file: name a file in it, or give it a name without the ending of a file"
    default: "is a pipe, a socket or a device, not a file: move it out of the content folder"
    }
  }

  /// `` ; nearest: `flow.swift` ``, as the page names it; nothing if no file has such a name.
  /// - Parameter ending: That of the files that can be meant.
  func nearestFile(to name: String, from page: String, ending: String = "") -> String {
    let files = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    let wanted = RelativePath.resolve(name, from: page) ?? name
    guard let nearest = Nearest.similarName(to: wanted, among: files.filter { $0.hasSuffix(ending) }) else { return "" }
    let folder = page.split(separator: "/").dropLast().map { $0 + "/" }.joined()
    let isBeside = nearest.hasPrefix(folder)
    let named = isBeside ? String(nearest.dropFirst(folder.count)) : RelativePath.link(to: nearest, from: page)
    return "; nearest: `\(named)`"
  }

  /// The kind of file at a path, with symbolic links followed, as `stat` reports it; nil if nothing is there.
  ///
  /// Every link of every page is looked up, so this avoids `URL`, which takes longer to make than `stat` to answer.
  private func kind(of relativePath: String) -> mode_t? {
    var status = stat()
    // A zero byte would end the path for the system.
    guard !relativePath.utf8.contains(0), stat(path + "/" + relativePath, &status) == 0 else { return nil }
    return status.st_mode & S_IFMT
  }

  /// A hash of a file's contents; nil if it cannot be read.
  func hash(of relativePath: String) -> String? { ContentHash.text(ofFile: path + "/" + relativePath) }

  /// Whether a path leads to a regular file.
  func isFile(_ relativePath: String) -> Bool { kind(of: relativePath) == S_IFREG }

  /// Whether anything is at a path, even if it cannot be read.
  func has(_ relativePath: String) -> Bool { kind(of: relativePath) != nil }
}

/// Paths within the site, always with `/` and relative to a root.
enum RelativePath {
  /// `path` as seen from the folder of `page`, with `.` and `..` taken out; nil when it climbs above the root.
  ///
  ///     RelativePath.resolve("../b/x.md", from: "a/index.md")  // "b/x.md"
  static func resolve(_ path: String, from page: String) -> String? {
    guard !path.hasPrefix("/") else { return nil }
    var components = page.split(separator: "/").dropLast().map(String.init)
    for component in path.split(separator: "/") where component != "." {
      if component != ".." {
        components.append(String(component))
      } else if components.popLast() == nil {
        return nil
      }
    }
    return components.joined(separator: "/")
  }

  /// Whether a path names something below its root.
  static func isInside(_ path: String) -> Bool {
    !path.utf8.starts(with: "/".utf8)
      && !path.utf8.split(separator: UInt8(ascii: "/")).contains { $0.elementsEqual("..".utf8) }
  }

  /// The relative link from one file to another.
  ///
  ///     RelativePath.link(to: "b/x.html", from: "a/index.html")  // "../b/x.html"
  static func link(to target: String, from page: String) -> String {
    String(repeating: "../", count: page.split(separator: "/").count - 1) + target
  }
}
