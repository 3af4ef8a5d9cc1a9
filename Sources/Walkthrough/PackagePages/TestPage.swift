import RxTrace

/// The page of a test.
struct TestPage {
  let pages: PackagePages
  let index: Int

  private static let mostNamed = 16
  private static let mostLosses = 40

  private var test: DocumentedTest { pages.tests[index] }
  private var path: String { pages.paths[index]! }

  var text: String {
    let place = test.place!
    let file = TestFilePage.stem(of: place.file, in: test.name.module).split(separator: "/").last ?? ""
    let crashes = test.isCutOff ? " crashes=yes" : ""
    return MarkdownText.frontMatter(
      title: test.name.sentence, summary: MarkdownText.escaped(summary) + ".", order: place.lines.lowerBound)
      + outcome + stages + """
        ```tested pipeline=../\(file).swift arguments="\(test.name.suite)/\(test.name.function)" \
        lines=\(place.lines.lowerBound)-\(place.lines.upperBound)\(crashes)
        ```


        """ + losses
  }

  /// `SearchTests.testLastWins passed; it goes through debounce, map and 2 more`
  var summary: String { "\(test.name.title) \(way)" }

  var way: String {
    let names = Array(Set(test.stages.map(\.stage.name))).sorted()
    let shown = names.prefix(4).joined(separator: ", ") + (names.count > 4 ? " and \(names.count - 4) more" : "")
    return "\(verdict); it goes through " + (names.isEmpty ? "no stage of the product's code" : shown)
  }

  private var verdict: String {
    switch test.outcome {
    case .passed: "passed"
    case .skipped: "was skipped"
    case .failed: "failed"
    case .stopped: "did not end by itself"
    }
  }

  private var outcome: String {
    switch test.outcome {
    case .passed, .skipped: ""
    case .failed(let messages):
      "> [!CAUTION]\n> The test failed.\n>\n" + messages.map { "> - \(MarkdownText.escaped($0))\n" }.joined() + "\n"
    case .stopped(let reason):
      "> [!CAUTION]\n> The test did not end by itself: \(MarkdownText.escaped(reason)). "
        + "This is its recording up to there.\n\n"
    }
  }

  /// The stages, grouped by file, in the order of their lines.
  private var stages: String {
    let files = Dictionary(grouping: test.stages, by: \.stage.file).sorted { $0.key < $1.key }
    guard !files.isEmpty else { return "" }
    let lines = files.map { file, stages in
      let sorted = stages.sorted { ($0.stage.line, $0.stage.name) < ($1.stage.line, $1.stage.name) }
      let links = sorted.prefix(Self.mostNamed).map { link(to: $0.stage, $0.work) }
      let more = stages.count - links.count
      let rest = more > 0 ? " and \(more) more" : ""
      return "- \(MarkdownText.escaped(file)): \(links.joined(separator: ", "))\(rest)\n"
    }
    return "The stages of the product's code that it goes through, with their lines:\n\n" + lines.joined() + "\n"
  }

  /// The reasons why elements went no further, with the numbers of the steps.
  private var losses: String {
    let all = test.stages.flatMap(\.work.losses)
    guard !all.isEmpty else { return "" }
    let items = all.prefix(Self.mostLosses).map { "- \(MarkdownText.escaped($0))\n" }
    let rest = all.count > items.count ? "- and \(all.count - items.count) more\n" : ""
    return "## Which elements went no further in the code, and why?\n\n" + items.joined() + rest
  }

  private func link(to stage: TestFacts.Stage, _ work: TestFacts.Work) -> String {
    let link = pages.page(of: stage).map { MarkdownText.link(stage.name, to: $0.path, from: path) } ?? stage.name
    return "\(link) (\(stage.line)" + (work.dropped > 0 ? ", drops \(work.dropped))" : ")")
  }
}

extension PackagePages {
  func page(of stage: TestFacts.Stage) -> StagePage? { stages.first { $0.stage == stage } }
}
