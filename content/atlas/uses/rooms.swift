import RxSwift

let lobby = PublishSubject<String>()
let kitchen = PublishSubject<String>()
let joinedRooms = PublishSubject<Observable<String>>()

_ = joinedRooms.merge()
  .subscribe(onNext: { print($0) })

joinedRooms.onNext(lobby)
lobby.onNext("lobby: Hello")
kitchen.onNext("kitchen: nobody hears this")
joinedRooms.onNext(kitchen)
kitchen.onNext("kitchen: Coffee is ready")
lobby.onNext("lobby: On my way")
