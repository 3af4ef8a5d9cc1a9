import Rx
import Testing

extension EngineTests {
  /// The disposables that `Disposables` makes, and the count of living resources.
  @Suite("Disposables") struct DisposablesTests {
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
      #expect((whole as? any Cancelable)?.isDisposed == false)
      whole.dispose()
      whole.dispose()
      #expect(log.entries == (1...count).map(String.init))
      #expect((whole as? any Cancelable)?.isDisposed == true)
    }

    @Test("a list makes one of any length", arguments: [0, 1, 2, 3, 9])
    func list(count: Int) {
      let log = Log()
      Disposables.create((0..<count).map { number in Disposables.create { log.add("\(number)") } }).dispose()
      #expect(log.entries == (0..<count).map(String.init))
    }

    @Test("a closure that disposes of its own disposable is called once, and released")
    func disposingWithin() {
      let log = Log()
      var whole: (any Cancelable)?
      whole = Disposables.create {
        log.add("freed")
        whole?.dispose()
      }
      whole?.dispose()
      #expect(log.entries == ["freed"])
    }

    @Test("in the trace a disposal encloses its parts' disposals and the closures they call")
    func traced() throws {
      let whole = Disposables.create(Disposables.create {}, Disposables.create())
      let trace = try trace {
        whole.dispose()
        whole.dispose()
      }
      #expect(
        trace.outline == """
          BinaryDisposable#1 dispose
            AnonymousDisposable#1 dispose
              AnonymousDisposable#1 closure
          """)
    }

    @Test("no resources are left after subscriptions have ended, in any way")
    func leaks() {
      let before = Resources.total
      do {
        let subject = PublishSubject<Int>()
        subject.map { $0 }.filter { _ in true }.subscribe().dispose()
        _ = Observable.of(1, 2).map { "\($0)" }.subscribe(onNext: { _ in })
        _ = Observable<Int>.error(TestError.first).filter { _ in true }.subscribe(onError: { _ in })
        let bag = DisposeBag()
        Observable<Int>.never().subscribe().disposed(by: bag)
        subject.subscribe().disposed(by: bag)
      }
      #expect(Resources.total == before)
    }

    @Test("the program's own resources can be counted too")
    func counting() {
      let before = Resources.total
      #expect(Resources.incrementTotal() == before + 1)
      #expect(Resources.decrementTotal() == before)
    }
  }

  @Suite("BooleanDisposable") struct BooleanDisposableTests {
    @Test("it remembers whether it was disposed, and may begin as disposed")
    func remembers() {
      let boolean = BooleanDisposable()
      #expect(!boolean.isDisposed && !BooleanDisposable(isDisposed: false).isDisposed)
      boolean.dispose()
      boolean.dispose()
      #expect(boolean.isDisposed && BooleanDisposable(isDisposed: true).isDisposed)
    }

    @Test("its disposal is recorded once")
    func traced() throws {
      let boolean = BooleanDisposable()
      let trace = try trace {
        boolean.dispose()
        boolean.dispose()
        BooleanDisposable(isDisposed: true).dispose()
      }
      #expect(trace.outline == "BooleanDisposable#1 dispose")
    }
  }
}
