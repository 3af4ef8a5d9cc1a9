import RxSwift

struct Offline: Error {}

/// What the real server once sent, kept in a file of the tests.
let recorded: [Event<String>] = [.next("connecting"), .next("3 messages"), .error(Offline())]

let fakeServer = Observable.from(recorded).dematerialize()

_ = fakeServer.subscribe(
  onNext: { print("the screen shows “\($0)”") },
  onError: { print("the screen shows the error \($0)") })
