import Foundation
import RxSwift

func open(_ link: String) {
  _ = Observable.from(optional: URLComponents(string: link)?.path)
    .filter { !$0.isEmpty }
    .map { "shows the page \($0)" }
    .ifEmpty(default: "shows the start page")
    .subscribe(onNext: { print($0) })
}

open("app://books.example/dune")
open("app://books.example")
