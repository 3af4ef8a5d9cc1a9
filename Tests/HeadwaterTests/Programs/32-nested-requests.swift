import RxSwift

struct User { let id: Int }

func user(_ id: Int) -> Observable<User> { .just(User(id: id)) }
func followers(of user: User) -> Observable<[User]> { .just((1...2).map { User(id: user.id * 10 + $0) }) }

_ = user(1)
  .flatMap { followers(of: $0) }
  .flatMap { Observable.from($0) }
  .flatMap { user in followers(of: user).map { (user, $0.count) } }
  .subscribe(onNext: { print("user \($0.id) has \($1) followers") }, onCompleted: { print("all") })
