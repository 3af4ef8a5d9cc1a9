import Rx
import RxTest
import Testing

extension EngineTests {
  @Suite("CompositeDisposable") struct CompositeDisposableTests {
    let log = Log()

    @Test("it adds and removes disposables, and disposes of the rest in order")
    func members() throws {
      let composite = CompositeDisposable(part("a"), part("b"))
      let key = try #require(composite.insert(part("c")))
      _ = composite.insert(part("d"))
      #expect(composite.count == 4)
      composite.remove(for: key)
      composite.remove(for: key)
      #expect(log.entries == ["c"] && composite.count == 3 && !composite.isDisposed)
      composite.dispose()
      composite.dispose()
      #expect(log.entries == ["c", "a", "b", "d"] && composite.count == 0 && composite.isDisposed)
    }

    @Test("each initializer holds its disposables", arguments: 0...6)
    func making(count: Int) {
      let parts = (0..<count).map { part("\($0)") }
      let composite =
        switch count {
        case 0: CompositeDisposable()
        case 2: CompositeDisposable(parts[0], parts[1])
        case 3: CompositeDisposable(parts[0], parts[1], parts[2])
        case 4: CompositeDisposable(parts[0], parts[1], parts[2], parts[3])
        case 6: CompositeDisposable(parts[0], parts[1], parts[2], parts[3], parts[4], parts[5])
        default: CompositeDisposable(disposables: parts)
        }
      #expect(composite.count == count)
      composite.dispose()
      #expect(log.entries == (0..<count).map(String.init))
    }

    @Test("once disposed, it disposes of new disposables, and has no keys")
    func late() throws {
      let composite = CompositeDisposable()
      let key = try #require(composite.insert(part("early")))
      composite.dispose()
      #expect(composite.insert(part("late")) == nil)
      composite.remove(for: key)
      #expect(log.entries == ["early", "late"] && composite.count == 0)
    }

    @Test("each member has a key of its own, and a key that no member has does nothing")
    func keys() throws {
      let (one, other) = (CompositeDisposable(), CompositeDisposable())
      let first = try #require(one.insert(part("1")))
      let second = try #require(one.insert(part("2")))
      #expect(first != second)
      other.remove(for: first)
      #expect(log.entries == [])
      one.remove(for: second)
      #expect(log.entries == ["2"] && one.count == 1)
    }

    @Test("members that add, remove and dispose while they are disposed")
    func reentrancy() throws {
      let composite = CompositeDisposable()
      let added = Disposables.create { [log] in
        log.add("first")
        composite.dispose()
        _ = composite.insert(part("added"))
      }
      _ = composite.insert(added)
      let key = try #require(composite.insert(part("second")))
      _ = composite.insert(Disposables.create { composite.remove(for: key) })
      composite.dispose()
      #expect(log.entries == ["first", "added", "second"])
    }

    @Test("it ends all subscriptions at once, and one when that is removed")
    func subscriptions() throws {
      let time = TestScheduler(initialClock: 0)
      let source = time.createHotObservable([.next(210, 1)])
      let composite = CompositeDisposable()
      let keys = (0..<3).map { _ in composite.insert(source.subscribe(time.createObserver(Int.self))) }
      let second = try #require(keys[1])
      time.scheduleAt(220) { composite.remove(for: second) }
      time.scheduleAt(230) { composite.dispose() }
      time.start()
      #expect(source.subscriptions == [Subscription(0, 230), Subscription(0, 220), Subscription(0, 230)])
    }

    @Test("in the trace its disposal encloses its members' disposals")
    func traced() throws {
      let composite = CompositeDisposable(BooleanDisposable(), BooleanDisposable())
      let trace = try trace {
        composite.dispose()
        composite.dispose()
      }
      #expect(
        trace.outline == """
          CompositeDisposable#1 dispose
            BooleanDisposable#1 dispose
            BooleanDisposable#2 dispose
          """)
    }

    private func part(_ name: String) -> any Disposable {
      Disposables.create { [log] in log.add(name) }
    }
  }
}
