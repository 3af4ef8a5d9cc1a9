#if canImport(ObjectiveC)
  import Foundation
  import ObjectiveC
  import Rx

  /// The bags that objects own, kept as associated objects.
  enum OwnedBags {
    nonisolated(unsafe) private static let key = UnsafeRawPointer(malloc(1)!)
    private static let lock = NSLock()

    static func bag(of object: AnyObject) -> DisposeBag {
      lock.withLock {
        if let bag = current(object) { return bag }
        let bag = DisposeBag()
        associate(bag, with: object)
        return bag
      }
    }

    static func setBag(_ bag: DisposeBag, of object: AnyObject) {
      // Released after the lock, because its disposal may ask for a bag.
      let old = lock.withLock {
        defer { associate(bag, with: object) }
        return current(object)
      }
      withExtendedLifetime(old) {}
    }

    private static func current(_ object: AnyObject) -> DisposeBag? {
      objc_getAssociatedObject(object, key) as? DisposeBag
    }

    private static func associate(_ bag: DisposeBag, with object: AnyObject) {
      objc_setAssociatedObject(object, key, bag, .OBJC_ASSOCIATION_RETAIN)
    }
  }
#else
  internal import CDestruction
  import Foundation
  import Rx

  /// The bags that objects own, in a table; the destruction of an object removes its bag.
  ///
  /// A table with weak keys would notice an object's destruction too late. A class that is made at run time and
  /// replaces the object's own would break casts to final classes, which compare class pointers.
  enum OwnedBags {
    nonisolated(unsafe) private static var bags: [UnsafeRawPointer: DisposeBag] = [:]
    private static let lock = NSLock()

    @inline(never)
    static func bag(of object: AnyObject) -> DisposeBag {
      withAddress(of: object) { address in
        if let bag = lock.withLock({ bags[address] }) { return bag }
        if hw_is_dying(address) { return bagOfDying(address) }
        watch(address)
        let made = DisposeBag()
        return lock.withLock {
          // Another thread may have added one first.
          let bag = bags[address] ?? made
          bags[address] = bag
          return bag
        }
      }
    }

    @inline(never)
    static func setBag(_ bag: DisposeBag, of object: AnyObject) {
      withAddress(of: object) { address in
        if hw_is_dying(address) { return setBagOfDying(bag, address) }
        watch(address)
        // Released after the lock, because its disposal may ask for a bag.
        let old = lock.withLock { bags.updateValue(bag, forKey: address) }
        withExtendedLifetime(old) {}
      }
    }

    private static func withAddress<Result>(of object: AnyObject, _ body: (UnsafeRawPointer) -> Result) -> Result {
      withExtendedLifetime(object) { body(Unmanaged.passUnretained(object).toOpaque()) }
    }

    /// An object whose deinit runs is no longer in the table: a bag that was added now would never be removed, and the
    /// next object at the same address would inherit it.
    private static func bagOfDying(_ address: UnsafeRawPointer) -> DisposeBag {
      guard let place = hw_owned_by_dying(address) else { return DisposeBag() }
      if let owned = place.pointee { return Unmanaged<DisposeBag>.fromOpaque(owned).takeUnretainedValue() }
      let bag = DisposeBag()
      place.pointee = Unmanaged.passRetained(bag).toOpaque()
      return bag
    }

    private static func setBagOfDying(_ bag: DisposeBag, _ address: UnsafeRawPointer) {
      guard let place = hw_owned_by_dying(address) else { return }
      let old = place.pointee
      place.pointee = Unmanaged.passRetained(bag).toOpaque()
      if let old { Unmanaged<DisposeBag>.fromOpaque(old).release() }
    }

    private static func watch(_ address: UnsafeRawPointer) {
      let failure =
        DestructionProbe.passes
        ? hw_watch_class(address, { OwnedBags.take($0!) }, { Unmanaged<DisposeBag>.fromOpaque($0!).release() })
        : ENOTSUP
      guard failure == 0 else {
        let reason = String(cString: strerror(failure))
        fatalError("`rx.disposeBag` is unavailable: the metadata of the object's class cannot be changed: \(reason)")
      }
    }

    private static func take(_ address: UnsafeRawPointer) -> UnsafeMutableRawPointer? {
      let bag = lock.withLock { bags.removeValue(forKey: address) }
      return bag.map { Unmanaged.passRetained($0).toOpaque() }
    }
  }
#endif
