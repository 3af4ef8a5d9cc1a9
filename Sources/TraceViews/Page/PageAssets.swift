import CPageAssets
import Foundation
import RxTrace

/// The page's own script, style and frame, the same for every trace. They are embedded in the library, so that it works
/// wherever it is installed.
enum PageAssets {
  static let style = "\n" + String(cString: hw_tokens_css()) + String(cString: hw_page_css())
  static let shell = String(cString: hw_shell_html())

  /// The script is one function, so that its names are not global.
  static let script = script(of: [
    hw_numbers_js(), hw_recording_js(), hw_repeats_js(), hw_search_js(), hw_listing_js(), hw_elements_js(),
    hw_tree_js(), hw_source_js(), hw_graph_js(), hw_details_js(), hw_stepper_js(), hw_page_js(), hw_editor_js(),
  ])

  /// The part of the script that opens source lines in an editor, for other pages.
  static let editorScript = script(of: [hw_editor_js()])
  static let overviewScript = script(of: [hw_editor_js(), hw_parts_js()])
  static let marbleScript = script(of: [
    hw_editor_js(), hw_elements_js(), hw_numbers_js(), hw_rows_js(), hw_window_js(), hw_ruler_js(), hw_marbles_js(),
    hw_map_js(), hw_gestures_js(), hw_timeline_js(),
  ])
  static let watchScript = script(of: [hw_elements_js(), hw_watch_js()])
  static let watchShell = String(cString: hw_watch_html())
  static let marbleShell = String(cString: hw_timeline_html())

  private static func script(of parts: [UnsafePointer<CChar>]) -> String {
    let texts = parts.map { String(cString: $0) }.joined(separator: "\n")
    return "\n(() => {\n'use strict'\n" + hiddenCharacters + texts + "})()\n"
  }

  static let styleHash = hash(of: style)
  static let scriptHash = hash(of: script)

  /// The hidden characters, which the script escapes as every other form does.
  private static let hiddenCharacters: String = {
    let ranges = HiddenScalars.ranges.map { range in
      "\\u{\(String(range.lowerBound, radix: 16))}-\\u{\(String(range.upperBound, radix: 16))}"
    }
    let joined = #"(?!(?<=[\p{Emoji}\uFE0F])\u200D(?=\p{Emoji}))"#
    return "const hiddenCharacters = /\(joined)[\(ranges.joined())]/gu\n"
  }()

  static func hash(of text: String) -> String {
    Data(SHA256.hash(of: Array(text.utf8))).base64EncodedString()
  }
}
