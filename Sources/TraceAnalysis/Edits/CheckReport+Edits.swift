extension CheckReport {
  /// The report, whose findings have the edits that make their remedies.
  /// - Parameter findings: the report's own, in their order.
  package func withEdits(of findings: [Finding]) -> CheckReport {
    var report = self
    report.findings = findings
    report.hasEdits = true
    return report
  }
}

extension Finding {
  /// Why an edit cannot make the remedy; nil if one does.
  package var reasonWithoutEdit: String? {
    edits.isEmpty ? obstacle ?? "the remedy needs a decision" : nil
  }
}

/// An edit in a report that programs read.
struct EditJSON: Encodable {
  let file: String
  let startLine: Int
  let startColumn: Int
  let endLine: Int
  let endColumn: Int
  let replacement: String

  init(_ edit: FileEdit) {
    file = edit.file
    (startLine, startColumn) = (edit.start.line, edit.start.column)
    (endLine, endColumn) = (edit.end.line, edit.end.column)
    replacement = edit.replacement
  }
}

/// The edits that make the remedy of one finding, as SARIF has them.
struct SARIFFix: Encodable {
  struct Text: Encodable { let text: String }

  struct Artifact: Encodable { let uri: String }

  struct Change: Encodable {
    let artifactLocation: Artifact
    let replacements: [Replacement]
  }

  struct Replacement: Encodable {
    let deletedRegion: Region
    let insertedContent: Text
  }

  struct Region: Encodable {
    let startLine: Int
    let startColumn: Int
    let endLine: Int
    let endColumn: Int
  }

  let description: Text
  let artifactChanges: [Change]

  init(_ finding: Finding) {
    description = Text(text: finding.remedy)
    artifactChanges = Dictionary(grouping: finding.edits, by: \.file).sorted { $0.key < $1.key }.map { file, edits in
      Change(artifactLocation: Artifact(uri: sarifURI(file)), replacements: edits.map(Self.replacement))
    }
  }

  private static func replacement(_ edit: FileEdit) -> Replacement {
    Replacement(
      deletedRegion: Region(
        startLine: edit.start.line, startColumn: edit.start.column, endLine: edit.end.line, endColumn: edit.end.column),
      insertedContent: Text(text: edit.replacement))
  }
}
