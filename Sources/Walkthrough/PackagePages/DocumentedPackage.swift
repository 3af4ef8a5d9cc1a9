import Foundation
import PipelineRunning
import RxTrace

/// A package as its own tests document it.
///
/// A documented package has
/// - a page for each test that ran a pipeline: its lines beside its marbles, what became of each event, what a check finds,
///   and the calls as a chain;
/// - a page for each stage of the product's own code, an operator, a source, a subject or an observer at one line: the tests
///   that go through it, and which elements it dropped in them and why;
/// - a page for each file of tests, which begins with the Markdown beside it: `SearchTests.md` for `SearchTests.swift`. Its
///   claims are held against the recordings of the file's tests;
/// - a page of each source file, whose lines link to their stages;
/// - an index, which lists the tests without a pipeline with the reason, and a search.
///
/// The pages are written as content that ``SiteBuilder`` builds. Recordings are read one after another, and again for each
/// page.
public struct DocumentedPackage: Sendable {
  /// A target of the package, with its files relative to the package's folder.
  public struct Target: Sendable {
    public var name: String
    public var isTest: Bool
    public var folder: String
    public var files: [String]

    public init(name: String, isTest: Bool, folder: String, files: [String]) {
      (self.name, self.isTest, self.folder, self.files) = (name, isTest, folder, files)
    }
  }

  let name: String
  let root: URL
  let targets: [Target]

  /// - Parameter root: the package's folder, as the recordings name it.
  public init(name: String, root: URL, targets: [Target]) {
    (self.name, self.root, self.targets) = (name, root, targets)
  }

  /// Writes the content of the site into an empty folder.
  /// - Parameter read: reads a recording.
  /// - Throws: the errors of `read`, and of the file system.
  public func content(
    of tests: [RecordedTest], in folder: URL,
    reading read: @escaping @Sendable (_ recording: String) throws -> PipelineRun
  ) throws -> PackageContent {
    let files = ProductFiles(targets.filter { !$0.isTest }, root: root)
    try files.copy(into: folder.appendingPathComponent("sources"))
    let sources = TestSources(testFiles.map { ($0, root.appendingPathComponent($0)) })
    let documented = try tests.map { test in
      try DocumentedTest(test, at: sources.place(of: TestName(test.name)), files.names, read)
    }
    let pages = PackagePages(
      name: name, tests: documented,
      functions: ProductFunctions(files.names.map { ($1, URL(fileURLWithPath: $0)) }))
    let content = folder.appendingPathComponent("content")
    let woven = try pages.write(into: content, root: root)
    return PackageContent(
      folder: content, sources: files.modules.map { folder.appendingPathComponent("sources/\($0)") }, pages: pages,
      woven: woven, read: read)
  }

  private var testFiles: [String] {
    targets.filter(\.isTest).flatMap(\.files).filter { $0.hasSuffix(".swift") }.sorted()
  }
}

/// The functions and properties of a package's product, by their lines.
struct ProductFunctions {
  private let index: SourceIndex
  private let files: [String: Int]

  /// - Parameter files: The files' names for readers, and their URLs.
  init(_ files: [(name: String, url: URL)]) {
    index = SourceIndex(files: files.map { SourceIndex.File(name: $0.name, module: "", url: $0.url) })
    self.files = Dictionary(uniqueKeysWithValues: index.files.enumerated().map { ($1.name, $0) })
  }

  /// The innermost function or property around a stage, as `distinct(_:)`; empty if there is none.
  func name(at stage: TestFacts.Stage) -> String {
    guard let file = files[stage.file] else { return "" }
    let around = index.declarations.filter {
      $0.file == file && Self.kinds.contains($0.kind) && $0.lines.contains(stage.line)
    }
    return around.max { $0.lines.lowerBound < $1.lines.lowerBound }?.name ?? ""
  }

  private static let kinds: Set<Declaration.Kind> = [.function, .initializer, .property, .subscript]
}

/// The source files of a package's product.
struct ProductFiles {
  /// The files' names for readers, by their paths: `Search/SearchViewModel.swift`
  private(set) var names: [String: String] = [:]
  private(set) var modules: [String] = []

  init(_ targets: [DocumentedPackage.Target], root: URL) {
    for target in targets {
      let files = target.files.filter { $0.hasSuffix(".swift") }
      if !files.isEmpty { modules.append(target.name) }
      for file in files {
        let inner = file.hasPrefix(target.folder + "/") ? String(file.dropFirst(target.folder.count + 1)) : file
        names[root.appendingPathComponent(file).standardizedFileURL.path] = "\(target.name)/\(inner)"
      }
    }
  }

  /// Each module gets a folder with its name, and only the files that are compiled into it.
  func copy(into folder: URL) throws {
    for (path, name) in names {
      let place = folder.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.copyItem(at: URL(fileURLWithPath: path), to: place)
    }
  }
}

/// A test with the facts of its recording.
struct DocumentedTest: Sendable {
  var name: TestName
  var outcome: RecordedTest.Outcome
  var place: TestSources.Place?
  var recording: String?
  var stages: [(stage: TestFacts.Stage, work: TestFacts.Work)] = []
  var isCutOff = false
  /// The reason why the test has no page; nil if it has one.
  var silence: String?

  init(
    _ test: RecordedTest, at place: TestSources.Place?, _ files: [String: String],
    _ read: (String) throws -> PipelineRun
  ) throws {
    (name, outcome, recording) = (TestName(test.name), test.outcome, test.recording)
    self.place = place
    guard let recording else {
      silence = test.outcome == .skipped ? "it was skipped" : "it made no use of Rx"
      return
    }
    let facts = TestFacts(try read(recording), files: files)
    (stages, isCutOff) = (facts.stages, facts.isCutOff)
    silence = facts.silence ?? (place == nil ? "its function is in no file of the package's tests" : nil)
  }

  var isFine: Bool { outcome == .passed || outcome == .skipped }
}
