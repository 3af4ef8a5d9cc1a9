/// Pairs the steps of two sequences so that their common steps stand side by side.
///
/// The time must be linear even for sequences of a hundred thousand steps that differ everywhere, so this is not a search
/// for the best pairing of all. At a difference it looks for the nearest place, after the fewest steps left out on either
/// side, from which the sequences go on alike for a while; the steps between are paired by their calls.
struct SequenceAlignment {
  /// Positions in both sequences; one is nil if a step has no partner. There may be millions, so they are short.
  struct Row: Equatable {
    private let first: Int32
    private let second: Int32

    init(left: Int?, right: Int?) {
      (first, second) = (Int32(left ?? -1), Int32(right ?? -1))
    }

    var left: Int? { first < 0 ? nil : Int(first) }
    var right: Int? { second < 0 ? nil : Int(second) }
  }

  private(set) var rows: [Row] = []
  private let left: TokenSequence
  private let right: TokenSequence
  private var (i, j) = (0, 0)
  /// The number of steps that may be left out in search of a place to go on; less after a search in vain.
  private var reach = Self.farthest
  private lazy var rootedGrams = GramIndex(left.rooted, right.rooted)
  private lazy var exactGrams = GramIndex(left.exact, right.exact)
  private lazy var shapeGrams = GramIndex(left.shapes, right.shapes)

  private static let farthest = 256
  private static let nearest = 16
  /// How alike the sequences must go on: a step with a value counts for two.
  private static let enough = 4

  init(_ left: TokenSequence, _ right: TokenSequence) {
    (self.left, self.right) = (left, right)
    rows.reserveCapacity(max(left.count, right.count))
    while i < left.count && j < right.count {
      if left.exact[i] == right.exact[j] { pair() } else { resynchronise() }
    }
    leaveOut(upTo: (left.count, right.count))
  }

  private mutating func pair() {
    rows.append(Row(left: i, right: j))
    i += 1
    j += 1
  }

  private mutating func leaveOut(upTo end: (Int, Int)) {
    rows += (i..<end.0).map { Row(left: $0, right: nil) }
    rows += (j..<end.1).map { Row(left: nil, right: $0) }
    (i, j) = end
  }

  private mutating func resynchronise() {
    let rooted = search(left.rooted, right.rooted, weighsValues: true)
    if let end = rooted ?? search(left.exact, right.exact, weighsValues: true) {
      reach = min(reach * 2, Self.farthest)
      return fillGap(upTo: end)
    }
    reach = max(reach / 2, Self.nearest)
    if let end = rootedGrams.oneSided(from: (i, j)) { return fillGap(upTo: end) }
    if left.shapes[i] == right.shapes[j] { return pair() }
    if let end = search(left.shapes, right.shapes, weighsValues: false) { return fillGap(upTo: end) }
    let anchor = exactGrams.next(after: (i, j)) ?? shapeGrams.next(after: (i, j))
    fillGap(upTo: anchor ?? (left.count, right.count))
  }

  /// Myers' walk over the furthest-reaching paths, ended by the first run of equal steps that is long enough.
  private func search(_ one: [Token], _ other: [Token], weighsValues: Bool) -> (Int, Int)? {
    let (width, height) = (one.count - i, other.count - j)
    var furthest = [Int](repeating: -1, count: 2 * reach + 3)
    furthest[reach + 2] = 0
    for edits in 0...reach {
      for diagonal in stride(from: -edits, through: edits, by: 2) {
        let (below, above) = (furthest[diagonal + reach], furthest[diagonal + reach + 2])
        var x = diagonal == -edits || (diagonal != edits && below < above) ? above : below + 1
        var y = x - diagonal
        guard x >= 0, y >= 0, x <= width, y <= height else { continue }
        let start = (i + x, j + y)
        var alike = 0
        while x < width && y < height && one[i + x] == other[j + y] {
          alike += weighsValues && left.hasValue[i + x] ? 2 : 1
          if alike >= Self.enough { return start }
          x += 1
          y += 1
        }
        furthest[diagonal + reach + 1] = x
        if x == width && y == height { return start }
      }
    }
    return nil
  }

  /// Pairs the steps between by their calls, as well as possible.
  private mutating func fillGap(upTo end: (Int, Int)) {
    let (width, height) = (end.0 - i, end.1 - j)
    guard width > 0, height > 0, width * height <= Self.largestGap else { return leaveOut(upTo: end) }
    var score = [Int32](repeating: 0, count: (width + 1) * (height + 1))
    for x in (0..<width).reversed() {
      for y in (0..<height).reversed() {
        let place = x * (height + 1) + y
        let skipped = max(score[place + height + 1], score[place + 1])
        score[place] = max(skipped, likeness(i + x, j + y).map { score[place + height + 2] + $0 } ?? 0)
      }
    }
    let start = (i, j)
    while i < end.0 && j < end.1 {
      let place = (i - start.0) * (height + 1) + j - start.1
      if let likeness = likeness(i, j), score[place] == score[place + height + 2] + likeness {
        pair()
      } else if score[place] == score[place + height + 1] {
        leaveOut(upTo: (i + 1, j))
      } else {
        leaveOut(upTo: (i, j + 1))
      }
    }
    leaveOut(upTo: end)
  }

  private static let largestGap = 1 << 18

  private func likeness(_ x: Int, _ y: Int) -> Int32? {
    if left.exact[x] == right.exact[y] { return 4 }
    return left.shapes[x] == right.shapes[y] ? 3 : nil
  }
}

/// The places at which short runs of steps occur, to resume after a long stretch that the sequences do not share.
private struct GramIndex {
  private let left: Grams
  private let right: Grams

  init(_ left: [Token], _ right: [Token]) {
    (self.left, self.right) = (Grams(left), Grams(right))
  }

  /// The place at which one side goes on as the other does here, so that one of them lacks all the steps between.
  func oneSided(from place: (Int, Int)) -> (Int, Int)? {
    if place.1 < right.count, let found = left.first(right[place.1], from: place.0) { return (found, place.1) }
    guard place.0 < left.count else { return nil }
    return right.first(left[place.0], from: place.1).map { (place.0, $0) }
  }

  /// The nearest place on one side that the other side has as well.
  func next(after place: (Int, Int)) -> (Int, Int)? {
    for step in 0..<max(left.count - place.0, right.count - place.1, 0) {
      let (x, y) = (place.0 + step, place.1 + step)
      if x < left.count, let found = right.first(left[x], from: place.1) { return (x, found) }
      if y < right.count, let found = left.first(right[y], from: place.0) { return (found, y) }
    }
    return nil
  }
}

/// The short runs of steps of a sequence.
private struct Grams {
  private let grams: [Token]
  /// The places of the runs. Those of equal runs stand together, in the order of the sequence.
  private let places: [Int32]

  private static let length = 4

  init(_ tokens: [Token]) {
    let count = max(tokens.count - Self.length + 1, 0)
    let grams = (0..<count).map { Token(of: tokens[$0..<$0 + Self.length]) }
    self.grams = grams
    places = (0..<Int32(count)).sorted { (grams[Int($0)], $0) < (grams[Int($1)], $1) }
  }

  var count: Int { grams.count }
  subscript(place: Int) -> Token { grams[place] }

  /// The first place of a run of steps, from another place on.
  func first(_ gram: Token, from start: Int) -> Int? {
    let found = places.partitioningIndex { (grams[Int($0)], Int($0)) >= (gram, start) }
    guard found < places.count, grams[Int(places[found])] == gram else { return nil }
    return Int(places[found])
  }
}
