import Foundation
import TestSupport
import Testing

/// Runs the built `headwater check --fix`.
@Suite("headwater check --fix", .oneAtATime)
struct FixCommandTests {
  private static let stale = """
    import RxSwift
    let time = HistoricalScheduler()
    func results(_ query: String) -> Observable<String> {
      Observable.just("results for \\(query)").delay(.seconds(query.count < 3 ? 4 : 1), scheduler: time)
    }
    let query = PublishSubject<String>()
    let subscription = query
      .flatMap { results($0) }
      .subscribe(onNext: { print($0) })
    query.onNext("s")
    query.onNext("swift")
    time.start()

    """

  private func folder(_ source: String, _ name: String = "search.swift") throws -> Folder {
    let folder = try Folder()
    try Data(source.utf8).write(to: folder.url.appending(path: name))
    return folder
  }

  private func text(_ folder: Folder, _ name: String = "search.swift") throws -> String {
    String(decoding: try Data(contentsOf: folder.url.appending(path: name)), as: UTF8.self)
  }

  // MARK: The diff

  @Test("The diff has three lines around the change, and is taken by git and by patch")
  func diff() throws {
    let folder = try folder(Self.stale)
    let result = try headwater(["check", "search.swift", "--fix"], in: folder)
    #expect(result.status == 1)
    #expect(result.errors.hasSuffix("headwater: 1 finding has an edit\n"), "\(result.errors)")
    let diff = """
      --- a/search.swift
      +++ b/search.swift
      @@ -5,7 +5,7 @@
       }
       let query = PublishSubject<String>()
       let subscription = query
      -  .flatMap { results($0) }
      +  .flatMapLatest { results($0) }
         .subscribe(onNext: { print($0) })
       query.onNext("s")
       query.onNext("swift")

      """
    #expect(result.output.hasSuffix(diff), "\(result.output)")
    for tool in ["git apply", "patch -s -p1 -i"] {
      let copy = try self.folder(Self.stale)
      try diff.write(to: copy.url.appending(path: "a.diff"), atomically: true, encoding: .utf8)
      _ = try output(ofEnvironment: ["sh", "-c", "cd '\(copy.url.path)' && \(tool) a.diff"])
      #expect(try text(copy) == Self.stale.replacing(".flatMap ", with: ".flatMapLatest "), "\(tool)")
    }
    #expect(try text(folder) == Self.stale)
  }

  @Test("The lines of a file keep their ends, and its last line need not have one")
  func lineEnds() throws {
    let source = Self.stale.replacing("\n", with: "\r\n") + "print(\"end\")"
    let folder = try folder(source)
    let diff = try headwater(["check", "search.swift", "--fix", "-o", "a.diff"], in: folder)
    #expect(diff.status == 1 && diff.errors == "headwater: 1 finding has an edit\n", "\(diff.errors)")
    _ = try output(ofEnvironment: ["git", "-C", folder.url.path, "apply", "a.diff"])
    #expect(try text(folder) == source.replacing(".flatMap ", with: ".flatMapLatest "))
  }

  @Test("Of two edits that touch, the second one is left for the next time")
  func touching() throws {
    let folder = try folder(
      """
      import Foundation
      import RxSwift
      func queue(_ name: String) -> SerialDispatchQueueScheduler { .init(internalSerialQueueName: name) }
      let (ticks, first, second) = (queue("ticks"), queue("first"), queue("second"))
      let numbers = Observable<Int>.interval(.milliseconds(5), scheduler: ticks)
        .observe(on: MainScheduler.instance).delay(.milliseconds(1), scheduler: ticks).take(3)
      let subscription = numbers.subscribe(on: first)
        .subscribe(on: second).subscribe(onNext: { print($0) }, onCompleted: { exit(0) })
      RunLoop.main.run()

      """)
    let result = try headwater(["check", "search.swift", "--fix", "--apply"], in: folder)
    #expect(result.output.contains("off-main has no edit: its edit overlaps that of another finding"), "\(result)")
    #expect(try text(folder).contains("numbers.observe(on: first)\n  .subscribe(onNext"))
    #expect(result.status == 1)
  }

