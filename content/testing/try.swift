import RxBlocking
import RxSwift

struct Unreadable: Error {}

/// The bug: a draft is not an error. It has no number yet, so the sequence should be empty.
func number(of document: String) -> Maybe<Int> {
  if document == "draft" { return .error(Unreadable()) }
  return .just(document.count)
}

expect((try? number(of: "draft").toBlocking().first()) == nil)
expect("\(number(of: "draft").toBlocking().materialize())" == "completed(elements: [])")

func expect(_ isRight: Bool, line: Int = #line) {
  print(isRight ? "line \(line): as expected" : "line \(line): FAILS")
}
