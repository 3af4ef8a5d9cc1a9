import Rx
import RxTest
import Testing

extension EngineTests {
  @Suite("RefCountDisposable") struct RefCountDisposableTests {
    let resource = BooleanDisposable()

    @Test("without holders the resource is disposed with its owner")
    func alone() {
      let counted = RefCountDisposable(disposable: resource)
      #expect(!counted.isDisposed)
      counted.dispose()
      #expect(resource.isDisposed && counted.isDisposed)
    }

    @Test("the resource is disposed when the owner and all holders are disposed, whichever is last", arguments: 0..<3)
    func holders(last: Int) {
      let counted = RefCountDisposable(disposable: resource)
      let all: [any Disposable] = [counted, counted.retain(), counted.retain()]
      for index in 0..<3 where index != last {
        all[index].dispose()
        all[index].dispose()
      }
      #expect(!resource.isDisposed && !counted.isDisposed)
      all[last].dispose()
      #expect(resource.isDisposed && counted.isDisposed)
    }

    @Test("the disposal of the holders is not enough")
    func ownerStays() {
      let counted = RefCountDisposable(disposable: resource)
      counted.retain().dispose()
      counted.retain().dispose()
      #expect(!resource.isDisposed)
    }

    @Test("it can be retained between the owner's disposal and the last holder's")
    func retainedLate() {
      let counted = RefCountDisposable(disposable: resource)
      let first = counted.retain()
      counted.dispose()
      let second = counted.retain()
      first.dispose()
      #expect(!resource.isDisposed)
      second.dispose()
      #expect(resource.isDisposed)
    }

    @Test("a disposed resource cannot be retained")
    func gone() {
      let log = Log()
      let counted = RefCountDisposable(disposable: Disposables.create { log.add("freed") })
      counted.dispose()
      counted.retain().dispose()
      counted.dispose()
      #expect(log.entries == ["freed"])
    }

    @Test("a subscription with several holders ends with the last")
    func subscriptions() {
      let time = TestScheduler(initialClock: 0)
      let source = time.createHotObservable([.next(210, 1), .next(240, 2)])
      let observer = time.createObserver(Int.self)
      let counted = RefCountDisposable(disposable: source.subscribe(observer))
      let holder = counted.retain()
      time.scheduleAt(220) { counted.dispose() }
      time.scheduleAt(230) { holder.dispose() }
      time.start()
      #expect(observer.elements == [1])
      #expect(source.subscriptions == [Subscription(0, 230)])
    }

    @Test("in the trace the resource's disposal is within the last holder's disposal")
    func traced() throws {
      let counted = RefCountDisposable(disposable: resource)
      let holder = counted.retain()
      let trace = try trace {
        counted.dispose()
        holder.dispose()
      }
      #expect(
        trace.outline == """
          RefCountDisposable#1 dispose
          RefCountInnerDisposable#1 dispose
            BooleanDisposable#1 dispose
          """)
    }
  }
}
