import Dispatch
import NSObject_Rx
import Rx
import Synchronization
import Testing

private final class Owner<Content>: ReactiveCompatible, Sendable {}

extension EngineThreads {
  /// Bags of objects that come and go.
  @Suite struct OwnedBagTests {
    @Test("threads ask at once for a class's first bags, and release the objects at once")
    func firstBags() {
      let disposals = Atomic<Int>(0)
      @Sendable func count() -> any Disposable { Disposables.create { disposals.wrappingAdd(1, ordering: .relaxed) } }
      func round<Content>(_ depth: Int, _: Content.Type) {
        // Each depth is a class that nobody has asked yet.
        let shared = Owner<Content>()
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
          count().disposed(by: Owner<Content>().rx.disposeBag)
          count().disposed(by: shared.rx.disposeBag)
        }
        if depth > 0 { round(depth - 1, Owner<Content>.self) }
      }
      round(19, Int.self)
      #expect(disposals.load(ordering: .relaxed) == 160)
    }
  }
}