  // MARK: The files

  @Test("--apply makes the edits, keeps the mode of the file, and tells what it changed")
  func apply() throws {
    let folder = try folder(Self.stale)
    chmod(folder.url.appending(path: "search.swift").path, 0o640)
    #expect(try headwater(["record", "search.swift", "-o", "run.hwtrace"], in: folder).status == 0)
    let result = try headwater(["check", "run.hwtrace", "--fix", "--apply"], in: folder)
    #expect(result == Result(0, output: "changed search.swift: line 8 [stale]\n1 finding has an edit\n"))
    #expect(try text(folder) == Self.stale.replacing(".flatMap ", with: ".flatMapLatest "))
    var status = stat()
    #expect(stat(folder.url.appending(path: "search.swift").path, &status) == 0 && status.st_mode & 0o777 == 0o640)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(!files.contains { $0.hasPrefix(".headwater") })
    // The recording is about the file as it was.
    let again = try headwater(["check", "run.hwtrace", "--fix"], in: folder)
    #expect(
      again
        == Result(
          1,
          errors: """
            headwater: search.swift:8: stale has no edit: search.swift has changed since the recording
            headwater: no finding has an edit

            """))
    let checked = try headwater(["check", "search.swift", "--fix"], in: folder)
    #expect(checked.status == 0 && checked.errors.hasSuffix("there are no findings, so there is nothing to edit\n"))
  }

  @Test("A recording of another place changes no file unless its folder is trusted")
  func foreign() throws {
    let folder = try folder(Self.stale)
    #expect(try headwater(["record", "search.swift", "-o", "run.hwtrace"], in: folder).status == 0)
    let copy = folder.url.appending(path: "theirs.hwtrace")
    try FileManager.default.copyItem(at: folder.url.appending(path: "run.hwtrace"), to: copy)
    let result = try headwater(["check", "theirs.hwtrace", "--fix", "--apply"], in: folder)
    #expect(result.status == 1 && result.output.contains("--trust FOLDER opens what lies in FOLDER"), "\(result)")
    #expect(try text(folder) == Self.stale)
    let trusted = try headwater(["check", "theirs.hwtrace", "--fix", "--trust", folder.url.path], in: folder)
    #expect(trusted.output.contains("+  .flatMapLatest"), "\(trusted)")
  }

  @Test("A file outside of the folder has no diff, because a diff is relative to the folder")
  func elsewhere() throws {
    let (folder, other) = (try folder(Self.stale), try Folder())
    let path = folder.url.appending(path: "search.swift").path
    let result = try headwater(["check", path, "--fix"], in: other)
    #expect(result.status == 2 && result.errors.contains("lies outside of this folder"), "\(result)")
    #expect(try headwater(["check", path, "--fix", "--apply"], in: other).status == 0)
    #expect(try text(folder).contains("flatMapLatest"))
  }

  // MARK: Retain cycles

  @Test("Closures that keep their object capture it weakly")
  func weakCaptures() throws {
    let folder = try folder(
      """
      import RxSwift
      final class Screen {
        let prices: PublishSubject<Int>
        var total = 0
        private let bag = DisposeBag()
        init(_ prices: PublishSubject<Int>) { self.prices = prices }
        func add() { prices.subscribe(onNext: { self.total += $0 }).disposed(by: bag) }
        func compare() {
          prices.map { $0 + 1 }
            .subscribe(onNext: { price in
              print(price)
              self.show(price)
            }, onCompleted: { self.show(0) })
            .disposed(by: bag)
        }
        func sum() { prices.subscribe(onNext: { print($0 + self.total, self.total) }).disposed(by: bag) }
        func list() { prices.subscribe(onNext: { [prices] in print(prices); self.show($0) }).disposed(by: bag) }
        func listen() { prices.subscribe { event in self.show(event.element ?? 0) }.disposed(by: bag) }
        func nested() {
          prices.subscribe(onNext: { price in
            Observable.just(price).subscribe(onNext: { self.show($0) }).disposed(by: self.bag)
          }).disposed(by: bag)
        }
        func show(_ price: Int) { print("price", price) }
        deinit { print("gone") }
      }
      let prices = PublishSubject<Int>()
      do {
        let screen = Screen(prices)
        screen.add()
        screen.compare()
        screen.sum()
        screen.list()
        screen.listen()
        if CommandLine.arguments.count > 1 { screen.nested() }
        prices.onNext(1)
      }
      prices.onNext(2)

      """)
    let before = try headwater(["record", "search.swift", "-o", "run.hwtrace", "--", "nested"], in: folder)
    #expect(!before.output.contains("gone"))
    let nested = try headwater(["check", "run.hwtrace", "--fix"], in: folder)
    #expect(nested.errors.contains("no edit: a closure within the closure captures `self` as well"), "\(nested)")
    let applied = try headwater(["check", "search.swift", "--fix", "--apply"], in: folder)
    #expect(applied.output.hasSuffix("5 findings have an edit\n"), "\(applied)")
    let after = try headwater(["record", "search.swift", "-o", "run.hwtrace"], in: folder)
    #expect(after.status == 0 && after.output.hasSuffix("gone\n"), "\(after)")
    #expect(try headwater(["check", "run.hwtrace"], in: folder).status == 0)
    let edited = try text(folder)
    #expect(edited.contains("{ [weak self] in self?.total += $0 }"))
    #expect(edited.contains("{ [weak self] price in\n        guard let self else { return }\n        print(price)"))
    #expect(edited.contains("{ [weak self, prices] in\n"))
  }

  // MARK: Other forms

  @Test("JSON and SARIF have the edits, with lines and columns")
  func forms() throws {
    let folder = try folder(Self.stale)
    #expect(try headwater(["record", "search.swift", "-o", "run.hwtrace"], in: folder).status == 0)
    let json = try object(headwater(["check", "run.hwtrace", "--fix", "--format", "json"], in: folder))
    let edit = try #require(((json["findings"] as? [[String: Any]])?.first?["edits"] as? [[String: Any]])?.first)
    #expect(edit["startLine"] as? Int == 8 && edit["startColumn"] as? Int == 4 && edit["endColumn"] as? Int == 11)
    #expect(edit["replacement"] as? String == "flatMapLatest")
    let sarif = try object(headwater(["check", "run.hwtrace", "--fix", "--format", "sarif"], in: folder))
    let run = try #require((sarif["runs"] as? [[String: Any]])?.first)
    let fix = try #require(((run["results"] as? [[String: Any]])?.first?["fixes"] as? [[String: Any]])?.first)
    let change = try #require((fix["artifactChanges"] as? [[String: Any]])?.first)
    let replacement = try #require((change["replacements"] as? [[String: Any]])?.first)
    #expect((replacement["insertedContent"] as? [String: Any])?["text"] as? String == "flatMapLatest")
    #expect((replacement["deletedRegion"] as? [String: Any])?["startColumn"] as? Int == 4)
    let plain = try object(headwater(["check", "run.hwtrace", "--format", "json"], in: folder))
    #expect((plain["findings"] as? [[String: Any]])?.first?["edits"] == nil)
  }

  private func object(_ result: Result) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
  }

  @Test(
    "Options that do not go together are mistakes of the command line",
    arguments: [
      (["--apply"], "give both: --fix --apply"), (["--fix", "--format", "editor"], "--format editor has no edits"),
      (["--fix", "--apply", "--format", "json"], "leave out --format json"),
      (["--fix", "--apply", "-o", "a.diff"], "leave out --output"),
    ])
  func mistaken(options: [String], complaint: String) throws {
    let result = try headwater(["check", "run.hwtrace"] + options, in: Folder())
    #expect(result.status == 64 && result.errors.contains(complaint), "\(result)")
  }
}
