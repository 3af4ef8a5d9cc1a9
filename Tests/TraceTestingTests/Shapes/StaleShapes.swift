import Rx
import TraceAnalysis

extension Shape {
  static let stale: [Shape] = [
    Shape("answers to a text being typed", .stale) {
      let (clock, bag, query) = (Clock(), DisposeBag(), PublishSubject<String>())
      query.flatMap { clock.request("results for \($0)", $0.count < 3 ? 500 : 50) }
        .subscribe(onNext: { ignore($0) }).disposed(by: bag)
      query.onNext("s")
      query.onNext("swift")
      clock.advance(1)
    },
    Shape("answers behind a debounce", .stale) {
      let (clock, bag, page) = (Clock(), DisposeBag(), PublishSubject<Int>())
      page.debounce(.milliseconds(10), scheduler: clock.scheduler)
        .flatMap { clock.request("page \($0)", 500 / $0) }
        .subscribe(onNext: { ignore($0) }).disposed(by: bag)
      page.onNext(1)
      clock.advance(0.1)
      page.onNext(5)
      clock.advance(1)
    },
    Shape("answers that end in a relay, which keeps the latest", .stale) {
      let (clock, bag, tab) = (Clock(), DisposeBag(), PublishSubject<Int>())
      let content = BehaviorRelay(value: "")
      tab.flatMap { clock.request("tab \($0)", 500 / $0) }.bind(to: content).disposed(by: bag)
      tab.onNext(1)
      tab.onNext(5)
      clock.advance(1)
    },
    Shape("map and merge instead of flatMap", .stale) {
      let (clock, bag, query) = (Clock(), DisposeBag(), PublishSubject<String>())
      query.map { clock.request("results for \($0)", $0.count < 3 ? 500 : 50) }.merge()
        .subscribe(onNext: { ignore($0) }).disposed(by: bag)
      query.onNext("sw")
      query.onNext("swift")
      clock.advance(1)
    },
    Shape("merge of two at a time instead of flatMap", .stale) {
      let (clock, bag, query) = (Clock(), DisposeBag(), PublishSubject<String>())
      query.map { clock.request("results for \($0)", $0.count < 3 ? 500 : 50) }.merge(maxConcurrent: 2)
        .subscribe(onNext: { ignore($0) }).disposed(by: bag)
      query.onNext("sw")
      query.onNext("swift")
      clock.advance(1)
    },
    Shape("a subscription within a subscription", .stale) {
      let (clock, bag, query) = (Clock(), DisposeBag(), PublishSubject<String>())
      query.subscribe(onNext: { text in
        clock.request("results for \(text)", text.count < 3 ? 500 : 50)
          .subscribe(onNext: { ignore($0) }).disposed(by: bag)
      }).disposed(by: bag)
      query.onNext("s")
      query.onNext("swift")
      clock.advance(1)
    },
    Shape("Singles, with operators before and behind", .stale) {
      let (clock, bag, query) = (Clock(), DisposeBag(), BehaviorSubject(value: "a"))
      query.filter { !$0.isEmpty }.distinctUntilChanged()
        .flatMap { clock.request("results for \($0)", $0.count < 3 ? 500 : 50).asSingle() }
        .map { $0.uppercased() }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      query.onNext("apple")
      clock.advance(1)
    },
    Shape("answers of a cached value and a new one", .stale) {
      let (clock, bag, query) = (Clock(), DisposeBag(), PublishSubject<String>())
      query.flatMap { text in
        Observable.just("cached for \(text)").concat(clock.request("results for \(text)", text.count < 3 ? 500 : 50))
      }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      query.onNext("s")
      query.onNext("swift")
      clock.advance(1)
    },
    Shape("drivers, each with a cached value and a new one", .stale) {
      let (clock, held, query) = (Clock(), Held(), PublishRelay<String>())
      held.bag = DisposeBag()
      nonisolated(unsafe) let typed = query
      Wait.onMain {
        typed.asDriver(onErrorJustReturn: "").flatMap { text in
          Observable.just("cached for \(text)").concat(clock.request("results for \(text)", text.count < 3 ? 500 : 50))
            .asDriver(onErrorJustReturn: "")
        }.drive(onNext: { ignore($0) }).disposed(by: held.bag!)
      }
      for text in ["s", "swift"] {
        query.accept(text)
        Wait.onMain {}
      }
      clock.advance(1)
      Wait.onMain { held.bag = nil }
    },
    Shape("a subscription within a do, and answers of several values", .stale) {
      let (clock, bag, query) = (Clock(), DisposeBag(), PublishSubject<String>())
      query.do(onNext: { text in
        Observable.just("cached for \(text)").concat(clock.request("results for \(text)", text.count < 3 ? 500 : 50))
          .subscribe(onNext: { ignore($0) }).disposed(by: bag)
      }).subscribe().disposed(by: bag)
      query.onNext("s")
      query.onNext("swift")
      clock.advance(1)
    },
    Shape("a subscription to a single within a closure", .stale) {
      let (clock, bag, query) = (Clock(), DisposeBag(), PublishRelay<String>())
      query.subscribe(
        with: bag,
        onNext: { bag, text in
          clock.request("results for \(text)", text.count < 3 ? 500 : 50).asSingle()
            .subscribe(onSuccess: { ignore($0) }).disposed(by: bag)
        }
      ).disposed(by: bag)
      query.accept("s")
      query.accept("swift")
      clock.advance(1)
    },
    Shape("a text that is being deleted", .stale) {
      let (clock, bag, query) = (Clock(), DisposeBag(), PublishSubject<String>())
      query.flatMap { clock.request("results for \($0)", $0.count * 50) }
        .subscribe(onNext: { ignore($0) }).disposed(by: bag)
      query.onNext("swift")
      query.onNext("sw")
      clock.advance(1)
    },
    Shape("answers of several values for each subscription in a closure, in a relay", .stale) {
      let (clock, bag, article) = (Clock(), DisposeBag(), PublishSubject<String>())
      let price = BehaviorRelay(value: "")
      article.subscribe(onNext: { article in
        let slow = article == "lamp" ? 500 : 50
        clock.request("\(article) in stock", slow / 2).concat(clock.request("\(article) for 20", slow / 2))
          .subscribe(onNext: { price.accept($0) }).disposed(by: bag)
      }).disposed(by: bag)
      article.onNext("lamp")
      article.onNext("chair")
      clock.advance(1)
    },
    Shape("lists that end in a relay, each with the newest answer alone", .stale) {
      let (clock, bag, tab) = (Clock(), DisposeBag(), PublishSubject<Int>())
      let content = BehaviorRelay<[String]>(value: [])
      tab.flatMap { clock.request("tab \($0)", 500 / $0) }.map { [$0] }.bind(to: content).disposed(by: bag)
      tab.onNext(1)
      tab.onNext(5)
      clock.advance(1)
    },
  ]

