import RxSwift

struct Offline: Error {}

func screen(_ name: String, _ articles: Observable<String>) {
  print("— \(name)")
  _ = articles.subscribe(
    onNext: { print("shows “\($0)”") },
    onError: { print("shows the error \($0)") },
    onCompleted: { print("is done") })
}

screen("with articles", .of("Swift 6", "Rx in ten minutes"))
screen("without articles", .empty())
screen("while loading", .never())
screen("without a connection", .error(Offline()))
