import RxTrace
import TestSupport
import Testing

@testable import Walkthrough

/// The record of a page: its parts are gathered by themselves, and count for the page as well.
@Suite(.oneAtATime) struct PageRecordTests {
  private func note(_ name: String, in record: PageRecord) { record.note { $0.assets.insert(name) } }

  @Test func `a part is gathered by itself and with the page`() throws {
    let record = PageRecord()
    note("before.png", in: record)
    let gathered = try record.gathering { () throws(Problem) -> Int in
      note("within.png", in: record)
      return 1
    }
    note("after.png", in: record)
    #expect(gathered.value == 1 && gathered.part.assets == ["within.png"])
    #expect(record.all.assets == ["before.png", "within.png", "after.png"])
  }

  @Test func `a part within a part belongs to both`() throws {
    let record = PageRecord()
    let outer = try record.gathering { () throws(Problem) in
      note("outer.png", in: record)
      _ = try record.gathering { () throws(Problem) in note("inner.png", in: record) }
    }
    #expect(outer.part.assets == ["outer.png", "inner.png"] && record.all.assets == outer.part.assets)
  }

  @Test func `an error leaves the record of the page whole`() {
    let record = PageRecord()
    note("before.png", in: record)
    #expect(throws: Problem.self) {
      try record.gathering { () throws(Problem) in
        note("within.png", in: record)
        throw Problem(line: 1, "wrong")
      }
    }
    note("after.png", in: record)
    #expect(record.all.assets == ["before.png", "within.png", "after.png"])
  }

  @Test func `every directive has a name of its own`() {
    let names = Directives.all.map { $0.name }
    #expect(Set(names).count == names.count && names.allSatisfy { Directives.named($0) != nil })
  }
}
