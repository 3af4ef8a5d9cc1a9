import CPlatform
import Foundation
import Rx
import Testing

extension EngineTests {
  @Suite struct RecordingStartTests {
    @Test("the bounds of the stack, which take long to find, are there before the first record")
    func stackBounds() throws {
      let path = NSTemporaryDirectory() + "headwater-start-\(UUID().uuidString).hwtrace"
      defer { try? FileManager.default.removeItem(atPath: path) }
      // A new thread, on which nothing was recorded before.
      var wasKnown: [Bool] = []
      var failure: (any Error)?
      elsewhere {
        let thread = hw_thread_state()!
        wasKnown.append(thread.pointee.recorder.knows_stack)
        do {
          try TraceRecorder.record(to: path) { wasKnown.append(thread.pointee.recorder.knows_stack) }
        } catch {
          failure = error
        }
      }
      #expect(failure == nil)
      #expect(wasKnown == [false, true])
    }
  }
}
