import RxTrace

/// The listings that the steps of a page show, once each. A listing appears at the first step that shows it, and every
/// step names the listing and the lines that it highlights.
///
/// During rendering, it is not known which part comes first on the page, because a part may be kept from an earlier
/// rendering. So a step leaves a mark for each listing, and the marks are replaced in the finished page.
final class PageListings {
  /// Lines of a file.
  struct Listing: Sendable {
    /// The number of the listing, from 0, in the order in which the page's steps asked for listings.
    var number: Int
    /// A key of the file and its lines.
    var key: String
    var caption: HTML
    var lines: [Line]
  }

  struct Line: Sendable {
    var number: Int
    var content: HTML
    /// The markup of a hook that begins before the line, and of a hook that ends after it.
    var opening: HTML = ""
    var closing: HTML = ""
  }

  private var listings: [Listing] = []
  private var numbers: [String: Int] = [:]
  private let firstNumber: Int
  private let onUse: (Int) -> Void

  /// - Parameters:
  ///   - firstNumber: The number before the first identifier's, for a part of a page that is made later.
  ///   - onUse: Called with the number of each listing that a step shows.
  init(firstNumber: Int = 0, onUse: @escaping (Int) -> Void = { _ in }) {
    (self.firstNumber, self.onUse) = (firstNumber, onUse)
  }

  /// The number of the listing of some lines, which is rendered for the first step that asks for it.
  func number(of lines: ClosedRange<Int>, in file: SourceFile, _ render: () -> (caption: HTML, lines: [Line])) -> Int {
    let (first, last) = (lines.lowerBound, lines.upperBound)
    // A page may also show a version of the program with changed lines.
    let key = "\(file.name):\(first)-\(last):\(Self.hash(file.texts[(first - 1)..<last]))"
    let number = numbers[key] ?? listings.count
    if number == listings.count {
      let (caption, lines) = render()
      append(Listing(number: number, key: key, caption: caption, lines: lines))
    }
    onUse(number)
    return number
  }

  private static func hash(_ lines: ArraySlice<String>) -> String {
    var hash = ContentHash()
    for line in lines { hash.add(line) }
    return hash.text
  }

  private func append(_ listing: Listing) {
    numbers[listing.key] = listing.number
    listings.append(listing)
  }

  // MARK: Kept blocks

  subscript(numbers: Set<Int>) -> [Listing] { numbers.sorted().map { listings[$0] } }

  /// Adds the listings that are not known yet.
  /// - Parameter known: The listings by their numbers, ascending.
  /// - Returns: False if a listing would get another number now; then nothing has been changed.
  func add(_ known: [Listing]) -> Bool {
    var count = listings.count
    for listing in known {
      guard (numbers[listing.key] ?? count) == listing.number else { return false }
      count = max(count, listing.number + 1)
    }
    for listing in known where listing.number >= listings.count { append(listing) }
    return true
  }

  // MARK: Marks

  func identifier(_ number: Int) -> String { "code-\(firstNumber + number + 1)" }

  private static let opening = Array("<!--code ".utf8)
  private static let closing = Array("-->".utf8)

  /// The mark for a listing in a step. Content cannot contain such a mark, because it is escaped.
  static func mark(_ number: Int, _ lines: LitLines) -> HTML { "<!--code \(number) \(lines.text)-->" }

  /// The page with each listing at its first mark, and without other marks.
  func placed(in page: HTML) -> HTML {
    guard !listings.isEmpty else { return page }
    var placed: HTML = ""
    placed.reserveCapacity(page.bytes.count * 2)
    var seen: Set<Int> = []
    var rest = page.bytes[...]
    while let mark = Self.firstMark(in: rest) {
      placed += HTML(bytes: Array(rest[..<mark.range.lowerBound]))
      if seen.insert(mark.number).inserted {
        placed += CodeRenderer.figure(
          listings[mark.number], mark.lines, identifier: identifier(mark.number))
      }
      rest = rest[mark.range.upperBound...]
    }
    return placed + HTML(bytes: Array(rest))
  }

  private static func firstMark(in bytes: ArraySlice<UInt8>) -> (range: Range<Int>, number: Int, lines: LitLines)? {
    guard let start = bytes.position(of: opening),
      let end = bytes[(start + opening.count)...].position(of: closing)
    else { return nil }
    let words = String(decoding: bytes[(start + opening.count)..<end], as: UTF8.self).split(separator: " ")
    guard let number = words.first.flatMap({ Int($0) }) else { return nil }
    return (start..<(end + closing.count), number, LitLines(words.count > 1 ? words[1] : ""))
  }
}
