import Rx
import Testing

extension EngineTests {
  @Suite struct DisposablesTests {
    @Test("each way to make a disposable disposes of all its parts once, in order", arguments: 1...5)
    func create(count: Int) {
      let log = Log()
      let parts = (1...count).map { number in Disposables.create { log.add("\(number)") } as any Disposable }
      let whole: any Disposable =
        switch count {
        case 1: parts[0]
        case 2: Disposables.create(parts[0], parts[1])
        case 3: Disposables.create(parts[0], parts[1], parts[2])
        case 4: Disposables.create(parts[0], parts[1], parts[2], parts[3])
        default: Disposables.create(parts)
        }
      whole.dispose()
      whole.dispose()
      #expect(log.entries == (1...count).map(String.init))
      #expect((whole as? any Cancelable)?.isDisposed == true)
    }

    @Test("a bag disposes of what it holds when it goes")
    func bag() {
      let log = Log()
      do {
        let bag = DisposeBag()
        Disposables.create { log.add("freed") }.disposed(by: bag)
        #expect(log.entries == [])
      }
      #expect(log.entries == ["freed"])
    }

    @Test("a bag takes several at once, in each of the ways there are")
    func bagOfSeveral() {
      let log = Log()
      let part = { (name: String) -> any Disposable in Disposables.create { log.add(name) } }
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

    @Test("resources of the program's own can be counted too")
    func counting() {
      let before = Resources.total
      #expect(Resources.incrementTotal() == before + 1)
      #expect(Resources.decrementTotal() == before)
    }
  }
}
