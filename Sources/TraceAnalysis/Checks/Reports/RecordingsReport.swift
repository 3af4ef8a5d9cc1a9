import RxTrace

/// The findings of several recordings. Findings of one kind at one line are equal; without a line, those of one
/// message. The first recording that has a finding tells its steps and values.
package struct RecordingsReport {
  /// A finding of several recordings.
  struct Group {
    let key: Key
    let lines: [String]
    let title: String
    let level: Finding.Level
    let finding: Finding
    let json: FindingJSON
    /// The recordings that have it, in their order.
    var recordings: [String]
  }

  struct Key: Hashable {
    let rule: String
    let level: Finding.Level
    let place: SourceLine?
    /// Nil if there is a line, because values differ from recording to recording.
    let message: String?

    init(_ finding: Finding) {
      (rule, level, place) = (finding.rule.rawValue, finding.level, finding.place)
      message = finding.place == nil ? finding.message : nil
    }
  }

  /// The name of the folder: `night`.
  private let name: String
  private let level: Finding.Level
  private var groups: [Group] = []
  private var places: [Key: Int] = [:]
  /// How many recordings were checked.
  package private(set) var count = 0
  /// The messages about recordings that could not be checked.
  package private(set) var failures: [String] = []
  private var silenced = 0
  private var known = 0
  /// The findings that a comment or the baseline leaves out. Equal ones are here once.
  private(set) var suppressed: [(key: Key, result: SARIF.Result)] = []
  private var remarks: [String] = []
  /// For each thing that a run could not show, the number of runs that could not.
  private var unseen: [(text: String, count: Int)] = []

  /// - Parameter level: the least level of the findings that are shown with their lines.
  package init(name: String, level: Finding.Level) { (self.name, self.level) = (name, level) }

  /// Whether there are findings from the level on.
  package var hasFindings: Bool { groups.contains { $0.level >= level } }

  /// Takes the findings of one more recording.
  package mutating func add(_ report: CheckReport) {
    count += 1
    for finding in report.findings + report.lesser { add(finding, of: report) }
    silenced += report.silenced.count
    known += report.known.count
    for one in report.silenced { suppress(one.finding, SARIF.Result(one, run: report.run.name)) }
    for finding in report.known { suppress(finding, SARIF.Result(known: finding, run: report.run.name)) }
    let told = report.told
    remarks += report.run.remarks.filter { !told.contains($0) && !remarks.contains($0) }
    for text in report.unseen {
      if let place = unseen.firstIndex(where: { $0.text == text }) {
        unseen[place].count += 1
      } else {
        unseen.append((text, 1))
      }
    }
  }

  private mutating func add(_ finding: Finding, of report: CheckReport) {
    let key = Key(finding)
    if let place = places[key] {
      if groups[place].recordings.last != report.run.name { groups[place].recordings.append(report.run.name) }
      return
    }
    places[key] = groups.count
    groups.append(
      Group(
        key: key, lines: finding.lines(in: report.run.trace), title: finding.title, level: finding.level,
        finding: finding,
        json: FindingJSON(
          finding, report.run, report.words, report.graph, report.run.located.virtualTimes, hasEdits: false),
        recordings: [report.run.name]))
  }

  private mutating func suppress(_ finding: Finding, _ result: SARIF.Result) {
    let key = Key(finding)
    if !suppressed.contains(where: { $0.key == key }) { suppressed.append((key, result)) }
  }

  /// Notes that a recording could not be checked.
  package mutating func fail(_ message: String) { failures.append(message) }

  /// The groups, sorted by severity, then by number of recordings, then by first appearance.
  var sorted: [Group] {
    groups.enumerated().sorted { one, other in
      if one.element.level != other.element.level { return one.element.level > other.element.level }
      let (first, second) = (one.element.recordings.count, other.element.recordings.count)
      return first == second ? one.offset < other.offset : first > second
    }.map(\.element)
  }

  // MARK: Text

  /// Each finding as in the report of its first recording, with how many recordings have it; then the titles of those below
  /// the level, and the counts.
  package func text(isColored: Bool) -> String {
    let style = TextStyle(isColored: isColored)
    var lines: [String] = []
    for group in sorted where group.level >= level { lines += group.lines + ["  \(place(of: group))", ""] }
    let lesser = sorted.filter { $0.level < level }
    lines += lesser.map { "\($0.title)  \(place(of: $0))" } + (lesser.isEmpty ? [] : [""])
    lines += remarks.map { "remark: \($0)" } + notLookedAt
    lines.append(summary)
    return lines.map { Finding.Level.colored(oneLine($0), style, FindingLanguage.english.labels) + "\n" }.joined()
  }

  /// The remarks on the runs, and the things that no run could show.
  var notes: [String] { remarks + notLookedAt }

  /// The things that no recording could show.
  private var notLookedAt: [String] {
    unseen.filter { $0.count == count }.map { "not looked at: \($0.text)" }
  }

  /// `in 12 of 30 recordings, first in 0102.hwtrace`
  func place(of group: Group) -> String {
    "in \(group.recordings.count) of \(counted(count, "recording")), first in \(group.recordings[0])"
  }

  /// `night: 30 recordings: 3 problems, 2 notes; 1 silenced`
  var summary: String {
    let problems = groups.count { $0.level >= .warning && $0.level >= level }
    let warnings = groups.count { $0.level == .warning && $0.level < level }
    let notes = groups.count { $0.level == .note }
    var counts = problems > 0 ? [counted(problems, "problem")] : []
    if !hasFindings { counts.append("clean") }
    if warnings > 0 { counts.append(counted(warnings, "warning")) }
    if notes > 0 { counts.append(counted(notes, "note")) }
    let parts = [
      counts.joined(separator: ", "), silenced > 0 ? "\(silenced) silenced" : nil, known > 0 ? "\(known) known" : nil,
      failures.isEmpty ? nil : "\(counted(failures.count, "recording")) could not be checked",
    ]
    return "\(name): \(counted(count, "recording")): \(parts.compactMap(\.self).joined(separator: "; "))"
  }

  // MARK: JSON

  package func jsonText() throws -> String {
    try json(
      RecordingsJSON(
        folder: name, level: level.rawValue, recordings: count, failures: failures,
        findings: sorted.map { group in
          RecordingsJSON.Group(
            finding: group.json, level: group.level.rawValue, count: group.recordings.count,
            recordings: Array(group.recordings.prefix(RecordingsJSON.mostNames)))
        },
        silenced: silenced, known: known, notLookedAt: unseen.filter { $0.count == count }.map(\.text), remarks: remarks
      ))
  }
}

private struct RecordingsJSON: Encodable {
  struct Group: Encodable {
    let finding: FindingJSON
    let level: String
    /// The number of recordings that have the finding.
    let count: Int
    /// The names of the first recordings.
    let recordings: [String]
  }

  static let mostNames = 1_000

  let folder: String
  let level: String
  let recordings: Int
  let failures: [String]
  let findings: [Group]
  let silenced: Int
  let known: Int
  let notLookedAt: [String]
  let remarks: [String]
}
