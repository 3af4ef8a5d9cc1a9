import Foundation
import TestSupport
import Testing

/// Types have the same short names in every answer, and their outer types only if two would be mixed up.
@Suite("Short names of types", .oneAtATime)
struct ShortTypesTests {
  private static let program = """
    import Rx
    enum App {
      struct Promo { var percent: Int }
      struct State { var count: Int }
      final class Screen {
        let promo = PublishSubject<Promo?>()
        func open() -> Disposable { promo.subscribe(onNext: { _ in }) }
        func close() { promo.onNext(Promo(percent: 5)) }
      }
    }
    enum Other { struct State { var name: String } }
    private struct Hidden { var number: Int }
    let screen = App.Screen()
    screen.close()
    let subscription = screen.open()
    screen.promo.onNext(App.Promo(percent: 3))
    subscription.dispose()
    let states = Observable.of([App.State(count: 1)])
    _ = states.map { _ in [Other.State(name: "App.State")] }.map { _ in [Hidden(number: 2)] }
      .subscribe(onNext: { print($0) })

    """

  private let folder: Folder

  init() throws {
    folder = try Folder()
    try Self.program.write(to: folder.url.appending(path: "app.swift"), atomically: true, encoding: .utf8)
  }

  @Test("In a trace: values and functions; what the program printed stays")
  func trace() throws {
    let text = try headwater(["trace", "app.swift"], in: folder).output
    #expect(text.contains("promo ● Optional(Promo(percent: 3))"), "\(text)")
    #expect(text.contains("Screen.open()") && !text.contains("App.Screen"))
    #expect(text.contains("states ● [App.State(count: 1)]") && text.contains("map [Other.State(name: "))
    #expect(text.contains("map [Hidden(number: 2)]") && text.hasPrefix("[main.(unknown context at "))
  }

  @Test("In a finding, and in the answer why; a value is found by its short name and by its whole one")
  func findings() throws {
    let finding = try headwater(["check", "app.swift", "--level", "note"], in: folder).output
    #expect(finding.contains("Optional(Promo(percent: 5))") && finding.contains("in Screen.close()"), "\(finding)")
    for value in ["Optional(Promo(percent: 3))", "Optional(main.App.Promo(percent: 3))"] {
      let story = try headwater(["why", "app.swift", "--value", value], in: folder).output
      #expect(story.contains("was given Optional(Promo(percent: 3))"), "\(story)")
    }
  }
}
