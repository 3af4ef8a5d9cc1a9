import Foundation
import RxTrace

extension CheckReport {
  /// Workflow commands, by which GitHub marks the lines of a change, and the count of all in the last line:
  /// `::warning file=search.swift,line=7,title=stale::…`
  ///
  /// A finding without a known line is about the run.
  /// - Parameter folder: the checkout. Files in it are named from there on, as GitHub wants them.
  package func githubText(checkout folder: String) -> String {
    let commands = (findings + lesser).map { WorkflowCommand($0, checkout: folder).text }
    // A line that began with the name of the run could be a command.
    return (commands + ["headwater check: " + oneLine(summary())]).map { $0 + "\n" }.joined()
  }
}

extension RecordingsReport {
  /// Workflow commands for all recordings. Each command names the recordings that have the finding.
  package func githubText(checkout folder: String) -> String {
    let commands = sorted.map { WorkflowCommand($0.finding, checkout: folder, remark: place(of: $0)).text }
    return (commands + ["headwater check: " + oneLine(summary)]).map { $0 + "\n" }.joined()
  }
}

/// A line that GitHub's runner reads as a command.
private struct WorkflowCommand {
  let text: String

  /// - Parameter remark: what is to be said after the remedy.
  init(_ finding: Finding, checkout folder: String, remark: String = "") {
    var properties: [(String, String)] = []
    if let place = finding.place {
      properties += [("file", Self.path(place.file, from: folder)), ("line", "\(place.line)")]
    }
    properties.append(("title", finding.rule.rawValue))
    let message = [finding.message + ".", finding.cause, finding.remedy, remark].filter { !$0.isEmpty }.map(oneLine)
    let shown = properties.map { "\($0)=\(Self.escaped(property: $1))" }.joined(separator: ",")
    text = "::\(Self.name(finding.level)) \(shown)::\(Self.escaped(message.joined(separator: "\n")))"
  }

  private static func name(_ level: Finding.Level) -> String {
    switch level {
    case .error: "error"
    case .warning: "warning"
    case .note: "notice"
    }
  }

  private static func path(_ file: String, from folder: String) -> String {
    let starts = [folder, realPath(folder)].compactMap(\.self).map { $0.hasSuffix("/") ? $0 : $0 + "/" }
    return starts.first { file.hasPrefix($0) }.map { String(file.dropFirst($0.count)) } ?? file
  }

  private static func escaped(_ text: String) -> String { escaped(text, "%\r\n") }

  private static func escaped(property text: String) -> String { escaped(oneLine(text), "%\r\n:,") }

  /// Escapes scalar by scalar, because a line break of two scalars is one character.
  private static func escaped(_ text: String, _ special: String) -> String {
    text.unicodeScalars.map { scalar in
      guard special.unicodeScalars.contains(scalar) else { return String(scalar) }
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "%" + (digits.count < 2 ? "0" : "") + digits
    }.joined()
  }
}
