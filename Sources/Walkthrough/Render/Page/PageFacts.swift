import RxTrace

/// The result of rendering a page.
struct RenderedPage: Sendable {
  /// The page's own HTML, without its frame.
  var body: HTML = ""
  var facts = PageFacts()
  var passes: [SourcePass] = []
  var outline = PageOutline()
}

/// The anchors of a page: the targets of links from other pages, and the entries of its table of contents.
struct PageOutline: Codable, Equatable, Sendable {
  var headings: [Heading] = []
  /// The targets of links, sorted.
  var identifiers: [String] = []

  struct Heading: Codable, Equatable, Sendable {
    var level: Int
    var id: String
    var text: String
  }
}

/// The inputs of a page and its effects on other files: everything about it that the rest of the site and the next
/// build need.
struct PageFacts: Codable, Equatable, Sendable {
  /// Links to anchors on pages.
  var wantedAnchors: [WantedAnchor] = []
  /// Files beside the pages that are copied, sorted.
  var assets: [String] = []
  /// The files of outcomes that the page's pictures load, sorted.
  var marbles: [MarbleFile] = []
  /// Swift files beside the pages that get a page of their own, sorted.
  var programs: [String] = []
  /// The source files whose pages the page links to, sorted.
  var sources: [String] = []
  /// The excerpts that the page asked for by name.
  var excerpts: [ShownExcerpt] = []
  /// The things that the page read besides its own text.
  var dependencies: Set<ReadDependency> = []
  var warnings: [Remark] = []

  struct WantedAnchor: Codable, Equatable, Sendable {
    /// The target page of the link.
    var htmlPath: String
    var anchor: String
    var place: Place
  }

  /// A warning, at its place in the page.
  struct Remark: Codable, Equatable, Sendable {
    var place: Place
    var message: String
  }
}

extension PageFacts {
  /// Adds the facts of a part of the page that comes after all parts so far.
  mutating func add(_ part: PageFacts) {
    wantedAnchors += part.wantedAnchors
    excerpts += part.excerpts
    warnings += part.warnings
  }

  /// Translates places in the page's text to places in another file.
  mutating func move(_ move: (Place) -> Place) {
    for index in wantedAnchors.indices { wantedAnchors[index].place = move(wantedAnchors[index].place) }
    for index in warnings.indices { warnings[index].place = move(warnings[index].place) }
    for index in excerpts.indices { excerpts[index].place = move(excerpts[index].place) }
  }
}

/// Lines of a source file that a step shown on a page executes.
struct SourcePass: Codable, Equatable, Sendable {
  /// The file's name in the index: `Rx/Core/Observable.swift`.
  var file: String
  /// The lines, from 1, ascending.
  var lines: [Int]
  /// The identifier of the step on its page.
  var anchor: String
}
