import TestSupport
import Testing

@testable import RxTrace

@Suite("The names of functions in a call stack", .oneAtATime)
struct SwiftSymbolTests {
  @Test(
    "a function has the name and the labels of the source",
    arguments: [
      ("who.addToCart() -> ()", "addToCart()"),
      ("main.S.go(_: Swift.Int, b: Swift.String) -> Rx.Observable<Swift.Int>", "S.go(_:b:)"),
      ("static main.S.st() -> Rx.Observable<Swift.Int>", "S.st()"),
      ("main.S.prop.getter : Rx.Observable<Swift.Int>", "S.prop"),
      ("main.S.init(v: A) -> main.S<A>", "S.init(v:)"),
      ("main.C.__deallocating_deinit", "C.deinit"),
      ("inner #1 () -> () in main.outer() -> ()", "outer.inner()"),
      ("closure #1 (Swift.Int) -> () in main.outer() -> ()", "closure in outer()"),
      ("partial apply forwarder for closure #1 () -> () in main.outer(of: Swift.Int) -> ()", "closure in outer(of:)"),
      ("(2) suspend resume partial function for main.C.asy() async -> Rx.Observable<Swift.Int>", "C.asy()"),
      ("main.(hidden in _6B31A4F429E18B687D431958504A2ADE)(Swift.Int) -> ()", "hidden(_:)"),
      ("generic specialization <Swift.Int> of main.twice<A>(A) -> A", "twice(_:)"),
    ])
  func text(_ demangled: String, _ expected: String) {
    #expect(SwiftSymbol(demangled: demangled)?.text == expected)
  }

  @Test(
    "a call is named as the program spells it",
    arguments: [
      (
        "(extension in Rx):Rx.ObservableType.flatMap<A where A1: Rx.ObservableConvertibleType>((A.Element) throws -> A1)"
          + " -> Rx.Observable<A1.Element>", "flatMap"
      ),
      ("static (extension in Rx):Rx.ObservableType.just(A.Element) -> Rx.Observable<A.Element>", "just"),
      ("Rx.PublishSubject.__allocating_init() -> Rx.PublishSubject<A>", "PublishSubject"),
      (
        "(extension in Rx):Rx.ObservableType.observe(on: Rx.ImmediateSchedulerType) -> Rx.Observable<A.Element>",
        "observe(on:)"
      ),
      ("(extension in Ext):Rx.ObservableType.pausable(_: Swift.Int, limit: Swift.Int) -> Swift.Int", "pausable"),
    ])
  func calledName(_ demangled: String, _ expected: String) {
    #expect(SwiftSymbol(demangled: demangled)?.calledName == expected)
  }

  @Test("top-level code has no name, and neither have closures in it")
  func topLevel() throws {
    let main = try #require(SwiftSymbol(mangled: "main"))
    #expect(main.text == nil && !main.isClosure)
    let closure = try #require(SwiftSymbol(demangled: "closure #2 (Swift.Int) -> () in main"))
    #expect(closure.text == nil && closure.isClosure)
  }

  @Test("what the compiler puts between two functions, and other languages' names, are no functions of the source")
  func others() {
    let thunk =
      "reabstraction thunk helper from @callee_guaranteed () -> () to @escaping @callee_guaranteed () -> (@out ())"
    #expect(SwiftSymbol(demangled: thunk) == nil)
    #expect(SwiftSymbol(mangled: "_dispatch_call_block_and_release") == nil)
    #expect(SwiftSymbol(mangled: "$s") == nil)
    #expect(SwiftSymbol(mangled: "") == nil)
  }

  @Test("a mangled name is read by the runtime library", arguments: [("$s3who9addToCartyyF", "addToCart()")])
  func mangled(_ name: String, _ expected: String) { #expect(SwiftSymbol(mangled: name)?.text == expected) }
}

@Suite("The variable that a line declares", .oneAtATime)
struct DeclaredVariableTests {
  @Test(
    "a declaration or an assignment",
    arguments: [
      ("let cart = PublishSubject<Int>()", "cart"), ("  private lazy var title: Relay = .init(value: 1)", "title"),
      ("    self.query = BehaviorRelay(value: \"\")", "query"), ("  static let shared = Subject(a == b)", "shared"),
    ])
  func named(_ line: String, _ name: String) { #expect(DeclaredVariable.name(in: line[...]) == name) }

  @Test(
    "other lines",
    arguments: [
      "  .map { $0 == 1 }", "_ = Observable.of(1)", "let (a, b) = make()", "if a == b { c.onNext(1) }", "",
      "a += subject()",
      "let _ = subject()", "return x <= y",
    ])
  func unnamed(_ line: String) { #expect(DeclaredVariable.name(in: line[...]) == nil) }
}
