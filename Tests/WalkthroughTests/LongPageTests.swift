import Foundation
import TestSupport
import Testing

@testable import Walkthrough

/// Pages four times as long take about four times as long, not sixteen times.
@Suite(.oneAtATime) struct LongPageTests {
  static let shapes: [(name: String, text: @Sendable (Int) -> String)] = [
    ("headings of one text", { repeated($0) { _ in "## Same" } }),
    ("headings of their own", { repeated($0) { "## Heading \($0)" } }),
    ("references to one footnote", { repeated($0) { _ in "Text[^a]." } + "\n\n[^a]: Note." }),
    (
      "footnotes of their own",
      { count in
        repeated(count) { "Text[^n\($0)]." } + "\n\n" + repeated(count, "\n") { "[^n\($0)]: Note \($0)." }
      }
    ),
    ("empty lines in a footnote", { "Text[^a].\n\n[^a]: Note." + String(repeating: "\n", count: $0 * 8) + "End." }),
    (
      "references in long lines",
      { count in repeated(count / 1_500) { _ in repeated(1_500, "") { _ in "a[^a]" } } + "\n\n[^a]: Note." }
    ),
    ("links", { repeated($0) { "[here](#h) and [there](https://example.org/\($0))" } + "\n\n## H" }),
    ("items", { repeated($0, "\n") { "- item \($0)" } }),
  ]

  private static func repeated(_ count: Int, _ separator: String = "\n\n", _ text: (Int) -> String) -> String {
    (0..<count).map(text).joined(separator: separator)
  }

  @Test(arguments: shapes.map(\.name))
  func `time is linear`(shape: String) throws {
    let text = try #require(Self.shapes.first { $0.name == shape }).text
    let (short, long) = (try time(text(1_500)), try time(text(6_000)))
    #expect(long < short * 10, "\(short) and \(long)")
  }

  /// Processor time, so that what else the machine does is not counted; the shorter of two, as the first may load
  /// things.
  private func time(_ text: String) throws -> Double {
    try (1...2).map { _ in
      let site = try MiniatureSite(page: text)
      let start = clock()
      try site.build()
      return Double(clock() - start) / Double(CLOCKS_PER_SEC)
    }.min()!
  }
}
