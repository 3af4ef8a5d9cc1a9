import Foundation

/// Finds the text of source files under the names that a trace gives them.
///
/// A program names its lines `Module/File.swift`; debug information names them by their paths.
///
///     let sources = SourceTexts(modules: [checkout.appending(path: "Sources/Rx")], files: ["greet.swift"])
///     print(sources.text(of: "Rx/Map.swift")?.contains("final class Map") as Any)
///     // Prints: Optional(true)
public struct SourceTexts: Sendable {
  /// The paths of the modules' files, by their names in the trace.
  private var modulePaths: [String: String] = [:]
  /// The paths of single files.
  private let files: Set<String>
  /// Texts that are known without a file, by their names.
  private let texts: [String: String]
  /// The files and the texts by the last part of their names.
  private var filesByName: [String: String] = [:]
  private var textsByName: [String: String] = [:]

  /// The most bytes of a source file; larger files are not source.
  static let largestFile = 4 << 20

  /// - Parameters:
  ///   - modules: folders, each named after the module whose files it holds at any depth.
  ///   - files: the paths of other files: those of the recorded program itself.
  ///   - texts: source that need not be in a file, by its names. It takes precedence over files of the same names.
  public init(modules: [URL] = [], files: [String] = [], texts: [String: String] = [:]) {
    for module in modules {
      for file in FileManager.default.subpaths(atPath: module.path) ?? [] {
        modulePaths["\(module.lastPathComponent)/\(Self.lastPart(file))"] = module.appending(path: file).path
      }
    }
    self.files = Set(files)
    self.texts = texts
    for file in self.files.sorted() { filesByName[Self.lastPart(file)] = file }
    for (name, text) in texts.sorted(by: { $0.key < $1.key }) { textsByName[Self.lastPart(name)] = text }
  }

  /// Finds the sources of the engine that belongs to an executable, in the checkout that it was built in, or in the folder
  /// that it was installed with.
  public init(besideExecutable path: String, files: [String] = [], texts: [String: String] = [:]) {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    let candidates = ["../../Sources/Rx", "../../../Sources/Rx", "../share/headwater/Sources/Rx"].map {
      folder.appending(path: $0).standardizedFileURL
    }
    let engine = candidates.first { FileManager.default.fileExists(atPath: $0.appending(path: "Core").path) }
    self.init(modules: engine.map { [$0] } ?? [], files: files, texts: texts)
  }

  /// The text of a file; nil if there is none that could be it.
  public func text(of file: String) -> String? {
    if modulePaths[file] == nil, let text = textWithoutFile(file) { return text }
    guard let path = path(of: file),
      let bytes = [UInt8](contentsOfFile: path, atMost: Self.largestFile)
    else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  /// A text without a file. Two files may have one name, so a file that is known by its path does not match by name.
  private func textWithoutFile(_ file: String) -> String? {
    let name = Self.lastPart(file)
    return texts[file] ?? texts[name] ?? (files.contains(file) ? nil : textsByName[name])
  }

  /// The path of a file under the name that a trace gives it; nil if none of the known files could be it. A trace may name
  /// anything, so a path that only the trace names is not one of them.
  public func path(of file: String) -> String? {
    guard file.hasSuffix(".swift") else { return nil }
    return modulePaths[file] ?? (files.contains(file) ? file : filesByName[Self.lastPart(file)])
  }

  private static func lastPart(_ path: String) -> String { String(path.split(separator: "/").last ?? "") }
}
