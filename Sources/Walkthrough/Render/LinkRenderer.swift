import Foundation
import RxTrace

/// Renders links and images, but only if their targets are safe and exist.
struct LinkRenderer {
  let context: PageContext
  private let steps: StepLinks
  /// The run of a changed program, for a text about the change.
  var changed: Evidence?

  init(context: PageContext) {
    self.context = context
    steps = StepLinks(context: context)
  }

  private static let imageEndings = ["avif", "gif", "jpeg", "jpg", "png", "svg", "webp"]
  private static let claimSchemes = ["count", "src", "step"]
  private static let allowedSchemes: Set<String> = ["http", "https", "mailto"]

  private enum Target {
    case address(String)
    case count(String)
    case source(String)
    case step(String)
    /// A link that is not made: only its text is shown.
    case refused
  }

  func link(_ url: String, _ title: String, _ content: HTML, text: String, at place: Place) -> HTML {
    context.reporting { () throws(Problem) in
      switch try target(of: url, at: place) {
      case .refused: return content
      case .address(let address): return anchor(address, title, content)
      case .count(let claim):
        try checkCount(claim, text, at: place)
        return "<span class=\"checked-count\" title=\"\(context.words(.countedInRun))\">\(content)</span>"
      case .source(let symbol): return anchor(try source(symbol, at: place), title, content)
      case .step(let claim): return anchor(try step(claim, at: place), title, content)
      }
    }
  }

  /// An image that fills its paragraph, with its title as the caption.
  func figure(_ url: String, _ title: String, text: String, caption: HTML, at place: Place) -> HTML {
    let image = image(url, "", text: text, at: place)
    return "<figure class=\"picture\">\n\(image)\n<figcaption>\(caption)</figcaption>\n</figure>"
  }

  func image(_ url: String, _ title: String, text: String, at place: Place) -> HTML {
    context.reporting { () throws(Problem) in
      guard case .address(let address) = try target(of: url, at: place) else { return HTML(text: text) }
      let isElsewhere = url.contains("://")
      if isElsewhere {
        context.warn(
          Problem(place, "browsers load no image of another site into these pages: put it beside the page"))
      }
      let ending = url.split(separator: "/").last?.split(separator: ".").dropFirst().last?.lowercased()
      guard isElsewhere || ending.map(Self.imageEndings.contains) ?? true else {
        throw Problem(place, "an image ends in \(Self.imageEndings.map { ".\($0)" }.joined(separator: ", "))")
      }
      return "<img src=\"\(address)\" alt=\"\(text)\"\(titleAttribute(title))>"
    }
  }

  private func anchor(_ address: String, _ title: String, _ content: HTML) -> HTML {
    "<a href=\"\(address)\"\(titleAttribute(title))>\(content)</a>"
  }

  private func titleAttribute(_ title: String) -> HTML { title.isEmpty ? "" : " title=\"\(title)\"" }

