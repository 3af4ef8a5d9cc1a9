import Rx
import RxTest
import Testing

extension EngineTests {
  @Suite("SingleAssignmentDisposable") struct SingleAssignmentDisposableTests {
    @Test("it disposes of its content, whether it is set before or after the disposal")
    func disposes() {
      let log = Log()
      let early = SingleAssignmentDisposable()
      early.setDisposable(Disposables.create { log.add("early") })
      early.dispose()
      early.dispose()
      let late = SingleAssignmentDisposable()
      late.dispose()
      #expect(late.isDisposed)
      late.setDisposable(Disposables.create { log.add("late") })
      #expect(log.entries == ["early", "late"] && early.isDisposed)
    }

    @Test("giving it a second disposable stops the program", arguments: [true, false])
    func secondAssignment(isDisposed: Bool) async {
      if isDisposed {
        await #expect(processExitsWith: .failure) { SingleAssignmentDisposable().assignTwice(disposingBetween: true) }
      } else {
        await #expect(processExitsWith: .failure) { SingleAssignmentDisposable().assignTwice(disposingBetween: false) }
      }
    }

    @Test("it ends a subscription whose source sends while it is subscribed to")
    func subscriptions() {
      let time = TestScheduler(initialClock: 0)
      let source = time.createHotObservable([.next(210, 1), .next(220, 2)])
      let observer = time.start(source.startWith(0)) { _, subscription in subscription.dispose() }
      #expect(observer.events == [.next(200, 0)])
      #expect(source.subscriptions == [Subscription(200, 200)])
    }

    @Test("in the trace its disposal encloses its content's; if the content is set later, it is not in the trace")
    func traced() throws {
      let (early, late) = (SingleAssignmentDisposable(), SingleAssignmentDisposable())
      let trace = try trace {
        early.setDisposable(BooleanDisposable())
        early.dispose()
        late.dispose()
        late.setDisposable(BooleanDisposable())
      }
      #expect(
        trace.outline == """
          SingleAssignmentDisposable#1 dispose
            BooleanDisposable#1 dispose
          SingleAssignmentDisposable#2 dispose
          BooleanDisposable#2 dispose
          """)
    }
  }
}

extension SingleAssignmentDisposable {
  fileprivate func assignTwice(disposingBetween: Bool) {
    setDisposable(Disposables.create())
    if disposingBetween { dispose() }
    setDisposable(Disposables.create())
  }
}
