import CPageAssets
import Foundation
import RxTrace

/// The page's own script, style and frame, the same for every trace. They are embedded in the library, so that it works
/// wherever it is installed.
enum PageAssets {
  static let style = "\n" + String(cString: hw_tokens_css()) + String(cString: hw_page_css())
  static let shell = String(cString: hw_shell_html())

  /// One function, so that its names are not global.
  static let script =
    "\n(() => {\n'use strict'\n" + hiddenCharacters + parts.joined(separator: "\n") + "})()\n"

  /// The part of the script that opens source lines in an editor, for pages without steps.
  static let editorScript = "\n(() => {\n'use strict'\n" + String(cString: hw_editor_js()) + "})()\n"
  static let editorScriptHash = hash(of: editorScript)

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

  private static let parts = [
    hw_recording_js(), hw_repeats_js(), hw_search_js(), hw_listing_js(), hw_elements_js(), hw_tree_js(),
    hw_source_js(), hw_graph_js(), hw_details_js(), hw_stepper_js(), hw_page_js(), hw_editor_js(),
  ].map { String(cString: $0) }

  private static func hash(of text: String) -> String {
    Data(SHA256.hash(of: Array(text.utf8))).base64EncodedString()
  }
}
