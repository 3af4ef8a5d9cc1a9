import RxTrace

/// The stacks of closures as boxes within boxes, each as wide as its part of the time.
///
/// A box is a link to itself, and the style gives the whole width to the box that the page's address names. So the page
/// needs no script to show a part of the graph larger.
struct FlameGraph {
  private struct Box {
    var title: String
    /// Nanoseconds in the closures of this box only, and together with the boxes in it.
    var own: UInt64 = 0
    var total: UInt64 = 0
    var inner: [Int] = []
  }

  private struct Key: Hashable {
    var parent: Int
    var title: String
  }

  private var boxes = [Box(title: "all closures")]
  private var known: [Key: Int] = [:]

  /// Boxes with less than this part of the time are not drawn: they would be narrower than a pixel.
  private static let least = 1000

  var isEmpty: Bool { boxes[0].total == 0 }

  /// - Parameter titles: the titles from the outermost box on.
  mutating func add(_ titles: [String], _ own: UInt64) {
    var place = 0
    boxes[place].total += own
    for title in titles {
      place = box(title, in: place)
      boxes[place].total += own
    }
    boxes[place].own += own
  }

  private mutating func box(_ title: String, in parent: Int) -> Int {
    let key = Key(parent: parent, title: title)
    if let found = known[key] { return found }
    boxes.append(Box(title: title))
    known[key] = boxes.count - 1
    boxes[parent].inner.append(boxes.count - 1)
    return boxes.count - 1
  }

  var html: String { "<div class=\"flame\">\n\(html(0, of: boxes[0].total))</div>\n" }

  private func html(_ place: Int, of whole: UInt64) -> String {
    let box = boxes[place]
    let inner = box.inner.filter { boxes[$0].total >= boxes[0].total / UInt64(Self.least) }
      .sorted { (boxes[$1].total, boxes[$0].title) < (boxes[$0].total, boxes[$1].title) }
    let title = TextEscaping.html.escape(oneLine(box.title))
    let width = Self.percent(box.total, of: whole)
    let opening = "<div class=\"box kind\(Self.kind(box.title))\" id=\"box\(place)\" style=\"width:\(width)%\">"
    let link = "<a href=\"#box\(place)\" title=\"\(title): \(times(box))\">\(title)</a>"
    let within = inner.map { html($0, of: box.total) }.joined()
    return "\(opening)\(link)<div>\(within)</div></div>\n"
  }

  private func times(_ box: Box) -> String {
    let share = Self.percent(box.total, of: boxes[0].total)
    let own = box.own == 0 || box.own == box.total ? "" : ", \(ShownText.duration(box.own)) without the boxes in it"
    return "\(ShownText.duration(box.total)), \(share) % of all\(own)"
  }

  /// The percentage with two digits after the point.
  private static func percent(_ part: UInt64, of whole: UInt64) -> String {
    let hundredths = whole == 0 ? 0 : Int((Double(part) / Double(whole) * 10_000).rounded(.down))
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  }

  /// The number of a box's colour, the same for a title in all graphs.
  private static func kind(_ title: String) -> Int {
    Int(title.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 } % 6)
  }
}
