#if !canImport(ObjectiveC)
  internal import CDestruction

  /// Whether watching a class works with the Swift runtime that this process has.
  ///
  /// The place of a class's destroy function is not part of Swift's documented ABI. So a class that nobody else uses is
  /// changed first: with another layout, no object of the program is harmed.
  enum DestructionProbe {
    /// Found out at first use, and the same from then on.
    static let passes: Bool = {
      nonisolated(unsafe) let seen = Seen()
      let probe = Unmanaged.passRetained(Probe(seen))
      let failure = hw_watch_class(probe.toOpaque(), take, release)
      probe.release()
      return failure == 0 && seen.order == ["taken", "deinit", "released"]
    }()

    /// What happened to the probe, in order.
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
      let seen = probe._withUnsafeGuaranteedRef { $0.seen }
      seen.order.append("taken")
      return Unmanaged.passRetained(seen).toOpaque()
    }

    private static let release: hw_release_owned = { owned in
      Unmanaged<Seen>.fromOpaque(owned!).takeRetainedValue().order.append("released")
    }
  }
#endif
