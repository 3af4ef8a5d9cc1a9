import Foundation
import NSObject_Rx
import Rx
import Testing

private class Screen: ReactiveCompatible {
  let log: Log
  init(_ log: Log) { self.log = log }
  deinit { log.add("screen gone") }
}

private class Detail: Screen {
  deinit { log.add("detail gone") }
}

private final class Final: ReactiveCompatible {
  let log: Log
  init(_ log: Log) { self.log = log }
  deinit { log.add("final gone") }
}

private class Box<Content>: ReactiveCompatible {
  let log: Log
  init(_ log: Log) { self.log = log }
  deinit { log.add("box gone") }
}

private final class Controller: NSObject {
  let log: Log
  init(_ log: Log) { self.log = log }
  deinit { log.add("controller gone") }
}

private actor Counter: ReactiveCompatible {
  deinit { counterDeinits.add() }
}

/// Counts events on several threads.
private final class Tally: @unchecked Sendable {
  private let lock = NSLock()
  private var value = 0
  var count: Int { lock.withLock { value } }
  func add() { lock.withLock { value += 1 } }
}

private let counterDeinits = Tally()

/// Uses its bag in its deinit.
private final class Late<Case>: ReactiveCompatible {
  let log: Log
  init(_ log: Log) { self.log = log }

  deinit {
    let bag = rx.disposeBag
    Disposables.create { [log] in log.add("late") }.disposed(by: bag)
    log.add(rx.disposeBag === bag ? "one bag" : "another bag")
  }
}

private enum Unseen {}
private enum Seen {}
private enum Bagged {}

private final class Quiet<Content>: ReactiveCompatible, @unchecked Sendable {}

private class Refusing: ReactiveCompatible {
  init(_ log: Log) throws {
    Disposables.create { log.add("disposed") }.disposed(by: rx.disposeBag)
    throw TestError.first
  }
}

private final class RefusingChild: Refusing {
  let part = Log()
}

extension EngineTests {
  @Suite("rx.disposeBag") struct OwnedBagTests {
    private func add(_ name: String, to bag: DisposeBag, _ log: Log) {
      Disposables.create { log.add(name) }.disposed(by: bag)
    }

    @Test("one object has one bag, another has another")
    func identity() {
      let (one, other) = (Screen(Log()), Screen(Log()))
      let bag = one.rx.disposeBag
      #expect(one.rx.disposeBag === bag)
      #expect(other.rx.disposeBag !== bag)
    }

    @Test("the bag is disposed after the object was freed, for any kind of class")
    func kinds() {
      func life<Object: AnyObject>(_ make: (Log) -> Object) -> [String] {
        let log = Log()
        do {
          let object = make(log)
          add("disposed", to: Reactive(object).disposeBag, log)
          log.add("in use")
          withExtendedLifetime(object) {}
        }
        return log.entries
      }
      for _ in 0..<2 {
        #expect(life(Screen.init) == ["in use", "screen gone", "disposed"])
        #expect(life(Detail.init) == ["in use", "detail gone", "screen gone", "disposed"])
        #expect(life(Final.init) == ["in use", "final gone", "disposed"])
        #expect(life(Box<Int>.init) == ["in use", "box gone", "disposed"])
        #expect(life(Box<String>.init) == ["in use", "box gone", "disposed"])
        #expect(life(Controller.init) == ["in use", "controller gone", "disposed"])
      }
    }

    @Test("an actor has a bag too")
    func actors() {
      let log = Log()
      let before = counterDeinits.count
      do {
        let counter = Counter()
        add("disposed", to: counter.rx.disposeBag, log)
        #expect(log.entries == [])
      }
      #expect(log.entries == ["disposed"])
      #expect(counterDeinits.count == before + 1)
    }

    @Test("using the bag does not change an object's class")
    func casts() {
      let object: AnyObject = Final(Log())
      _ = Reactive(object).disposeBag
      #expect(object is Final)
      #expect(type(of: object) == Final.self)
      let log = Log()
      do { _ = Final(log) }
      #expect(log.entries == ["final gone"])
    }

