import Foundation
import Rx
import RxTrace
import Testing

extension EngineTests {
  /// Facts about objects in a recording: the objects they hold, where they deliver, where they were made.
  @Suite struct RecordedObjects {
    @Test("an object's links are the objects in its properties, however they are declared")
    func links() throws {
      let (direct, other) = (Leaf(), Leaf())
      let trace = try trace {
        let holder = Holder(value: 7, direct: direct, other: other)
        holder.send(next: 1)
      }
      let holder = try #require(trace.objects.first { $0.typeName == "Holder" })
      let links = holder.links.map { "\($0.name) \(trace.name(of: $0.target))" }
      #expect(
        links.sorted() == [
          "anything Leaf#2", "disposable Leaf#1", "inherited Leaf#1", "list Leaf#1", "list Leaf#2", "maybe Leaf#2",
          "optional Leaf#1", "reference Leaf#1", "unowned Leaf#2", "weakly Leaf#2",
        ])
    }

    @Test("a recording says what sets the engine's classes apart, so that no reader has to know their names")
    func traits() throws {
      let trace = try trace {
        let subjects: [Observable<Int>] = [
          PublishSubject<Int>(), BehaviorSubject(value: 1), ReplaySubject<Int>.createUnbounded(), AsyncSubject<Int>(),
        ]
        for subject in subjects { subject.subscribe().dispose() }
        Observable.just(1).share().subscribe().dispose()
        Observable.just(1).share(replay: 1, scope: .forever).subscribe().dispose()
        _ = CurrentThreadScheduler.instance.schedule(()) { _ in Disposables.create() }
        Observable.of(1).filter { $0 > 0 }.subscribe().dispose()
        Observable.catch(sequence: [Observable<Int>.error(TestError.first), .just(1)]).subscribe().dispose()
        Observable.merge(.just(1), .just(2)).subscribe().dispose()
      }
      func names(_ trait: TracedObject.Trait) -> Set<String> {
        Set(trace.objects.filter { $0.traits.contains(trait) }.map(\.typeName))
      }
      #expect(names(.replays) == ["BehaviorSubject", "ReplaySubject", "AsyncSubject"])
      #expect(names(.shares) == ["ShareWhileConnected", "ShareForever"])
      #expect(names(.trampoline) == ["CurrentThreadScheduler"])
      #expect(names(.withholds(.predicate)) == ["FilterSink"])
      #expect(names(.catches) == ["CatchSequenceSink"])
      #expect(names(.merges) == ["MergeSink"])
      let convenient = trace.objects.filter { $0.conveniencesType == "ObservableType" }.map(\.role)
      #expect(Set(convenient) == [.observable, .subject])
    }

    @Test("a recording says what links are for, and which calls a class leaves to its subclasses")
    func rolesOfLinks() throws {
      let trace = try trace {
        let subject = PublishSubject<Int>()
        subject.flatMap { Observable.just($0) }.subscribe().dispose()
      }
      func object(_ type: String) throws -> TracedObject {
        try #require(trace.objects.first { $0.typeName == type || $0.superclasses.contains(type) })
      }
      let sink = try object("Sink")
      let roles = Dictionary(sink.links.map { ($0.name, $0.role) }) { first, _ in first }
      #expect(roles["observer"] == .delivery && roles["cancel"] == .lifetime)
      #expect(sink.deliversTo == sink.links.first { $0.name == "observer" }?.target)
      #expect(try object("SubjectSubscription").links.contains { $0.role == .subscriber })
      let producer = try object("Producer")
      #expect(!producer.implementers(of: .run).contains("Producer"))
      #expect(producer.implementers(of: .subscribe).last == "Producer")
      #expect(sink.implementers(of: .on).last == "Sink")
      #expect(!(try object("ObserverBase").implementers(of: .onCore).contains("ObserverBase")))
    }

    @Test("a property's offset depends on the generic argument", arguments: [0, 1, 2])
    func layouts(size: Int) throws {
      let leaf = Leaf()
      let trace = try trace {
        switch size {
        case 0: Holder(value: (), direct: leaf, other: leaf).send(next: 1)
        case 1: Holder(value: UInt8(1), direct: leaf, other: leaf).send(next: 1)
        default: Holder(value: (1, "text", 2.0), direct: leaf, other: leaf).send(next: 1)
        }
      }
      let holder = try #require(trace.objects.first { $0.typeName == "Holder" })
      #expect(holder.links.first { $0.name == "reference" }.map { trace.name(of: $0.target) } == "Leaf#1")
      #expect(holder.superclasses.prefix(2) == ["HolderBase", "EventReceiver"])
    }

