#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// A recorder that is closed leaves nothing behind.
  @Suite("Recordings one after another", .oneAtATime)
  struct RecorderLifeTests {
    /// KiB: those of a few recorders, because a thread may be in the middle of using one when it is closed. Each reserves
    /// 64 MiB of addresses, and takes some 50 KiB of memory.
    private static let mostGrowth = (addresses: 1 << 18, memory: 1 << 12)

    @Test("A thousand more take no more memory, and no more addresses", arguments: [0, 3])
    func growth(threads: Int) throws {
      let folder = try Folder()
      let program = try compiled(guest("cycles"), in: folder)
      // Each thread could get 64 MiB of addresses of its own for what it allocates.
      let words = ["MALLOC_ARENA_MAX=1", program, folder.url.appending(path: "own.hwtrace").path, "\(threads)"]
      let growth = try output(ofEnvironment: words).split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
      try #require(growth.count == 2)
      #expect(growth[0] < Self.mostGrowth.addresses, "addresses")
      #expect(growth[1] < Self.mostGrowth.memory, "memory")
    }
  }
#endif
