import RxTrace

/// The first page of a documented package.
struct PackageIndex {
  let pages: PackagePages

  private static let path = "index.md"

  var text: String {
    MarkdownText.frontMatter(title: pages.name, summary: summary, order: 0)
      + failures + code + tests + silent
  }

  private var summary: String {
    let counts = [
      "\(MarkdownText.count(pages.tests.count, "test")), \(pages.paths.count) with pipelines",
      "\(MarkdownText.count(pages.stages.count, "stage")) of the code that they go through",
    ]
    let failed = pages.tests.count { !$0.isFine }
    return counts.joined(separator: "; ") + (failed > 0 ? "; \(failed) failed" : "") + "."
  }

  private func link(_ index: Int) -> String {
    let name = pages.tests[index].name
    return pages.paths[index].map { MarkdownText.link(name.sentence, to: $0, from: Self.path) }
      ?? MarkdownText.escaped(name.title)
  }

  private var failures: String {
    let failed = pages.tests.indices.filter { !pages.tests[$0].isFine }
    guard !failed.isEmpty else { return "" }
    return "## Which tests failed?\n\n" + failed.map { "- \(link($0)): \(reason($0))\n" }.joined() + "\n"
  }

  private func reason(_ index: Int) -> String {
    switch pages.tests[index].outcome {
    case .passed, .skipped: ""
    case .failed(let messages): MarkdownText.escaped(messages[0])
    case .stopped(let reason): MarkdownText.escaped(reason)
    }
  }

  /// The stages, grouped by the files of the product.
  private var code: String {
    guard !pages.stages.isEmpty else { return "" }
    let files = Dictionary(grouping: pages.stages, by: \.stage.file).sorted { $0.key < $1.key }
    let parts = files.map { file, stages in
      "### \(MarkdownText.escaped(file))\n\n" + MarkdownText.tableHead(Self.columns) + stages.map(row).joined() + "\n"
    }
    return "## What does the code do in the tests?\n\n" + parts.joined()
  }

  private static let columns = ["stage", "line", "in", "tests", "given", "sent", "dropped"]

  private func row(_ stage: StagePage) -> String {
    let link = MarkdownText.link(stage.stage.name, to: stage.path, from: Self.path)
    let cells = [link, "\(stage.stage.line)", MarkdownText.escaped(stage.function), "\(stage.tests.count)"]
    return MarkdownText.row(cells + StagePage.counts(of: stage.work, false))
  }

  private var tests: String {
    let files = pages.files
    guard !files.isEmpty else { return "" }
    let rows = files.map { file in
      let link = MarkdownText.link(file.title, to: file.stem + ".md", from: Self.path)
      return "- \(link): \(MarkdownText.count(file.tests.count, "test"))\n"
    }
    return "## Which tests are there?\n\n" + rows.joined() + "\n"
  }

  private var silent: String {
    let silent = pages.tests.filter { $0.silence != nil }
    guard !silent.isEmpty else { return "" }
    let rows = silent.map { test in
      MarkdownText.row([test.name.title, test.silence!].map(MarkdownText.escaped))
    }
    return "## Which tests have no page?\n\n" + MarkdownText.tableHead(["test", "reason"]) + rows.joined()
  }
}
