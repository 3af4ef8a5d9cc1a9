import ArgumentParser
import Foundation
import RxTrace
import TraceAnalysis

/// A folder of recordings, such as those of a night. It is not a package.
struct RecordingsFolder {
  let path: String

  /// Nil if the words name something else.
  init?(_ words: [String]) {
    var isFolder = ObjCBool(false)
    guard words.count == 1, !isProgram(words[0]),
      FileManager.default.fileExists(atPath: words[0], isDirectory: &isFolder), isFolder.boolValue
    else { return nil }
    path = words[0]
  }

  /// The recordings directly in the folder, by their names.
  /// - Throws: ``SystemError/failed(_:)`` if there are none.
  func recordings() throws -> [String] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      throw SystemError.failed("\(path): the folder cannot be read")
    }
    let found = names.filter { $0.hasSuffix(".hwtrace") && !$0.hasPrefix(".") }.sorted()
    guard !found.isEmpty else {
      throw SystemError.failed(
        "\(path): the folder has neither recordings, whose names end in .hwtrace, nor a Package.swift")
    }
    return found.map { path.hasSuffix("/") ? path + $0 : "\(path)/\($0)" }
  }
}

extension CheckCommand {
  /// Checks each recording of a folder, and reports equal findings once. A recording that cannot be checked is named, and the
  /// others are checked all the same.
  func run(over folder: RecordingsFolder) throws -> Never {
    try refuseOptions()
    try Analysis.run {
      let baseline = try selection.readBaseline()
      let recordings = try folder.recordings()
      var all = RecordingsReport(name: folder.path, level: level)
      for path in recordings {
        do {
          all.add(try report(on: path, besides: baseline))
        } catch let comments as IgnoreComments.Incomplete {
          throw comments
        } catch {
          all.fail("\(error)")
          Analysis.say("headwater: \(ShownText.message("\(error)"))")
        }
      }
      try output.write(text(of: all), keeping: recordings + [selection.baseline].compactMap(\.self))
      return !all.failures.isEmpty ? Analysis.trouble : all.hasFindings ? 1 : 0
    }
  }

  private func refuseOptions() throws {
    if fixes.fix { throw ValidationError("--fix is about one run; name one recording of the folder, or the program") }
    if update.updateBaseline {
      throw ValidationError("--update-baseline is about one run; name one recording of the folder")
    }
    if language != .english {
      throw ValidationError("--language is about one run; name one recording of the folder")
    }
    if format == .editor {
      throw ValidationError(
        "--format editor is about one run; name one recording of the folder, or choose text, json, sarif or github")
    }
  }

  private func text(of all: RecordingsReport) throws -> String {
    switch format {
    case .text, .editor: all.text(isColored: output.isColored)
    case .json: try all.jsonText()
    case .sarif: try all.sarifText()
    case .github: all.githubText(checkout: Self.checkout)
    }
  }

  private func report(on path: String, besides baseline: Baseline?) throws -> CheckReport {
    var report = try CheckReport(path: path, trusting: trust.folders, level: level, limits: limits)
    try refuseEmpty(report, of: path)
    try selection.apply(to: &report)
    if let baseline { report.compare(with: baseline) }
    return report
  }
}
