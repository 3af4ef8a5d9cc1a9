import Rx
import Testing

private final class Screen: ReactiveCompatible {}

extension EngineTests {
  @Suite struct BinderTests {
    private final class Person: @unchecked Sendable {
      var name = ""
    }

    @Test("a binder calls its closure with each element, on its scheduler, until the sequence ends")
    func binding() {
      let person = Person()
      let binder = Binder(person, scheduler: CurrentThreadScheduler.instance) { person, name in person.name += name }
      _ = Observable.of("a", "b").subscribe(binder)
      binder.onNext("c")
      binder.asObserver().onNext("d")
      #expect(person.name == "abcd")
    }

    @Test("a binder does not retain its target, and drops elements after that was freed")
    func weakTarget() {
      let log = Log()
      weak var seen: Person?
      let binder: Binder<Int>
      do {
        let person = Person()
        seen = person
        binder = Binder(person, scheduler: CurrentThreadScheduler.instance) { _, number in log.add("\(number)") }
        binder.onNext(1)
      }
      #expect(seen == nil)
      binder.onNext(2)
      #expect(log.entries == ["1"])
    }

    @Test("an error stops a debug build")
    func errors() async {
      await #expect(processExitsWith: .failure) {
        let person = Person()
        Binder<Int>(person, scheduler: CurrentThreadScheduler.instance) { _, _ in }.onError(RxError.unknown)
      }
    }

    @Test("a type has `rx` like its instances")
    func ofTypes() {
      let type = Screen.rx
      #expect(type == Reactive<Screen>.self)
    }
  }
}
