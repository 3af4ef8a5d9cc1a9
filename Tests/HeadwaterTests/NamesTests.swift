import Foundation
import RxTrace
import TestSupport
import Testing

/// The names that `import RxSwift` brings, tested with files that import another module as well.
@Suite("Names of the modules that apps import", .oneAtATime)
struct NamesTests {
  /// Types of the engine that RxSwift does not have, under names that other modules have too.
  private static let ours = [
    "ActivityIndicator", "DisposableObject", "EngineObject", "EventReceiver", "ObserverBase", "Producer", "Sink",
    "SinkDisposer", "SubjectBase", "Trace", "TraceRecordingError", "Variable",
  ]
  private static let general = ["Operator", "Downstream", "StartedSubscription", "Lock", "Slot"]

  /// Another module, which extends RxSwift as well.
  private static let neighbour = """
    import RxSwift

    \((ours + general).map { "public struct \($0) { public init() {} }" }.joined(separator: "\n"))

    extension ObservableConvertibleType {
      public func trackActivity(_ indicator: ActivityIndicator) -> Observable<Element> { asObservable() }
    }

    extension ObservableType {
      public func mapWithIndex<Result>(_ selector: @escaping (Element, Int) throws -> Result) -> Observable<Result> {
        enumerated().map { try selector($0.element, $0.index) }
      }
    }

    extension Reactive where Base: AnyObject {
      public var disposeBag: DisposeBag { DisposeBag() }
    }
    """

  private func compile(_ arguments: [String], _ text: String, in folder: Folder) throws -> String {
    let file = folder.url.appending(path: "main.swift")
    try text.write(to: file, atomically: false, encoding: .utf8)
    let result = try compileClient([file.path] + arguments + ["-I", folder.url.path], in: folder)
    return result.status == 0 ? "" : result.errors
  }

  private func errors(beside text: String) throws -> String {
    let folder = try Folder()
    let module = folder.url.appending(path: "Neighbour.swiftmodule").path
    let errors = try compile(
      ["-emit-module", "-parse-as-library", "-module-name", "Neighbour", "-o", module], Self.neighbour, in: folder)
    return try errors + compile(["-typecheck"], text, in: folder)
  }

  @Test("a module's types and members are found beside those of RxSwift, RxRelay, RxCocoa and RxTest")
  func noClash() throws {
    let uses = (Self.ours + Self.general).map { "let _: \($0) = Neighbour.\($0)()" }.joined(separator: "\n")
    let errors = try errors(
      beside: """
        import Neighbour
        import RxBlocking
        import RxCocoa
        import RxRelay
        import RxSwift

        final class Screen: ReactiveCompatible {}
        \(uses)
        let numbers: RxSwift.Observable<Int> = Observable.of(1).trackActivity(.init()).mapWithIndex { $0 + $1 }
        numbers.asDriver(onErrorJustReturn: 0).drive(BehaviorRelay(value: 1)).disposed(by: Screen().rx.disposeBag)
        """)
    #expect(errors == "")
  }

  @Test("a file that declares such a type itself means its own")
  func ownTypes() throws {
    let folder = try Folder()
    let types = (Self.ours + Self.general).map { "struct \($0) { let own = 1 }" }.joined(separator: "\n")
    let uses = (Self.ours + Self.general).map { "\($0)().own" }.joined(separator: ", ")
    let program = "import RxSwift\n\(types)\nlet all: [Int] = [\(uses)]\nObservable.from(all).subscribe().dispose()"
    #expect(try compile(["-typecheck"], program, in: folder) == "")
  }

  @Test("RxSwift's modules do not bring names that RxSwift does not have")
  func notThere() throws {
    let uses = Self.ours.map { "_ = \($0).self" }.joined(separator: "\n")
    let errors = try compile(["-typecheck"], "import RxCocoa\nimport RxSwift\n\(uses)", in: Folder())
    for name in Self.ours { #expect(errors.contains("cannot find '\(name)' in scope")) }
  }

  @Test("`rx.disposeBag` comes with NSObject_Rx, and with no other module")
  func disposeBag() throws {
    let folder = try Folder()
    let program = "final class Screen: ReactiveCompatible {}\nlet bag = Screen().rx.disposeBag"
    for modules in ["import Rx", "import RxSwift\nimport RxCocoa"] {
      #expect(try compile(["-typecheck"], "\(modules)\n\(program)", in: folder).contains("'disposeBag'"))
      #expect(try compile(["-typecheck"], "\(modules)\nimport NSObject_Rx\n\(program)", in: folder) == "")
    }
  }
}
