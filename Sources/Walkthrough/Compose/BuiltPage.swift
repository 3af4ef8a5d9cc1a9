import Synchronization

/// A page of a build, made now or by an earlier one.
struct BuiltPage: Sendable {
  let planned: PlannedPage
  let entry: PageEntry
  var problems: [Diagnostic] = []
  var isRendered = true
  /// Whether the file differs from the one that is there.
  var isWritten = false

  var facts: PageFacts { entry.facts }
}

/// The manifest's entry of a page. An object, because there are many, and every build hands all of them on.
final class PageEntry: Sendable {
  /// The hash of the Markdown file; empty for a page that is made again by every build.
  let contentHash: String
  /// The hash of the page's frame: titles of other pages, and the like.
  let frameHash: String
  let output: OutputEntry
  let frontMatter: FrontMatter
  let facts: PageFacts
  /// Of all pages, most builds look at few outlines and passes.
  let outline: Encoded<PageOutline>
  let passes: Encoded<[SourcePass]>
  /// No `Once`, which would be an object more for each of thousands of pages.
  private let known = Mutex<Derived?>(nil)

  /// Facts that follow from the rest, computed once.
  struct Derived: Sendable {
    /// Every Swift file that the page names, sorted.
    var downloads: [String]
    /// Identify the passes through each file, by the file's name.
    var passKeys: [String: String]
  }

  init(
    contentHash: String, frameHash: String, output: OutputEntry, frontMatter: FrontMatter, facts: PageFacts,
    outline: Encoded<PageOutline>, passes: Encoded<[SourcePass]>
  ) {
    self.contentHash = contentHash
    self.frameHash = frameHash
    self.output = output
    self.frontMatter = frontMatter
    self.facts = facts
    self.outline = outline
    self.passes = passes
  }

  var derived: Derived {
    known.withLock { known in
      let derived = known ?? Derived(downloads: facts.downloads, passKeys: passes.value.keys)
      known = derived
      return derived
    }
  }

  convenience init(from reader: inout ByteReader) throws(ByteReader.Damaged) {
    self.init(
      contentHash: try reader.next(), frameHash: try reader.next(), output: try reader.next(),
      frontMatter: try reader.next(), facts: try reader.next(), outline: try reader.next(), passes: try reader.next())
  }
}

struct OutputEntry: Equatable, Sendable {
  /// Identifies the file's inputs.
  var key: String
  /// The hash of the file's contents.
  var hash: String
}

// MARK: In the manifest

extension PageEntry: ByteCodable {
  func write(to writer: inout ByteWriter) {
    writer.put(contentHash, frameHash, output, frontMatter, facts, outline, passes)
  }
}

extension OutputEntry: ByteCodable {
  init(from reader: inout ByteReader) throws(ByteReader.Damaged) {
    self.init(key: try reader.next(), hash: try reader.next())
  }

  func write(to writer: inout ByteWriter) { writer.put(key, hash) }
}
