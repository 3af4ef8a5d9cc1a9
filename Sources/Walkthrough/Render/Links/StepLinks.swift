import Foundation
import RxTrace

/// Finds the step of a chain that a link such as `step:core-flow.swift/Producer.subscribe` leads to: on the page
/// itself, or else on the first page that shows it.
///
/// Only the pages' text is used, so that it does not matter which page is rendered first.
final class StepLinks {
  private let context: PageContext
  private var chainsOfPage: [String: [ChainFence]] = [:]

  init(context: PageContext) { self.context = context }

  /// A chain in the text of a page.
  private struct ChainFence {
    /// The number of the chain's stepper on the page, from 1.
    var number: Int
    /// The path relative to the content folder; nil for a path outside of it, and for a run with arguments.
    var pipeline: String?
    var lines: [ChainLine]
    /// Whether some lines could not be read.
    var hasErrors: Bool

    init(_ number: Int, _ fence: FenceInfo, _ code: String, on page: String) {
      let lines = code.split(separator: "\n").map { (text: String($0), place: fence.place) }
      let parser = ChainParser(ClaimBody(opening: fence.place, lines: lines))
      let pipeline = fence.attribute("arguments") == nil ? fence.attribute("pipeline")?.value : nil
      self.number = number
      self.pipeline = pipeline.flatMap { RelativePath.resolve($0, from: page) }
      (self.lines, hasErrors) = (parser.lines, !parser.problems.isEmpty)
    }
  }

  /// - Parameter claim: The text after `step:`.
  func address(of claim: String, at place: Place) throws(Problem) -> String {
    let claim = claim.removingPercentEncoding ?? claim
    guard let end = claim.range(of: ".swift/")?.upperBound else {
      throw Problem(place, "a step is linked as `step:PIPELINE.swift/Type.call`")
    }
    let path = String(claim[..<claim.index(before: end)])
    let symbol = String(claim[end...])
    guard let pattern = StepPattern(symbol) else { throw Problem(place, StepPattern.unknown(symbol)) }
    guard let run = try context.site.pipelines.run(of: path, from: context.page.path, at: place) else { return "" }
    if let missing = run.missingSymbol(pattern) { throw Problem(place, missing.message(for: symbol)) }
    guard run.trace.steps.contains(where: { run.matches($0, pattern) }) else {
      throw Problem(place, "`\(path)` has no step \(symbol)\(RunSearch(run: run).nearest(to: pattern))")
    }
    let pipeline = RelativePath.resolve(path, from: context.page.path)
    if let found = step(matching: pattern, run, pipeline, on: context.page.path) {
      return link(to: found, of: context.page.name, at: place)
    }
    let site = context.site
    for name in site.pageNames(in: context.page.language) where name.base != context.page.name.base {
      guard let found = step(matching: pattern, run, pipeline, on: site.path(of: name)) else { continue }
      return link(to: found, of: name, at: place)
    }
    // A chain that does not hold has an error of its own, and may be the one that shows the step.
    let pages = [context.page.path] + site.pageNames(in: context.page.language).map { site.path(of: $0) }
    let doesHold = pages.flatMap(chains).filter { $0.pipeline == pipeline }.allSatisfy { Self.holds($0, run) }
    guard doesHold else { return "" }
    throw Problem(place, "no chain on any page shows \(symbol) of `\(path)`")
  }

  private func link(to anchor: String, of page: PageName, at place: Place) -> String {
    context.want(anchor, of: page.htmlPath, at: place)
    guard page != context.page.name else { return "#" + anchor }
    let link = RelativePath.link(to: page.htmlPath, from: context.page.htmlPath)
    return (link.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? link) + "#" + anchor
  }

  /// The identifier of a step: `chain-2-step-1`.
  private func step(
    matching pattern: StepPattern, _ run: Evidence, _ pipeline: String?, on page: String
  ) -> String? {
    for chain in chains(of: page) where chain.pipeline == pipeline {
      if let number = Self.step(matching: pattern, run, chain) { return "chain-\(chain.number)-step-\(number)" }
    }
    return nil
  }

  private static func holds(_ chain: ChainFence, _ run: Evidence) -> Bool {
    guard case .success = ChainMatcher(run: run, lines: chain.lines).match() else { return false }
    return !chain.hasErrors
  }

  /// The number in a chain of the first shown step that the pattern describes.
  private static func step(matching pattern: StepPattern, _ run: Evidence, _ chain: ChainFence) -> Int? {
    guard case .success(let matches) = ChainMatcher(run: run, lines: chain.lines).match() else { return nil }
    var number = 0
    for match in matches where match.line.claim != nil && !match.steps.isEmpty {
      number += 1
      if match.steps.contains(where: { run.matches(run.trace.steps[$0], pattern) }) { return number }
    }
    return nil
  }

  // MARK: Reading pages

  private func chains(of page: String) -> [ChainFence] {
    if let known = chainsOfPage[page] { return known }
    let chains = text(of: page).map { Self.chains(in: $0, page: page) } ?? []
    chainsOfPage[page] = chains
    return chains
  }

  /// The text of a page; a page that cannot be read is reported when it is rendered.
  private func text(of page: String) -> PageText? {
    if page == context.page.path { return context.page.text }
    return context.site.text(of: page).flatMap { try? PageText(Data($0.utf8)) }
  }

  private static func chains(in text: PageText, page: String) -> [ChainFence] {
    guard let body = try? SplitPage(text).bodyLine,
      let tree = try? CommonMark.parse(FootnoteText(text, fromLine: body).bytes, firstLine: body)
    else { return [] }
    var chains: [ChainFence] = []
    var steppers = 0
    var pending = [tree]
    while let node = pending.popLast() {
      pending += node.children.reversed()
      if let example = example(in: node) { pending.append(example) }
      guard case .codeBlock(let info, let code) = node.kind, !info.isEmpty,
        let fence = try? FenceInfo(line: text.line(node.lines.lowerBound), number: node.lines.lowerBound)
      else { continue }
      steppers += Self.steppers(in: fence, code)
      if fence.kind == ChainDirective.name { chains.append(ChainFence(steppers, fence, code, on: page)) }
    }
    return chains
  }

  /// How many steppers a block becomes, which are numbered together.
  private static func steppers(in fence: FenceInfo, _ code: String) -> Int {
    switch fence.kind {
    case ChainDirective.name: 1
    case TraceDirective.name: fence.attribute("view")?.value == "stepper" ? 1 : 0
    case TaskDirective.name, VariantDirective.name: ClaimedText.count(of: ChainDirective.name, in: code)
    default: 0
    }
  }

  /// The Markdown in an `example`, which is rendered below it.
  private static func example(in node: MarkdownNode) -> MarkdownNode? {
    guard case .codeBlock(let info, let text) = node.kind, info == ExampleDirective.name else { return nil }
    return try? CommonMark.parse(text, firstLine: node.lines.lowerBound + 1)
  }
}
