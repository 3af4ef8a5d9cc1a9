import Rx
import RxTest
import Testing

extension EngineTests {
  @Suite("SerialDisposable") struct SerialDisposableTests {
    let log = Log()
    let serial = SerialDisposable()

    @Test("a new disposable replaces the previous one, which is disposed")
    func replaces() {
      serial.disposable = part("1")
      serial.disposable = part("2")
      #expect(log.entries == ["1"] && !serial.isDisposed)
      serial.dispose()
      serial.dispose()
      #expect(log.entries == ["1", "2"] && serial.isDisposed)
    }

    @Test("once disposed, it disposes of a new disposable at once")
    func late() {
      serial.dispose()
      serial.disposable = part("1")
      serial.disposable = part("2")
      #expect(log.entries == ["1", "2"])
    }

    @Test("its disposable can be read; if it is empty, a disposable that does nothing")
    func holds() {
      serial.disposable.dispose()
      let boolean = BooleanDisposable()
      serial.disposable = boolean
      let isHeld = serial.disposable as? BooleanDisposable === boolean
      #expect(isHeld && !serial.isDisposed)
      serial.dispose()
      let isStillHeld = serial.disposable as? BooleanDisposable === boolean
      #expect(!isStillHeld && boolean.isDisposed)
    }

    @Test("a disposable that replaces itself while it is replaced or disposed")
    func reentrancy() {
      serial.disposable = Disposables.create { [log, serial] in
        log.add("1")
        serial.disposable = part("3")
      }
      serial.disposable = part("2")
      #expect(log.entries == ["1", "2"])
      serial.disposable = Disposables.create { [log, serial] in
        log.add("4")
        serial.disposable = part("5")
      }
      serial.dispose()
      #expect(log.entries == ["1", "2", "3", "4", "5"])
    }

    @Test("it replaces subscriptions in virtual time")
    func subscriptions() {
      let time = TestScheduler(initialClock: 0)
      let source = time.createHotObservable([.next(210, 1), .next(230, 2), .next(250, 3)])
      let observers = (0..<2).map { _ in time.createObserver(Int.self) }
      time.scheduleAt(200) { [serial] in serial.disposable = source.subscribe(observers[0]) }
      time.scheduleAt(220) { [serial] in serial.disposable = source.subscribe(observers[1]) }
      time.scheduleAt(240) { [serial] in serial.dispose() }
      time.start()
      #expect(observers.map(\.events) == [[.next(210, 1)], [.next(230, 2)]])
      #expect(source.subscriptions == [Subscription(200, 220), Subscription(220, 240)])
    }

    @Test("in the trace its disposal encloses its content's disposal")
    func traced() throws {
      let trace = try trace {
        serial.disposable = BooleanDisposable()
        serial.disposable = BooleanDisposable()
        serial.dispose()
      }
      #expect(
        trace.outline == """
          BooleanDisposable#1 dispose
          SerialDisposable#1 dispose
            BooleanDisposable#2 dispose
          """)
    }

    private func part(_ name: String) -> any Disposable {
      Disposables.create { [log] in log.add(name) }
    }
  }
}
