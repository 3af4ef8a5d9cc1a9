import RxTrace

/// The comments that silence findings, in all files of the program that have lines known to the run.
package struct IgnoreComments: Sendable {
  let comments: [IgnoreComment]
  /// For each comment that is not complete: `search.swift:7:3: error: …`
  let problems: [String]
  /// The lines of the program that appear in the run's call stacks.
  private let reached: Set<SourceLine>

  /// An error for comments that are not complete.
  package struct Incomplete: Error, CustomStringConvertible {
    /// The place and the remedy of each, as compilers write them, in a line each.
    package let description: String
  }

  package init(_ run: LocatedTrace) {
    reached = Set(run.frames.values.joined().filter { $0.owner == .program }.compactMap(\.line))
    let texts = run.programTexts
    let read = Set(reached.map(\.file)).sorted().map { file in
      IgnoreComment.all(in: texts.text(of: file) ?? "", of: file)
    }
    comments = read.flatMap(\.comments)
    problems = read.flatMap(\.problems)
  }

  /// - Throws: ``Incomplete`` if a comment gives no reason, or names a finding that is not known.
  package func check() throws {
    if !problems.isEmpty { throw Incomplete(description: problems.joined(separator: "\n")) }
  }

  /// The reason why a finding is to be left out; nil if it is not.
  package func reason(for finding: Finding) -> String? { comment(for: finding).map { comments[$0].reason } }

  /// The position of the comment that silences a finding.
  func comment(for finding: Finding) -> Int? {
    finding.place.flatMap { place in comments.firstIndex { $0.silences(finding, at: place) } }
  }

  /// The comments for lines that appear in the run's call stacks, without the needed ones.
  func unneeded(_ selection: FindingSelection, except needed: Set<Int>) -> [IgnoreComment] {
    comments.indices.filter { !needed.contains($0) }.map { comments[$0] }.filter { comment in
      comment.rules.contains(where: selection.includes)
        && reached.contains(SourceLine(file: comment.place.file, line: comment.silencedLine))
    }
  }
}
