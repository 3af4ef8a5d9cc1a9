import RxTrace

/// Writes SVG without indentation, one element a line.
package enum SVG {
  /// Text for elements and quoted attributes.
  package static func escaped(_ text: some StringProtocol) -> String { TextEscaping.xml.escape(text) }

  /// A length with one decimal at most, the same on every machine.
  package static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    let whole = tenths / 10
    let rest = abs(tenths % 10)
    let sign = tenths < 0 && whole == 0 ? "-" : ""
    return rest == 0 ? "\(sign)\(whole)" : "\(sign)\(whole).\(rest)"
  }

  package static func text(
    _ content: String, x: Double, y: Double, class name: String, anchor: String = "start", title: String? = nil
  ) -> String {
    let tip = title.map { "<title>\(escaped($0))</title>" } ?? ""
    let place = anchor == "start" ? "" : " text-anchor=\"\(anchor)\""
    return "<text x=\"\(number(x))\" y=\"\(number(y))\" class=\"\(name)\"\(place)>\(tip)\(escaped(content))</text>\n"
  }

  package static func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, class name: String) -> String {
    "<path d=\"M\(number(x1)) \(number(y1))L\(number(x2)) \(number(y2))\" class=\"\(name)\"/>\n"
  }

  package static func rectangle(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, radius: Double, class name: String
  ) -> String {
    "<rect x=\"\(number(x))\" y=\"\(number(y))\" width=\"\(number(width))\" height=\"\(number(height))\""
      + " rx=\"\(number(radius))\" class=\"\(name)\"/>\n"
  }

  /// The width of one column of fixed-width text in this size.
  package static func columnWidth(size: Double) -> Double { size * 0.605 }
}

/// The frame that all pictures of a run share: title, description, colours for light and dark, the ground.
package struct SVGFrame {
  /// Distinguishes this picture's names from another's on the same page.
  package var identifier: String
  package var title: String
  package var width: Double
  package var height: Double
  package var setting: PictureSetting

  package init(identifier: String, title: String, width: Double, height: Double, setting: PictureSetting) {
    self.identifier = identifier
    self.title = title
    self.width = width
    self.height = height
    self.setting = setting
  }

  /// Opens the picture; `description` describes its contents, line by line.
  package func open(_ description: some Sequence<String>, _ write: (String) throws -> Void) rethrows {
    let size = "\(SVG.number(width)) \(SVG.number(height))"
    let name = setting == .alone ? "hw-picture hw-alone" : "hw-picture"
    let style = setting.isStyledByPage ? "" : " style=\"max-width:100%;height:auto\""
    try write(
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(size)" width="\(SVG.number(width))" \
      height="\(SVG.number(height))" role="img" aria-labelledby="\(identifier)-title \(identifier)-desc" \
      class="\(name)"\(style)>
      <title id="\(identifier)-title">\(SVG.escaped(title))</title>
      <desc id="\(identifier)-desc">
      """)
    if case .styledPage(let summary) = setting {
      try write(SVG.escaped(summary) + "</desc>\n")
    } else {
      for line in description { try write(SVG.escaped(line) + "\n") }
      try write("</desc>\n<style>\(Self.styles)</style>\n")
    }
    if setting == .alone { try write(SVG.rectangle(0, 0, width, height, radius: 0, class: "hw-ground")) }
  }

  package func close(_ write: (String) throws -> Void) rethrows { try write("</svg>\n") }

  /// Plain rules without variables, because not every program that draws SVG knows variables. Text inherits the colour of
  /// its surroundings; every name has a prefix, because a page's other pictures share these rules.
  private static let styles: String = {
    let light = ["#1768a6", "#b0501a", "#2f7d45", "#8a3fa0", "#a07400", "#0b7f84"]
    let dark = ["#7cc1ea", "#f0a070", "#86d39b", "#d3a0e6", "#e3b95a", "#6ed0d3"]
    return rules(paper: "#fdfcf9", ink: "#1f2328", failure: "#b3261e", hues: light, tint: 0.12)
      + "@media (prefers-color-scheme:dark){"
      + rules(paper: "#16191d", ink: "#e2e0da", failure: "#ff9a94", hues: dark, tint: 0.2) + "}\n"
      + shapes
  }()

  private static func rules(paper: String, ink: String, failure: String, hues: [String], tint: Double) -> String {
    var rules = "\n.hw-alone{color:\(ink)}.hw-ground,.hw-back{fill:\(paper)}.hw-halo{stroke:\(paper)}\n"
    for (number, hue) in hues.enumerated() {
      rules += ".hw-\(number){stroke:\(hue);fill:\(hue);fill-opacity:\(tint)}\n"
    }
    return rules + ".hw-fail{stroke:\(failure);fill:\(failure);fill-opacity:\(tint)}"
      + ".hw-picture .hw-failtext{fill:\(failure)}\n"
  }

  private static let shapes = """
    .hw-picture text{font:12px ui-monospace,"SF Mono","Cascadia Code",Menlo,Consolas,"DejaVu Sans Mono",\
    "Noto Sans Mono","PingFang SC","Microsoft YaHei","Noto Sans Mono CJK SC","Noto Sans CJK SC",monospace;\
    fill:currentColor;white-space:pre}
    .hw-picture .hw-name{font-weight:600}
    .hw-picture .hw-small{font-size:10.5px;opacity:.66}
    .hw-picture .hw-late{opacity:.55}
    .hw-line,.hw-rule,.hw-drop,.hw-bar,.hw-stop,.hw-latebar,.hw-lateshape{fill:none;stroke:currentColor}
    .hw-line{stroke-width:1.5;stroke-opacity:.55}
    .hw-rule{stroke-opacity:.16}
    .hw-drop{stroke-opacity:.3;stroke-dasharray:2 3}
    .hw-bar{stroke-width:2.5}
    .hw-stop{stroke-width:1.5;stroke-opacity:.55}
    .hw-latebar,.hw-lateshape{stroke-opacity:.5;stroke-dasharray:3 3;stroke-width:1.5}
    .hw-ring{stroke:currentColor;stroke-width:1.5;stroke-opacity:.55}
    .hw-tip{fill:currentColor;fill-opacity:.55}
    .hw-shape{stroke-width:1.5}
    .hw-halo{stroke-width:4;stroke-linejoin:round;paint-order:stroke}
    .hw-edge{stroke:none;fill-opacity:.8}
    .hw-full{fill-opacity:.8}
    .hw-hop{fill:none;stroke:currentColor;stroke-opacity:.45;stroke-width:1.3;stroke-dasharray:4 3}
    .hw-band{fill:currentColor;fill-opacity:.04}

    """

  /// How many colours there are to tell marbles apart.
  static let hues = 6
}
