/// A part of a picture that is covered at first and uncovered from one side, so that a run appears in its order.
struct PictureCover {
  /// The side towards which the cover draws back.
  enum Edge: String { case right, bottom }

  var (x, y, width, height): (Double, Double, Double, Double)
  var edge: Edge
  /// How many moments of the run the cover hides. All moments last equally long.
  var moments: Int

  private static let secondsOfMoment = 0.6
  /// The seconds that an animation takes. Longer runs are shown faster.
  private static let seconds = 3.0...30.0
  /// How long the whole picture is shown before it begins anew.
  private static let rest = 3.0

  /// Writes covers that draw back one after the other, over and over. Viewers that prefer less motion, paper, and viewers
  /// that know no animation show the whole picture.
  /// - Parameter identifier: distinguishes the names of pictures on one page.
  static func write(_ covers: [PictureCover], identifier: String, _ write: (String) throws -> Void) rethrows {
    let moments = Double(max(covers.reduce(0) { $0 + $1.moments }, 1))
    let playing = min(max(moments * secondsOfMoment, seconds.lowerBound), seconds.upperBound)
    let share = 100 * playing / (playing + rest)
    var styles = "@media screen and (prefers-reduced-motion:no-preference){\n"
    var before = 0.0
    for (number, cover) in covers.enumerated() {
      let start = share * before / moments
      before += Double(cover.moments)
      let end = share * before / moments
      styles += cover.styles(of: "\(identifier)-cover-\(number)", from: start, to: end, seconds: playing + rest)
    }
    try write("<style>\n\(styles)}</style>\n")
    for (number, cover) in covers.enumerated() {
      try write(
        """
        <rect id="\(identifier)-cover-\(number)" x="\(SVG.number(cover.x))" y="\(SVG.number(cover.y))" \
        width="\(SVG.number(cover.width))" height="\(SVG.number(cover.height))" class="hw-ground" display="none"/>\n
        """)
    }
  }

  private func styles(of name: String, from start: Double, to end: Double, seconds: Double) -> String {
    let gone = edge == .right ? "scaleX(0)" : "scaleY(0)"
    return """
      #\(name){display:inline;transform-box:fill-box;transform-origin:\(edge.rawValue);\
      animation:\(name) \(SVG.number(seconds))s linear infinite}
      @keyframes \(name){0%,\(SVG.number(start))%{transform:none}\(SVG.number(end))%,100%{transform:\(gone)}}

      """
  }
}