  private func target(of url: String, at place: Place) throws(Problem) -> Target {
    // Browsers skip control characters and leading spaces in addresses, so that `java\nscript:` would run.
    guard !url.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F || $0 == "\\" }) else {
      return .refused
    }
    if url.hasPrefix("//") || url.hasPrefix(" ") { return .refused }
    let end = url.firstIndex { ":/?#".contains($0) }
    guard let end, url[end] == ":" else { return .address(try relative(url, at: place)) }
    let rest = String(url[url.index(after: end)...])
    switch url[..<end].lowercased() {
    case "count": return .count(rest)
    case "src": return .source(rest)
    case "step": return .step(rest)
    case let scheme:
      guard Self.allowedSchemes.contains(scheme) else {
        if !rest.hasPrefix("//"), let claim = Nearest.similarName(to: scheme, among: Self.claimSchemes) {
          throw Problem(place, "`\(scheme):` claims nothing; nearest: `\(claim):`")
        }
        return .refused
      }
      return .address(Self.encodedAddress(url))
    }
  }

  /// Percent-encodes the characters that an address cannot contain; existing escapes stay.
  private static func encodedAddress(_ address: String) -> String {
    address.addingPercentEncoding(withAllowedCharacters: allowedInAddresses) ?? address
  }

  private static let allowedInAddresses = CharacterSet(
    charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.!~*'();/?:@=+$,#%&")

  // MARK: Links within the site

  private func relative(_ url: String, at place: Place) throws(Problem) -> String {
    let parts = url.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let anchor = parts.count > 1 ? parts[1].removingPercentEncoding ?? parts[1] : nil
    let (written, query) = Self.withoutQuery(parts[0])
    let path = written.removingPercentEncoding ?? written
    guard !path.isEmpty else {
      want(anchor, of: context.page.name, at: place)
      return Self.encodedAddress(url)
    }
    guard let target = RelativePath.resolve(path, from: context.page.path) else { throw Self.leadsOut(url, place) }
    return try link(to: target, query, anchor, url, at: place)
  }

  /// The queries that a link to a page may have: `?slides` shows the chain or the step that the link names as slides.
  private static func withoutQuery(_ link: String) -> (link: String, query: String) {
    let slides = "?slides"
    return link.hasSuffix(slides) ? (String(link.dropLast(slides.count)), slides) : (link, "")
  }

  private static func leadsOut(_ url: String, _ place: Place) -> Problem {
    Problem(place, "the link `\(url)` leads out of the content folder")
  }

  private func link(
    to target: String, _ query: String, _ anchor: String?, _ url: String, at place: Place
  ) throws(Problem) -> String {
    switch context.site.target(target) {
    case .page(let name):
      let page = shown(name, anchor)
      want(anchor, of: page, at: place)
      let link = RelativePath.link(to: page.htmlPath, from: context.page.htmlPath)
      return encoded(link) + query + (anchor.map { "#" + $0 } ?? "")
    case .file:
      guard context.site.content.contains(target) else { throw Self.leadsOut(url, place) }
      let end = anchor.map { Self.encodedAddress("#" + $0) } ?? ""
      guard target.hasSuffix(".swift") else { return encoded(context.link(toAsset: target)) + end }
      if let anchor { try checkLine(anchor, of: target, at: place) }
      return encoded(context.link(toProgram: target)) + end
    case .nothing:
      guard context.site.content.contains(target) else { throw Self.leadsOut(url, place) }
      if context.site.content.has(target) {
        throw Problem(place, "the link `\(url)` leads to a folder, not to a page or a file in it")
      }
      let path = url.split(separator: "#").first.map(String.init) ?? url
      throw Problem(
        place,
        "the link `\(url)` leads nowhere" + context.site.content.nearestFile(to: path, from: context.page.path))
    }
  }

  /// - Throws: ``Problem`` for an anchor that is not one of a program's lines, `L3`.
  private func checkLine(_ anchor: String, of program: String, at place: Place) throws(Problem) {
    let count = OutputClaim.lines(of: context.site.text(of: program) ?? "").count
    let line = anchor.hasPrefix("L") ? Int(anchor.dropFirst()) : nil
    guard let line, 1...max(count, 1) ~= line, anchor == "L\(line)" else {
      throw Problem(place, "`\(program)` has no place `#\(anchor)`; its lines are `#L1` to `#L\(count)`")
    }
  }

  /// A link to a page leads to the page in the reader's language, unless the author named another language.
  ///
  /// The anchors in an untranslated page are those of pages in its own language, so its links with anchors lead to that
  /// language.
  private func shown(_ name: PageName, _ anchor: String?) -> PageName {
    guard name.language == Wording.mainLanguage else { return name }
    let own = context.page.origin.name.language
    let isUntranslated = own != context.page.language
    return PageName(base: name.base, language: isUntranslated && anchor != nil ? own : context.page.language)
  }

  /// A link with percent-encoding, because file names may contain any character.
  private func encoded(_ link: String) -> String {
    link.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? link
  }

  private func want(_ anchor: String?, of page: PageName, at place: Place) {
    guard let anchor, !anchor.isEmpty else { return }
    context.want(anchor, of: page.htmlPath, at: place)
  }

  // MARK: Links that claim

  private func step(_ claim: String, at place: Place) throws(Problem) -> String {
    let (claim, query) = Self.withoutQuery(claim)
    let address = try steps.address(of: claim, at: place)
    let end = address.firstIndex(of: "#") ?? address.endIndex
    return address[..<end] + query + address[end...]
  }

  /// The address of a declaration: `Sink.forwardOn(next:)`, or `core-flow.swift/Countdown` for one of a pipeline.
  private func source(_ link: String, at place: Place) throws(Problem) -> String {
    var symbol = link.removingPercentEncoding ?? link
    var index = context.site.index
    var file: Int?
    if let end = symbol.range(of: ".swift/")?.upperBound {
      let path = String(symbol[..<symbol.index(before: end)])
      guard let run = try context.site.pipelines.run(of: path, from: context.page.path, at: place) else { return "" }
      symbol = String(symbol[end...])
      (index, file) = (run.index, run.code.pipelineFile)
    }
    do {
      let declaration = try index.declaration(named: symbol, preferring: file)
      return context.link(to: index.files[declaration.file], line: declaration.lines.lowerBound)
    } catch {
      if file == nil, let pipeline = context.pipeline(declaring: symbol) {
        throw Problem(place, "only the program declares `\(symbol)`: write `src:\(pipeline)/\(symbol)`")
      }
      throw Problem(place, error.message(for: symbol))
    }
  }

  /// `core-flow.swift/Sink.forwardOn`
  private func checkCount(_ claim: String, _ text: String, at place: Place) throws(Problem) {
    guard let slash = claim.lastIndex(of: "/") else {
      throw Problem(place, "a count is linked as `count:PIPELINE/KIND`")
    }
    let kind = String(claim[claim.index(after: slash)...])
    guard let pattern = StepPattern(kind) else { throw Problem(place, StepPattern.unknown(kind)) }
    guard let number = CountClaim.number(in: text) else {
      throw Problem(
        place, "`\(text)` is not a number: write digits, `never`, `once`, `twice`, or `three times` to `twelve times`")
    }
    let path = String(claim[..<slash])
    guard let run = try run(of: path, at: place) else { return }
    if let missing = run.missingSymbol(pattern) { throw Problem(place, missing.message(for: kind)) }
    let recorded = run.trace.steps.count { run.matches($0, pattern) }
    let program = isAboutChange(path) ? " in the changed program" : ""
    guard recorded == number else { throw Problem(place, "claimed \(kind) \(text), recorded \(recorded)\(program)") }
  }

  private func isAboutChange(_ path: String) -> Bool {
    changed.map { $0.command.path == RelativePath.resolve(path, from: context.page.path) } ?? false
  }

  private func run(of path: String, at place: Place) throws(Problem) -> Evidence? {
    if isAboutChange(path) { return changed }
    return try context.site.pipelines.run(of: path, from: context.page.path, at: place)
  }
}