    @Test("a sink delivers to its observer, even if it was made before the recording")
    func deliveries() throws {
      let subject = PublishSubject<Int>()
      let subscription = subject.map { $0 }.subscribe(onNext: { _ in })
      defer { subscription.dispose() }
      let trace = try trace {
        subject.onNext(1)
        _ = Observable.just(2).map { $0 }.subscribe(onNext: { _ in })
      }
      let deliveries = trace.steps.filter { $0.kind == .forwardOn }
        .map { "\(trace.name(of: $0.object)) \(trace.name(of: $0.other)) \($0.event!)" }
      #expect(
        deliveries == [
          "MapSink#1 AnonymousObserver#1 next", "MapSink#2 AnonymousObserver#2 next",
          "MapSink#2 AnonymousObserver#2 completed",
        ])
    }

    @Test("objects made on one line share a stack; another line has its own")
    func places() throws {
      func make() -> Observable<Int> { Observable.just(1) }
      let trace = try trace {
        for _ in 0..<3 { _ = make().subscribe() }
        _ = Observable.just(2).subscribe()
      }
      let stacks = trace.objects.filter { $0.typeName == "Just" }.map(\.assembly)
      #expect(stacks.count == 4 && stacks.allSatisfy { $0.count > 3 })
      #expect(Set(stacks.prefix(3)).count == 1 && Set(stacks).count == 2)
    }

    @Test("a stack is complete beyond a function of the C library, whatever called that function")
    func stacksThroughC() throws {
      let trace = try trace {
        sortOnce()
        sortAgain()
      }
      let stacks = trace.objects.filter { $0.typeName == "Just" }.map(\.assembly)
      #expect(stacks.count == 2 && Set(stacks).count == 2)
      // They differ only in the functions that called the C library.
      let shared = zip(stacks[0], stacks[1]).prefix { $0 == $1 }
      #expect(Set(shared.map(\.0.image)).count > 1)
    }

    @Test("a stack on a dispatch queue is recorded as well")
    func stacksOnQueues() throws {
      let trace = try trace {
        DispatchQueue(label: "stacks").sync { _ = Observable.just(1).subscribe() }
      }
      #expect(trace.objects.first { $0.typeName == "Just" }.map { $0.assembly.count > 3 } == true)
    }

    @Test("a recording's file grows by a record for each object")
    func sizes() throws {
      let (few, many) = (try size(of: 100), try size(of: 1100))
      #expect(Double(many - few) / 1000 < 360)
    }

    /// The size in bytes of a recording with a number of short subscriptions.
    private func size(of count: Int) throws -> Int {
      let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).hwtrace")
      defer { try? FileManager.default.removeItem(at: file) }
      try TraceRecorder.record(to: file.path) {
        for _ in 0..<count { _ = Observable.just(1).subscribe() }
      }
      return try Data(contentsOf: file).count
    }
  }
}

private func sortOnce() { sortThroughC() }
private func sortAgain() { sortThroughC() }

@inline(never)
private func sortThroughC() {
  var numbers: [Int32] = [2, 1]
  qsort(&numbers, 2, 4) { _, _ in
    _ = Observable.just(1).subscribe()
    return 0
  }
}

private final class Leaf: EventReceiver<Int>, DisposableObject {
  override func on(next element: Int) {}
  func dispose() {}
}

private class HolderBase<Value>: EventReceiver<Int> {
  let value: Value
  let inherited: Leaf

  init(value: Value, inherited: Leaf) {
    (self.value, self.inherited) = (value, inherited)
    super.init()
  }

  override func on(next element: Int) {}
}

private final class Holder<Value>: HolderBase<Value> {
  let reference: EventReceiver<Int>
  let optional: Leaf?
  let nothing: Leaf?
  let disposable: any DisposableObject
  let maybe: (any DisposableObject)?
  let anything: Any
  let text = "neither"
  let closure: () -> Void = {}
  let list: [EventReceiver<Int>]
  weak var weakly: Leaf?
  unowned let unowned: Leaf

  init(value: Value, direct: Leaf, other: Leaf) {
    (reference, optional, nothing) = (direct, direct, nil)
    (disposable, maybe, anything) = (direct, other, other)
    (list, weakly, unowned) = ([direct, other], other, other)
    super.init(value: value, inherited: direct)
  }
}
