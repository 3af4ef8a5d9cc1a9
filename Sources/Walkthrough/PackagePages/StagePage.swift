import RxTrace

/// The page of a stage of the product's code.
struct StagePage: Sendable {
  let stage: TestFacts.Stage
  let path: String
  /// The function or the property that contains the stage; empty if it is not known.
  let function: String
  /// The positions of the tests in ``PackagePages/tests``, with the stage's work in each.
  private(set) var tests: [(index: Int, work: TestFacts.Work)] = []
  /// The stage's work in all of these tests together.
  private(set) var work = TestFacts.Work()

  /// The most different losses that are listed.
  private static let mostLosses = 60
  private static let mostNamed = 3

  /// The stages that tests with pages go through, by file and line.
  static func all(in tests: [DocumentedTest], _ functions: ProductFunctions) -> [StagePage] {
    var (pages, places, taken) = ([StagePage](), [TestFacts.Stage: Int](), Set<String>())
    for (index, test) in tests.enumerated() where test.silence == nil {
      for (stage, work) in test.stages {
        if places[stage] == nil {
          places[stage] = pages.count
          pages.append(
            StagePage(stage: stage, path: path(of: stage, &taken), function: functions.name(at: stage)))
        }
        pages[places[stage]!].tests.append((index, work))
        pages[places[stage]!].work.add(work)
      }
    }
    return pages.sorted { $0.stage.isBefore($1.stage) }
  }

  private init(stage: TestFacts.Stage, path: String, function: String) {
    (self.stage, self.path, self.function) = (stage, path, function)
  }

  private static func path(of stage: TestFacts.Stage, _ taken: inout Set<String>) -> String {
    let base = "stages/\(stage.file.dropLast(".swift".count))/\(stage.line)-\(MarkdownText.fileName(stage.name))"
    return MarkdownText.pagePath(base, &taken)
  }

  /// `Eleven tests go through it; of 40 elements it dropped 18.`
  var summary: String {
    let count = tests.count == 1 ? "One test goes through it" : "\(tests.count) tests go through it"
    guard work.given > 0 else { return "\(count); it sent \(MarkdownText.count(work.sent, "element"))." }
    let lost = work.dropped > 0 ? "dropped \(work.dropped)" : "dropped none"
    return "\(count); of \(MarkdownText.count(work.given, "element")) it \(lost)."
  }

  func text(in pages: PackagePages) -> String {
    MarkdownText.frontMatter(title: stage.label, summary: summary, order: stage.line)
      + inFunction + "```stage file=\(MarkdownText.quoted(stage.file)) line=\(stage.line)\n```\n\n"
      + neighbours(in: pages) + losses(in: pages) + table(in: pages)
  }

  private var inFunction: String {
    function.isEmpty ? "" : "In \(MarkdownText.escaped(function)) of \(MarkdownText.escaped(stage.file)):\n\n"
  }

  private func neighbours(in pages: PackagePages) -> String {
    func links(_ stages: some Sequence<TestFacts.Stage>) -> String {
      stages.sorted { $0.isBefore($1) }.compactMap { stage in
        pages.page(of: stage).map { MarkdownText.link(stage.label, to: $0.path, from: path) }
      }.joined(separator: ", ")
    }
    let givers = pages.stages.filter { $0.work.receivers.contains(stage) }.map(\.stage)
    let parts = [
      givers.isEmpty ? "" : "Its events come from \(links(givers)).",
      work.receivers.isEmpty ? "" : "It gives its events to \(links(work.receivers)).",
    ].filter { !$0.isEmpty }
    return parts.isEmpty ? "" : parts.joined(separator: " ") + "\n\n"
  }

  /// The elements that went no further: each different reason once, with its tests.
  private func losses(in pages: PackagePages) -> String {
    var (sentences, found) = ([String](), [String: [Int]]())
    for (index, work) in tests {
      for loss in work.losses {
        // The numbers of steps mean something only beside the run.
        let sentence = loss.replacing(#/ ?\(#\d+\)/#, with: "")
        if found[sentence] == nil { sentences.append(sentence) }
        if found[sentence]?.last != index { found[sentence, default: []].append(index) }
      }
    }
    guard !sentences.isEmpty else { return "" }
    let items = sentences.prefix(Self.mostLosses).map { sentence in
      "- \(MarkdownText.escaped(sentence)): \(links(found[sentence] ?? [], in: pages))\n"
    }
    let more = sentences.count - items.count
    let rest = more > 0 ? "- and \(more) more\n" : ""
    return "## Which elements went no further, and why?\n\n" + items.joined() + rest + "\n"
  }

  private func links(_ tests: [Int], in pages: PackagePages) -> String {
    let shown = tests.prefix(Self.mostNamed).map {
      MarkdownText.link(pages.tests[$0].name.sentence, to: pages.paths[$0]!, from: path)
    }
    let more = tests.count - shown.count
    return shown.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }

  private func table(in pages: PackagePages) -> String {
    let hasErrors = work.errors > 0
    let rows = tests.map { index, work in
      let link = MarkdownText.link(pages.tests[index].name.sentence, to: pages.paths[index]!, from: path)
      return MarkdownText.row([link] + Self.counts(of: work, hasErrors))
    }
    let head = ["test", "given", "sent", "dropped"] + (hasErrors ? ["errors"] : [])
    return "## Which tests go through it?\n\n" + MarkdownText.tableHead(head) + rows.joined()
  }

  static func counts(of work: TestFacts.Work, _ hasErrors: Bool) -> [String] {
    ([work.given, work.sent, work.dropped] + (hasErrors ? [work.errors] : [])).map { $0 == 0 ? "·" : "\($0)" }
  }
}
