import RxTrace
import TraceViews

/// Routes as the data of SVG paths.
extension LayeredLayout.Route {
  typealias Point = LayeredLayout.Point

  /// The route from its end to its beginning.
  var reversed: Self { Self(points: points.reversed(), label: label) }

  func moved(by distance: Double) -> Self {
    func moved(_ point: Point) -> Point { Point(x: point.x + distance, y: point.y + distance) }
    return Self(points: points.map(moved), label: label.map(moved))
  }

  /// The line, which ends where the tip begins, and the tip; nil for a route of one point.
  var arrow: (line: String, tip: String)? {
    guard let first = points.first, let last = points.last, points.count > 1 else { return nil }
    let isDown = last.y > points[points.count - 2].y
    let end = Point(x: last.x, y: last.y + (isDown ? -7 : 7))
    var line = "M\(SVG.number(first.x)) \(SVG.number(first.y))"
    var from = first
    for to in points.dropFirst().dropLast() + [end] {
      line += Self.stretch(from, to)
      from = to
    }
    return (line, "M\(SVG.number(last.x)) \(SVG.number(last.y))l-4 \(isDown ? -8 : 8)h8z")
  }

  private static func stretch(_ from: Point, _ to: Point) -> String {
    let end = "\(SVG.number(to.x)) \(SVG.number(to.y))"
    guard abs(from.x - to.x) > 0.05 else { return "L\(end)" }
    let middle = SVG.number((from.y + to.y) / 2)
    return "C\(SVG.number(from.x)) \(middle) \(SVG.number(to.x)) \(middle) \(end)"
  }
}
