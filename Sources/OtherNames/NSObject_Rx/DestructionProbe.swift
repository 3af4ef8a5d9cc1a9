#if !canImport(ObjectiveC)
  internal import CDestruction

  /// Whether watching a class works with the Swift runtime that this process has.
  ///
  /// The offset of a class's destroy function is not part of Swift's documented ABI. So a class that is used only here
  /// is changed first: if the layout is different, no object of the program is harmed.
  enum DestructionProbe {
    /// Tried once, at first use.
    static let passes: Bool = {
      nonisolated(unsafe) let seen = Seen()
      let probe = Unmanaged.passRetained(Probe(seen))
      let failure = hw_watch_class(probe.toOpaque(), take, release)
      probe.release()
      return failure == 0 && seen.order == ["taken", "deinit", "released"]
    }()

    /// The events of the probe, in order.
    private final class Seen {
      var order: [String] = []
    }

    private final class Probe {
      let seen: Seen

      init(_ seen: Seen) { self.seen = seen }

      deinit { seen.order.append("deinit") }
    }

    private static let take: hw_take_owned = { address in
      let probe = Unmanaged<Probe>.fromOpaque(address!)
      let seen = probe.takeUnretainedValue().seen
      seen.order.append("taken")
      return Unmanaged.passRetained(seen).toOpaque()
    }

    private static let release: hw_release_owned = { owned in
      Unmanaged<Seen>.fromOpaque(owned!).takeRetainedValue().order.append("released")
    }
  }
#endif
