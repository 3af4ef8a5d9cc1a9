import Rx
import RxTest
import Testing

extension EngineTests {
  @Suite("DisposeBag") struct DisposeBagTests {
    let log = Log()

    @Test("a bag disposes of its members when it is freed, in order")
    func goes() {
      do {
        let bag = DisposeBag()
        for name in ["a", "b", "c"] { part(name).disposed(by: bag) }
        #expect(log.entries == [])
      }
      #expect(log.entries == ["a", "b", "c"])
    }

    @Test("replacing a bag disposes of the old bag's members")
    func replaced() {
      var bag = DisposeBag()
      part("old").disposed(by: bag)
      bag = DisposeBag()
      part("new").disposed(by: bag)
      #expect(log.entries == ["old"])
    }

    @Test("a bag takes several disposables at once, in each form")
    func several() {
      do {
        let listed = DisposeBag {
          part("a")
          part("b")
        }
        listed.insert(part("c"), part("d"))
        let gathered = DisposeBag(disposing: part("e"), part("f"))
        gathered.insert([part("g")])
        gathered.insert {
          part("h")
          part("i")
        }
        DisposeBag(disposing: [part("j")]).insert(part("k"))
        #expect(log.entries == ["j", "k"])
      }
      #expect(log.entries.sorted() == "abcdefghijk".map(String.init))
    }

    @Test("subscriptions end when the bag is freed")
    func subscriptions() {
      let time = TestScheduler(initialClock: 0)
      let sources = (0..<2).map { number in time.createHotObservable([.next(210, number), .next(230, number)]) }
      let observer = time.createObserver(Int.self)
      var bag: DisposeBag? = DisposeBag()
      if let bag { for source in sources { source.subscribe(observer).disposed(by: bag) } }
      time.scheduleAt(220) { bag = nil }
      time.start()
      #expect(observer.events == [.next(210, 0), .next(210, 1)])
      #expect(sources.allSatisfy { $0.subscriptions == [Subscription(0, 220)] })
    }

    @Test("a bag that its own subscription releases from within a delivery")
    func goingWithin() {
      let subject = PublishSubject<Int>()
      var bag: DisposeBag? = DisposeBag()
      let subscription = subject.subscribe(onNext: { [log] number in
        log.add("\(number)")
        bag = nil
      })
      bag?.insert(subscription)
      subject.onNext(1)
      subject.onNext(2)
      #expect(log.entries == ["1"] && bag == nil && !subject.hasObservers)
    }

    private func part(_ name: String) -> any Disposable {
      Disposables.create { [log] in log.add(name) }
    }
  }
}
