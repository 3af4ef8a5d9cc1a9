import RxTrace

/// The results of rendering a page or a part of it, apart from the HTML.
struct PageGathering: Sendable {
  /// All facts except the sets below.
  var facts = PageFacts()
  var passes: [SourcePass] = []
  /// The identifiers of the elements in the part.
  var identifiers: Set<String> = []
  var assets: Set<String> = []
  var marbles: Set<MarbleFile> = []
  var programs: Set<String> = []
  var sources: Set<String> = []
  /// The dependencies of the part, besides the page's own text.
  var dependencies: Set<ReadDependency> = []
  /// The numbers of the listings that the part's steps show.
  var listings: Set<Int> = []

  /// Adds the gathering of a later part.
  mutating func add(_ part: PageGathering) {
    facts.add(part.facts)
    passes += part.passes
    identifiers.formUnion(part.identifiers)
    assets.formUnion(part.assets)
    marbles.formUnion(part.marbles)
    programs.formUnion(part.programs)
    sources.formUnion(part.sources)
    dependencies.formUnion(part.dependencies)
    listings.formUnion(part.listings)
  }

  /// The facts, including the sets.
  var pageFacts: PageFacts {
    var facts = facts
    facts.assets = assets.sorted()
    facts.marbles = marbles.sorted()
    facts.programs = programs.sorted()
    facts.sources = sources.sorted()
    facts.dependencies = dependencies
    return facts
  }
}

/// Records the results of rendering a page. A part of the page can have a record of its own, which the page's record
/// includes.
final class PageRecord {
  /// The page, then the parts that are being gathered, from the outermost to the innermost.
  private var open = [PageGathering()]

  /// The record of the whole page, up to the part that is being gathered.
  var all: PageGathering { open[0] }

  func note(_ change: (inout PageGathering) -> Void) { change(&open[open.count - 1]) }

  func note(_ dependency: ReadDependency) { note { $0.dependencies.insert(dependency) } }

  /// Runs a part of the rendering.
  /// - Returns: the part's value and its record. If the part throws, its record stays with the page.
  func gathering<Value>(_ body: () throws(Problem) -> Value) throws(Problem) -> (value: Value, part: PageGathering) {
    open.append(PageGathering())
    defer {
      let part = open.removeLast()
      open[open.count - 1].add(part)
    }
    let value = try body()
    return (value, open[open.count - 1])
  }
}
