import Rx

/// A user that is changed in its place.
private final class User: Equatable, CustomStringConvertible {
  var name: String
  var visits = 0

  init(_ name: String) { self.name = name }

  var description: String { "User(\(name), \(visits))" }

  static func == (one: User, other: User) -> Bool { one.name == other.name && one.visits == other.visits }
}

private struct Account: Equatable { var name: String }

extension Shape {
  static let sameObject: [Shape] = [
    Shape("an object that a subject sends again", .sameObject) {
      let (users, user, bag) = (PublishSubject<User>(), User("Ada"), DisposeBag())
      users.distinctUntilChanged().subscribe(onNext: { ignore($0) }).disposed(by: bag)
      users.onNext(user)
      user.name = "Bob"
      users.onNext(user)
    },
    Shape("an object of a relay that is changed and accepted", .sameObject) {
      let (user, bag) = (BehaviorRelay(value: User("Ada")), DisposeBag())
      user.asInfallible(onErrorJustReturn: User("")).distinctUntilChanged().subscribe(onNext: { ignore($0) })
        .disposed(by: bag)
      user.value.name = "Bob"
      user.accept(user.value)
      user.value.name = "Eve"
      user.accept(user.value)
    },
    Shape("an object that a scan changes", .sameObject) {
      let (visits, bag) = (PublishSubject<Void>(), DisposeBag())
      visits.scan(User("Ada")) { user, _ in
        user.visits += 1
        return user
      }.distinctUntilChanged().map { $0.visits }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      visits.onNext(())
      visits.onNext(())
    },
    Shape("within an inner sequence", .sameObject) {
      let (rooms, user, bag) = (PublishSubject<PublishSubject<User>>(), User("Ada"), DisposeBag())
      let room = PublishSubject<User>()
      rooms.flatMapLatest { $0.distinctUntilChanged() }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      rooms.onNext(room)
      room.onNext(user)
      user.name = "Bob"
      room.onNext(user)
    },
  ]

  static let otherObject: [Shape] = [
    Shape("a struct that is changed") {
      let (account, bag) = (BehaviorRelay(value: Account(name: "Ada")), DisposeBag())
      account.distinctUntilChanged().subscribe(onNext: { ignore($0) }).disposed(by: bag)
      account.accept(Account(name: "Bob"))
      account.accept(Account(name: "Bob"))
    },
    Shape("a new object for each change") {
      let (users, bag) = (PublishSubject<User>(), DisposeBag())
      users.distinctUntilChanged().subscribe(onNext: { ignore($0) }).disposed(by: bag)
      for name in ["Ada", "Bob", "Bob"] { users.onNext(User(name)) }
    },
    Shape("the same object, which has not changed") {
      let (users, user, bag) = (PublishSubject<User>(), User("Ada"), DisposeBag())
      users.distinctUntilChanged().subscribe(onNext: { ignore($0) }).disposed(by: bag)
      users.onNext(user)
      users.onNext(user)
    },
    Shape("a changed object that is compared by a value of it") {
      let (users, user, bag) = (PublishSubject<User>(), User("Ada"), DisposeBag())
      users.distinctUntilChanged { $0.name }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      users.onNext(user)
      user.visits = 1
      users.onNext(user)
      user.name = "Bob"
      users.onNext(user)
    },
    Shape("a changed object whose identity matters") {
      let (users, user, bag) = (PublishSubject<User>(), User("Ada"), DisposeBag())
      users.distinctUntilChanged { $0 === $1 }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      users.onNext(user)
      user.visits = 1
      users.onNext(user)
    },
  ]
}
