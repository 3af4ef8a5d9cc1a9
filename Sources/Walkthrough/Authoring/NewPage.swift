import Foundation
import RxTrace

/// A page to begin with, and the pipeline that it explains.
///
///     try NewPage(name: "debounce", title: "How debounce waits").write(into: URL(filePath: "content"))
///     // ["content/debounce/index.md", "content/debounce/debounce.swift"]
public struct NewPage {
  private let name: String
  private let title: String

  /// - Parameter name: The folder's name: letters, digits, `-` and `_`.
  /// - Throws: ``SiteSetupError`` for another name.
  public init(name: String, title: String) throws {
    let isPlain = name.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil || "-_".unicodeScalars.contains($0)
    }
    guard !name.isEmpty, isPlain, !name.hasPrefix("-") else {
      throw SiteSetupError("\(name): is not a name for a page; use letters, digits, - and _")
    }
    self.name = name
    self.title = title
  }

  /// Writes both files.
  /// - Returns: their paths.
  /// - Throws: ``SiteSetupError`` if something of that name exists already; nothing is written then.
  public func write(into content: URL) throws -> [String] {
    let folder = content.appendingPathComponent(name)
    let place = content.relativePath + "/" + name
    let files = FileManager.default
    guard !files.fileExists(atPath: folder.path) else { throw SiteSetupError("\(place): is there already") }
    // Made beside and renamed, so that nobody finds half of it.
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
      try Data(page.utf8).write(to: beside.appendingPathComponent("index.md"))
      try Data(pipeline.utf8).write(to: beside.appendingPathComponent("\(name).swift"))
      try files.moveItem(at: beside, to: folder)
    } catch {
      throw SiteSetupError("\(place): cannot be written: \(systemReason(error))")
    }
    return ["\(place)/index.md", "\(place)/\(name).swift"]
  }

  private var pipeline: String {
    """
    import RxSwift

    _ = Observable.of(1, 2, 3)
      .map { $0 * 10 }
      .subscribe(onNext: { print($0) })

    """
  }

  /// As a text in YAML, whatever is in it.
  private var quotedTitle: String {
    "\"" + title.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"") + "\""
  }

  private var page: String {
    """
    ---
    title: \(quotedTitle)
    summary: What this page explains, in one sentence.
    ---

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
