import Foundation
import RxSwift

struct Book: Decodable {
  let title: String
  let year: Int
}

let answer = Observable.just(Data(#"[{"title": "Dune", "year": 1965}, {"title": "Emma", "year": 1815}]"#.utf8))

_ = answer.decode(type: [Book].self, decoder: JSONDecoder())
  .subscribe(
    onNext: { books in print(books.map { "\($0.title) (\($0.year))" }.joined(separator: ", ")) },
    onError: { print("shows an error: \($0)") })
