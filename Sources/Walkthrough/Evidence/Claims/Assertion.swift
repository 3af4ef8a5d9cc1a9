import RxTrace

/// The ways to compare two things.
enum Comparison: String, CaseIterable {
  case equal = "=="
  case notEqual = "!="
  case atMost = "<="
  case atLeast = ">="
  case less = "<"
  case greater = ">"

  func holds(_ left: Int, _ right: Int) -> Bool {
    switch self {
    case .equal: left == right
    case .notEqual: left != right
    case .atMost: left <= right
    case .atLeast: left >= right
    case .less: left < right
    case .greater: left > right
    }
  }
}

/// A line of an `assert` block.
struct Assertion {
  enum Claim {
    case count(PlacedPattern, Comparison, Number)
    case depth(PlacedPattern, Comparison, Number)
    /// `==`: both take place on the same set of threads; `!=`: they have no thread in common.
    case thread(PlacedPattern, PlacedPattern, isEqual: Bool)
    /// `==`: all steps take place on that thread; `!=`: none does.
    case place(PlacedPattern, ClaimedThread, isEqual: Bool)
    /// `==`: both are called on the same set of objects; `!=`: they have no object in common.
    case object(PlacedPattern, PlacedPattern, isEqual: Bool)
    case relation(PlacedPattern, Relation, PlacedPattern, isDenied: Bool)
    /// The values of the next events of these steps, or what they printed, in order.
    case value(PlacedPattern, Values, isEqual: Bool)
    case holds(PlacedObject, PlacedObject, isDenied: Bool)
  }

  enum Number {
    case literal(Int)
    case of(PlacedPattern)
  }

  enum Values {
    case literal([StepValue])
    case of(PlacedPattern)
  }

  enum Relation: String, CaseIterable {
    /// Every step of the first kind precedes the first of the second.
    case before
    /// Every step of the first kind follows the last of the second.
    case after
    /// Every step of the first kind is enclosed by one of the second.
    case inside
  }

  var claim: Claim
  /// The assertion as written, without the note.
  var text: String
  var note: String?
  var place: Place
  var notePlace: Place
}

/// A pattern and its place.
struct PlacedPattern {
  var pattern: StepPattern
  var place: Place
}

/// Objects, as an assertion names them: `JustSink`, `JustSink#2`, or with a property `JustSink.observer`.
struct PlacedObject {
  var type: String
  var ordinal: Int?
  var property: String?
  var text: String
  var place: Place
}