    @Test("setting a bag replaces the old one, which is disposed")
    func setting() {
      let log = Log()
      do {
        let screen = Screen(log)
        add("old", to: screen.rx.disposeBag, log)
        let new = DisposeBag()
        add("new", to: new, log)
        screen.rx.disposeBag = new
        #expect(log.entries == ["old"])
        #expect(screen.rx.disposeBag === new)
      }
      #expect(log.entries == ["old", "screen gone", "new"])
    }

    @Test("a bag set before the first use is disposed with the object")
    func settingFirst() {
      let log = Log()
      do {
        let screen = Detail(log)
        let bag = DisposeBag()
        screen.rx.disposeBag = bag
        add("disposed", to: bag, log)
      }
      #expect(log.entries == ["detail gone", "screen gone", "disposed"])
    }

    @Test("disposal may use other objects' bags, and release those objects")
    func nested() {
      let log = Log()
      do {
        let (outer, inner) = (Screen(log), Final(log))
        add("inner disposed", to: inner.rx.disposeBag, log)
        var held: Final? = inner
        Disposables.create {
          self.add("added late", to: held!.rx.disposeBag, log)
          held = nil
        }.disposed(by: outer.rx.disposeBag)
      }
      #expect(log.entries.first == "screen gone")
      #expect(log.entries.dropFirst() == ["final gone", "inner disposed", "added late"])
    }

    @Test("a deinit that uses the bag gets the object's bag")
    func deinitWithBag() {
      let log = Log()
      do {
        let object = Late<Bagged>(log)
        add("early", to: object.rx.disposeBag, log)
      }
      #expect(log.entries == ["one bag", "early", "late"])
    }

    @Test("a deinit that uses the bag first gets one, which is disposed with the object, or at once for a new class")
    func deinitWithoutBag() {
      let log = Log()
      do { _ = Late<Unseen>(log) }
      #if canImport(ObjectiveC)
        #expect(log.entries == ["one bag", "late"])
      #else
        #expect(log.entries == ["another bag", "late"])
      #endif
      let seen = Log()
      do {
        _ = Late<Seen>(Log()).rx.disposeBag
        _ = Late<Seen>(seen)
      }
      #expect(seen.entries == ["one bag", "late"])
    }

    @Test("an object at the address of a freed one does not inherit its bag")
    func addresses() {
      let log = Log()
      for _ in 0..<1000 {
        _ = Late<Int>(log)
        let next = Late<Int>(log)
        let bag = next.rx.disposeBag
        #expect(next.rx.disposeBag === bag)
      }
      #expect(log.entries.count { $0 == "late" } == 2000)
    }

    @Test("if an initializer fails after it has used the bag, the bag is disposed")
    func failingInitializer() {
      let log = Log()
      #expect(throws: TestError.first) { try Refusing(log) }
      #expect(log.entries == ["disposed"])
      #expect(throws: TestError.first) { try RefusingChild(log) }
      #expect(log.entries == ["disposed", "disposed"])
    }

    @Test("thousands of objects of two classes on several threads")
    func manyThreads() {
      let disposals = Tally()
      DispatchQueue.concurrentPerform(iterations: 8) { _ in
        for number in 0..<2000 {
          let object: AnyObject = number % 2 == 0 ? Quiet<Int>() : Quiet<String>()
          if number % 3 != 0 { Disposables.create { disposals.add() }.disposed(by: Reactive(object).disposeBag) }
        }
      }
      #expect(disposals.count == 8 * 1333)
    }

    @Test("two threads may use a class's first bags, or the same object's, at once")
    func firstAtOnce() {
      let disposals = Tally()
      func round<Content>(_ depth: Int, _: Content.Type) {
        // Each depth is a class whose bags were not used yet.
        let shared = Quiet<Content>()
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
          let own = Quiet<Content>()
          Disposables.create { disposals.add() }.disposed(by: own.rx.disposeBag)
          Disposables.create { disposals.add() }.disposed(by: shared.rx.disposeBag)
        }
        if depth > 0 { round(depth - 1, Quiet<Content>.self) }
      }
      round(99, Int.self)
      #expect(disposals.count == 800)
    }
  }
}
