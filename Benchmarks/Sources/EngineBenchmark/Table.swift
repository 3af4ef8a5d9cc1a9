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

  /// For the page, in English and in Chinese.
  var markdown: [String] {
    let english = "| workload | × RxSwift | × OpenCombine | instructions | allocations | type requests |"
    let chinese = "| 做什么 | RxSwift的几倍 | OpenCombine的几倍 | 指令 | 分配 | 询问类型 |"
    return table(english) { $0 } + [""] + table(chinese) { chineseNames[$0] ?? $0 }
  }

  private func table(_ heading: String, _ name: (String) -> String) -> [String] {
    let mean = mean.map { ["", "\(format($0, digits: 1))"] } ?? []
    return [heading, "| --- | --- | --- | --- | --- | --- |"] + rows.map { $0.markdown(name($0.workload.name)) } + mean
  }

  /// The geometric mean of the ratios to RxSwift.
  private var mean: Double? {
    let ratios = rows.compactMap { $0.ratio(to: .rxSwift) }
    return ratios.isEmpty ? nil : exp(ratios.map { log($0) }.reduce(0, +) / Double(ratios.count))
  }
}