  static let inOrder: [Shape] = [
    Shape("flatMapLatest for a text being typed") {
      let (clock, bag, query) = (Clock(), DisposeBag(), PublishSubject<String>())
      query.flatMapLatest { clock.request("results for \($0)", $0.count < 3 ? 500 : 50) }
        .subscribe(onNext: { ignore($0) }).disposed(by: bag)
      query.onNext("s")
      query.onNext("swift")
      clock.advance(1)
    },
    Shape("concatMap keeps the order") {
      let (clock, bag, query) = (Clock(), DisposeBag(), PublishSubject<String>())
      query.concatMap { clock.request("results for \($0)", $0.count < 3 ? 500 : 50) }
        .subscribe(onNext: { ignore($0) }).disposed(by: bag)
      query.onNext("s")
      query.onNext("swift")
      clock.advance(1)
    },
    Shape("answers that come in order") {
      let (clock, bag, query) = (Clock(), DisposeBag(), PublishSubject<String>())
      query.flatMap { clock.request("results for \($0)", 50) }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      query.onNext("s")
      query.onNext("swift")
      clock.advance(1)
    },
    Shape("downloads of a list, in any order") {
      let (clock, bag) = (Clock(), DisposeBag())
      Observable.of("a", "ab", "abc").flatMap { clock.request("file \($0)", 500 / $0.count) }
        .subscribe(onNext: { ignore($0) }).disposed(by: bag)
      clock.advance(1)
    },
    Shape("downloads that the user starts one by one") {
      let (clock, bag, downloads) = (Clock(), DisposeBag(), PublishSubject<Int>())
      downloads.flatMap { clock.request("file \($0)", 500 / $0) }
        .subscribe(onNext: { ignore($0) }).disposed(by: bag)
      downloads.onNext(1)
      downloads.onNext(5)
      clock.advance(1)
    },
    Shape("messages of several rooms") {
      let (bag, rooms) = (DisposeBag(), PublishSubject<PublishSubject<String>>())
      let (swift, linux) = (PublishSubject<String>(), PublishSubject<String>())
      rooms.flatMap { $0 }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      rooms.onNext(swift)
      rooms.onNext(linux)
      for message in ["one", "two"] {
        linux.onNext(message)
        swift.onNext(message)
      }
    },
    Shape("messages of several rooms, which end, in what keeps the latest") {
      let (bag, rooms) = (DisposeBag(), PublishSubject<PublishSubject<String>>())
      let (swift, linux, latest) = (PublishSubject<String>(), PublishSubject<String>(), BehaviorRelay(value: ""))
      rooms.flatMap { $0 }.bind(to: latest).disposed(by: bag)
      rooms.onNext(swift)
      rooms.onNext(linux)
      for message in ["one", "two"] {
        linux.onNext(message)
        swift.onNext(message)
      }
      swift.onCompleted()
      linux.onCompleted()
    },
    Shape("a cached value and a new one for each text, in order") {
      let (clock, bag, query) = (Clock(), DisposeBag(), PublishSubject<String>())
      query.flatMapLatest { text in
        Observable.just("cached for \(text)").concat(clock.request("results for \(text)", text.count < 3 ? 500 : 50))
      }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      query.onNext("s")
      query.onNext("swift")
      clock.advance(1)
    },
    Shape("a subscription for each row, whose answers come in any order") {
      let (clock, bag, rows) = (Clock(), DisposeBag(), PublishSubject<Int>())
      rows.subscribe(onNext: { row in
        clock.request("avatar \(row)", 500 / row).subscribe(onNext: { ignore($0) }).disposed(by: bag)
      }).disposed(by: bag)
      rows.onNext(1)
      rows.onNext(5)
      clock.advance(1)
    },
    Shape("downloads that end in a list, which a relay keeps") {
      let (clock, bag, downloads) = (Clock(), DisposeBag(), PublishSubject<Int>())
      let files = BehaviorRelay<[String]>(value: [])
      downloads.flatMap { clock.request("file \($0)", 500 / $0) }.scan([]) { $0 + [$1] }.bind(to: files)
        .disposed(by: bag)
      downloads.onNext(1)
      downloads.onNext(5)
      clock.advance(1)
    },
    Shape("downloads that a closure adds to the list of a relay") {
      let (clock, bag, downloads) = (Clock(), DisposeBag(), PublishSubject<Int>())
      let files = BehaviorRelay<[Int: String]>(value: [:])
      downloads.subscribe(onNext: { number in
        clock.request("file \(number)", 500 / number).subscribe(onNext: { file in
          var known = files.value
          known[number] = file
          files.accept(known)
        }).disposed(by: bag)
      }).disposed(by: bag)
      downloads.onNext(1)
      downloads.onNext(5)
      clock.advance(1)
    },
  ]
}
