import Foundation
import RxTrace

extension CheckReport {
  /// The findings in the Static Analysis Results Interchange Format, version 2.1.0, which code scanners read.
  public func sarifText() throws -> String {
    let run = run.name
    let results =
      (findings + lesser).map { SARIF.Result($0, run: run) } + silenced.map { SARIF.Result($0, run: run) }
      + known.map { SARIF.Result(known: $0, run: run) }
    return try SARIF(results, notes: remarks + unseen.map { "not looked at: \($0)" }).text
  }
}

extension RecordingsReport {
  /// The findings of all recordings, in the form of ``CheckReport/sarifText()``. Each result names its recordings.
  package func sarifText() throws -> String {
    let results = sorted.map { SARIF.Result($0.finding, run: $0.recordings[0], remark: place(of: $0)) }
    return try SARIF(results + suppressed.map(\.result), notes: notes, errors: failures).text
  }
}

struct SARIF: Encodable {
  let schema = "https://json.schemastore.org/sarif-2.1.0.json"
  let version = "2.1.0"
  let runs: [Run]

  /// - Parameters:
  ///   - notes: remarks on the run, and the things that it could not show.
  ///   - errors: why something could not be checked.
  init(_ results: [Result], notes: [String], errors: [String] = []) {
    let notifications =
      errors.map { Notification(level: "error", message: Message(text: $0)) }
      + notes.map { Notification(level: "note", message: Message(text: $0)) }
    let invocation = Invocation(executionSuccessful: errors.isEmpty, toolExecutionNotifications: notifications)
    runs = [Run(results: results, invocations: [invocation])]
  }

  var text: String { get throws { try json(self) } }

  enum CodingKeys: String, CodingKey {
    case schema = "$schema"
    case version, runs
  }

  struct Message: Encodable { let text: String }

  struct Run: Encodable {
    let tool = Tool()
    let results: [Result]
    let invocations: [Invocation]
    /// The unit of columns.
    let columnKind = "unicodeCodePoints"
  }

  struct Tool: Encodable { let driver = Driver() }

  struct Driver: Encodable {
    let name = "headwater check"
    let rules = Finding.Rule.allCases.map { Rule(id: $0.rawValue, shortDescription: Message(text: $0.summary)) }
  }

  struct Rule: Encodable {
    let id: String
    let shortDescription: Message
  }

  struct Invocation: Encodable {
    let executionSuccessful: Bool
    let toolExecutionNotifications: [Notification]
  }

  struct Notification: Encodable {
    let level: String
    let message: Message
  }

  struct Result: Encodable {
    let ruleId: String
    let level: String
    let message: Message
    let locations: [Location]
    let relatedLocations: [Location]
    /// The reasons why the finding does not count; nil if it counts.
    let suppressions: [Suppression]?
    /// Nil for a finding without edits.
    let fixes: [SARIFFix]?

    /// A finding that a comment silences.
    init(_ silenced: CheckReport.Silenced, run: String) {
      self.init(silenced.finding, run: run, Suppression(kind: "inSource", justification: silenced.reason))
    }

    /// A finding that the baseline lists.
    init(known finding: Finding, run: String) {
      self.init(finding, run: run, Suppression(kind: "external", justification: "in the baseline"))
    }

    /// - Parameters:
    ///   - run: the name of the recording, which stands for a line that is not known.
    ///   - remark: what is to be said after the remedy.
    init(_ finding: Finding, run: String, _ suppression: Suppression? = nil, remark: String? = nil) {
      suppressions = suppression.map { [$0] }
      ruleId = finding.rule.rawValue
      level = finding.level.rawValue
      message = Message(
        text: ([finding.message + "."] + [finding.cause, finding.remedy, remark ?? ""].filter { !$0.isEmpty })
          .joined(separator: " "))
      locations = [finding.place.map { Location($0, nil) } ?? Location(file: run)]
      relatedLocations = finding.evidence.compactMap { evidence in
        evidence.place.map { Location($0, Message(text: evidence.what)) }
      }
      fixes = finding.edits.isEmpty ? nil : [SARIFFix(finding)]
    }
  }

  struct Suppression: Encodable {
    let kind: String
    let justification: String
  }

  struct Location: Encodable {
    let physicalLocation: PhysicalLocation
    let message: Message?

    init(_ line: SourceLine, _ message: Message?) {
      physicalLocation = PhysicalLocation(
        artifactLocation: Artifact(uri: sarifURI(line.file)), region: Region(startLine: line.line))
      self.message = message
    }

    init(file: String) {
      physicalLocation = PhysicalLocation(artifactLocation: Artifact(uri: sarifURI(file)), region: nil)
      message = nil
    }
  }

  struct PhysicalLocation: Encodable {
    let artifactLocation: Artifact
    let region: Region?
  }

  struct Artifact: Encodable { let uri: String }

  struct Region: Encodable { let startLine: Int }
}

/// A full path becomes a `file:` address; a relative one is a relative address.
func sarifURI(_ path: String) -> String {
  if path.hasPrefix("/") { return URL(fileURLWithPath: path).absoluteString }
  return path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
}
