import Foundation
import RxTrace
import TestSupport
import Testing

@testable import TraceViews

/// The program's view of a few steps of a recording of many segments: only what it needs is read.
@Suite("The program's view of a part", .oneAtATime)
struct LongRecordingTests {
  /// Pipelines that stay while events come: shared, with a second input, with inner sequences, on two threads, and one
  /// whose elements all come within one call.
  private static let program = """
    import Foundation
    import RxSwift

    let bag = DisposeBag()
    let query = PublishSubject<String>()
    let flag = BehaviorSubject(value: false)
    let shared = query.map { $0.uppercased() }.distinctUntilChanged().share(replay: 1)
    shared.withLatestFrom(flag) { ($0, $1) }.filter { $0.1 }.subscribe(onNext: { _ in }).disposed(by: bag)
    shared.flatMapLatest { text in Observable.of(text.count, 1) }
      .scan(0, accumulator: +)
      .subscribe(onNext: { if $0 % 100 == 0 { print($0) } })
      .disposed(by: bag)
    let done = DispatchSemaphore(value: 0)
    Observable.range(start: 0, count: 200).observe(on: ConcurrentDispatchQueueScheduler(qos: .default))
      .map { $0 * 2 }
      .subscribe(onCompleted: { done.signal() })
      .disposed(by: bag)
    let other = PublishSubject<Int>()
    let late = PublishSubject<Int>()
    other.skip(until: late).subscribe(onNext: { _ in }).disposed(by: bag)
    Observable.zip(query, late).subscribe(onNext: { _ in }).disposed(by: bag)
    func send(_ number: Int) {
      query.onNext("q\\(number / 2)")
      other.onNext(number)
    }
    for number in 0..<120 {
      send(number)
      if number == 40 { flag.onNext(true) }
      if number == 70 { late.onNext(1) }
      if number % 20 == 0 { _ = other.take(3).subscribe(onNext: { _ in query.onNext("inner") }) }
    }
    done.wait()
    Observable<Int>.create { observer in
      for number in 0..<2000 { observer.onNext(number) }
      observer.onCompleted()
      return Disposables.create()
    }
    .map { $0 + 1 }.filter { $0 % 2 == 0 }
    .subscribe(onNext: { flag.onNext($0 % 3 == 0) })
    .disposed(by: bag)

    """

  @Test("says the same of a part as of the whole run", arguments: [TraceForm.program, .marbles, .svg])
  func parts(form: TraceForm) throws {
    let folder = try Folder()
    let path = try record(in: folder)
    let whole = try LocatedTrace(contentsOf: path)
    let count = whole.trace.steps.count
    #expect(whole.trace.removedRecords == 0 && count > 20_000)
    var shown = 0
    for lowest in stride(from: 1, through: count, by: 997) {
      var filter = TraceFilter()
      filter.steps = [NumberRange(lowest, lowest + 12)]
      let showing = try TraceShowing(filter: filter, form: form)
      let part = try LocatedTrace(contentsOf: path, part: showing.part, trusting: TrustedFolders())
      #expect(part.trace.steps.count < count / 2)
      let (found, expected) = (try showing.text(of: part), try showing.text(of: whole))
      #expect(found == expected, "\(lowest)")
      if form == .program && !found.isEmpty { shown += 1 }
    }
    #expect(form != .program || shown > 20)
  }

  @Test("says the same of a run that is read in pieces", arguments: [100, 3000])
  func pieces(size: Int) throws {
    let folder = try Folder()
    let path = try record(in: folder)
    let outline = try RunOutline(contentsOf: path, trusting: TrustedFolders())
    var pieces = try RunPieces(contentsOf: path, outline, size: size)
    var text = ""
    try ProgramText(outline).write({ try pieces.next() }, { text += $0 })
    let whole = try ProgramText(LocatedTrace(contentsOf: path)).text
    #expect(text == whole)
  }

  @Test("says the same of a run that a crash ended, and reads it in pieces")
  func crashed() throws {
    let folder = try Folder()
    let crash = "\nquery.subscribe(onNext: { if $0 == \"crash\" { fatalError($0) } }).disposed(by: bag)\nsend(-1)\n"
    let path = try record(in: folder, status: nil, Self.program + crash + "query.onNext(\"crash\")\n")
    let whole = try LocatedTrace(contentsOf: path)
    #expect(!whole.trace.isComplete)
    let outline = try #require(try RunOutline(ofLongRun: path, trusting: TrustedFolders(), fewestSteps: 1000))
    var pieces = try RunPieces(contentsOf: path, outline, size: 3000)
    var text = ""
    try ProgramText(outline).write({ try pieces.next() }, { text += $0 })
    #expect(text == ProgramText(whole).text)
  }

  @Test("writes the tree of a run that is read in pieces, with all of its calls")
  func treeInPieces() throws {
    let folder = try Folder()
    let path = try record(in: folder)
    let outline = try RunOutline(contentsOf: path, trusting: TrustedFolders())
    func text(_ look: TreeLook, size: Int) throws -> [Substring] {
      var pieces = try RunPieces(contentsOf: path, outline, size: size)
      var text = ""
      try TreeText(outline.run, look).write({ try pieces.next() }, { text += $0 })
      return text.split(separator: "\n")
    }
    var look = TreeLook(showsPlumbing: true)
    look.foldsRepeats = false
    let whole = try TreeText(LocatedTrace(contentsOf: path), look).text.split(separator: "\n")
    // A call of another piece is not named as the cause, and the alignment of lines begins anew.
    func calls(_ lines: [Substring]) -> [String] {
      lines.map { $0.split(separator: "←")[0].split(separator: " ").joined(separator: " ") }
    }
    let unfolded = try text(look, size: 3000)
    #expect(unfolded.count == whole.count && calls(unfolded).first == calls(whole).first)
    let folded = try text(TreeLook(), size: 3000)
    #expect(folded.count < whole.count / 4)
    #expect(folded.last?.contains("in each million steps by themselves") == true)
  }

  /// - Parameter status: that of the program; nil if it does not matter.
  private func record(in folder: Folder, status: Int32? = 0, _ program: String = Self.program) throws -> String {
    try program.write(to: folder.url.appending(path: "long.swift"), atomically: true, encoding: .utf8)
    // Segments are small in a small file.
    let recorded = try headwater(["record", "--size-limit", "2", "-o", "run.hwtrace", "long.swift"], in: folder)
    #expect(status == nil || recorded.status == status, "\(recorded.errors)")
    return folder.url.appending(path: "run.hwtrace").path
  }
}
