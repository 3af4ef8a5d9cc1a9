import Foundation
import Measuring

/// All rows, and what they have in common.
struct Table {
  private let rows: [Row]

  init(_ rows: [Row]) { self.rows = rows }

  var isReached: Bool { rows.allSatisfy(\.misses.isEmpty) }

  /// For a terminal.
  var text: [String] {
    let missed = rows.filter { !$0.misses.isEmpty }.count
    let mean = mean.map { "geometric mean: \(format($0, digits: 1))× RxSwift; " } ?? ""
    return [Row.heading] + rows.map(\.text) + ["\(mean)\(missed) of \(rows.count) rows miss a goal"]
  }

  /// The geometric mean of the ratios to RxSwift.
  private var mean: Double? {
    let ratios = rows.compactMap { $0.ratio(to: .rxSwift) }
    return ratios.isEmpty ? nil : exp(ratios.map { log($0) }.reduce(0, +) / Double(ratios.count))
  }
}

// MARK: On pages

extension Table {
  private struct Page {
    var path: String
    var heading: String
    var mean: String
    var name: @Sendable (String) -> String
  }

  private static let pages = [
    Page(
      path: "content/beyond/speed.md",
      heading: "| workload | × RxSwift | × OpenCombine | instructions | allocations | type requests |",
      mean: "geometric mean", name: { $0 }),
    Page(
      path: "content/beyond/speed.zh-Hans.md",
      heading: "| 做什么 | RxSwift的几倍 | OpenCombine的几倍 | 指令 | 分配 | 询问类型 |",
      mean: "几何平均", name: { chineseNames[$0] ?? $0 }),
  ]

  /// In Markdown, for each page.
  var markdown: [String] { Array(Self.pages.map(lines).joined(separator: [""])) }

  /// Replaces the table of each page.
  func updatePages() throws {
    for page in Self.pages {
      let old = try String(contentsOfFile: page.path, encoding: .utf8).components(separatedBy: "\n")
      guard let start = old.firstIndex(of: page.heading) else {
        fail("\(page.path) has no table with the heading \(page.heading)", 65)
      }
      let end = old[start...].firstIndex { !$0.hasPrefix("|") } ?? old.endIndex
      let new = old[..<start] + lines(page) + old[end...]
      try Data(new.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: page.path), options: .atomic)
    }
  }

  private func lines(_ page: Page) -> [String] {
    let mean = mean.map { ["| \(page.mean) | \(format($0, digits: 1))× | | | | |"] } ?? []
    return [page.heading, "| --- | --- | --- | --- | --- | --- |"]
      + rows.map { $0.markdown(page.name($0.workload.name)) } + mean
  }
}
