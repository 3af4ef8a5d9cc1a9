import Testing

@testable import Rx

extension EngineTests {
  @Suite struct TypeKindTests {
    @Test("The runtime has the layout that is read")
    func layout() { #expect(TypeKind.isLayoutKnown) }

    private static let types: [Any.Type] = [
      Int.self, Int?.self, [Int].self, [Int?].self, [Int]?.self, [[Int]].self, Int??.self, String.self, Set<Int>.self,
      [Int: Int].self, ContiguousArray<Int>.self, ArraySlice<Int>.self, Result<Int, Never>.self, (Int, Int).self,
      (() -> Void).self, Observable<Int>.self, Observable<Int>?.self, [Observable<Int>].self, [any Disposable].self,
      (any Disposable)?.self, Int.Type.self,
    ]

    @Test("A type's metadata tell the same about optionals and arrays as casts do")
    func generics() {
      for type in Self.types {
        let (wrapped, element): (Any.Type?, Any.Type?) =
          switch TypeKind(type) {
          case .optional(let wrapped): (wrapped, nil)
          case .array(let element): (nil, element)
          default: (nil, nil)
          }
        #expect(wrapped == (type as? any OptionalType.Type)?.wrapped, "\(type)")
        #expect(element == (type as? any ArrayType.Type)?.element, "\(type)")
      }
    }
  }
}

private protocol OptionalType {
  static var wrapped: Any.Type { get }
}

extension Optional: OptionalType {
  static var wrapped: Any.Type { Wrapped.self }
}

private protocol ArrayType {
  static var element: Any.Type { get }
}

extension Array: ArrayType {
  static var element: Any.Type { Element.self }
}
