import Foundation
import RxTrace

extension CheckReport {
  /// The findings in the Static Analysis Results Interchange Format, version 2.1.0, which code scanners read.
  public func sarifText() throws -> String {
    try json(SARIF(runs: [SARIF.Run(self)]))
  }
}

private struct SARIF: Encodable {
  let schema = "https://json.schemastore.org/sarif-2.1.0.json"
  let version = "2.1.0"
  let runs: [Run]

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

    init(_ report: CheckReport) {
      let run = report.run.name
      results =
        (report.findings + report.lesser).map { Result($0, run: run) }
        + report.silenced.map { Result($0.finding, run: run, Suppression(kind: "inSource", justification: $0.reason)) }
        + report.known.map { Result($0, run: run, Suppression(kind: "external", justification: "in the baseline")) }
      let remarks = report.remarks + report.unseen.map { "not looked at: \($0)" }
      invocations = [Invocation(toolExecutionNotifications: remarks.map { Notification(message: Message(text: $0)) })]
    }
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
    let executionSuccessful = true
    let toolExecutionNotifications: [Notification]
  }

  struct Notification: Encodable {
    let level = "note"
    let message: Message
  }

  struct Result: Encodable {
    let ruleId: String
    let level: String
    let message: Message
    let locations: [Location]
    let relatedLocations: [Location]
    /// Nil if the finding counts.
    let suppressions: [Suppression]?
    /// Nil for a finding without edits.
    let fixes: [SARIFFix]?

    init(_ finding: Finding, run: String, _ suppression: Suppression? = nil) {
      suppressions = suppression.map { [$0] }
      ruleId = finding.rule.rawValue
      level = finding.level.rawValue
      message = Message(
        text: ([finding.message + "."] + [finding.cause, finding.remedy].filter { !$0.isEmpty }).joined(separator: " "))
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
