import TestSupport
import Testing

@testable import RxTrace

@Suite("Text that is shown", .oneAtATime)
struct ShownTextTests {
  @Test(
    "Modules before types inside a value are left out, and nothing else",
    arguments: [
      ("App.Pulse<Swift.Optional<Swift.String>>(value: nil)", "App.Pulse<Optional<String>>(value: nil)"),
      ("State(pulse: App.Pulse<Swift.String>(value: nil))", "State(pulse: Pulse<String>(value: nil))"),
      ("[App.Route.home(id: 1), App.Route.list]", "[Route.home(id: 1), App.Route.list]"),
      ("Optional(App.State(items: [\"Swift.String\": 1.5]))", "Optional(State(items: [\"Swift.String\": 1.5]))"),
      ("\"a \\\" Swift.Int\"", "\"a \\\" Swift.Int\""), ("Color.Red(5)", "Color.Red(5)"), ("3.14", "3.14"),
      ("a.", "a."),
      ("Array<App.Item>", "Array<Item>"), ("\"unfinished Swift.Int", "\"unfinished Swift.Int"), ("\"\\", "\"\\"),
    ])
  func modules(value: String, shown: String) {
    #expect(ShownText.withoutModules(value) == shown)
  }

  @Test(
    "Queues and threads have the names that people know",
    arguments: [
      ("com.apple.main-thread", "server", "main", "main (thread 2)"),
      ("com.example.db", "", "com.example.db", "com.example.db (thread 2)"),
      ("com.apple.root.default-qos", "oot.default-qos", "default QoS", "default QoS (thread 2)"),
      ("com.apple.root.utility-qos.overcommit", "-qos.overcommit", "utility QoS", "utility QoS (thread 2)"),
      ("com.apple.root.default-qos.overcommit", "reader", "thread 2 \"reader\"", "thread 2 \"reader\""),
      (
        "q.DispatchQoS(qosClass: Dispatch.DispatchQoS.QoSClass.userInitiated, relativePriority: 0)", "",
        "user-initiated QoS", "user-initiated QoS (thread 2)"
      ),
      (
        "NSOperationQueue 0x0000558303620660", "", "operation queue without a name",
        "operation queue without a name (thread 2)"
      ),
      ("", "worker", "thread 2 \"worker\"", "thread 2 \"worker\""), ("", "", "thread 2", "thread 2"),
    ])
  func places(queue: String, thread: String, name: String, nameAndThread: String) {
    let place = StepPlace(queue: queue, thread: TracedThread(ordinal: 2, name: thread))
    #expect(place.name == name && place.nameAndThread == nameAndThread)
  }

  @Test("The width that a reader exports takes precedence, and a file has none")
  func terminalWidth() {
    #expect(TerminalWidth.columns(of: -1, environment: ["COLUMNS": "72"]) == 72)
    #expect(TerminalWidth.columns(of: -1, environment: ["COLUMNS": "7"]) == 40)
    for columns in ["", "0", "-3", "wide"] {
      #expect(TerminalWidth.columns(of: -1, environment: ["COLUMNS": columns]) == nil)
    }
    #expect(TerminalWidth.columns(of: -1, environment: [:]) == nil)
  }
}
