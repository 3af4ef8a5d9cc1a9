import RxTrace
import SwiftIDEUtils
import SwiftParser
import SwiftSyntax

public func classify(_ text: String) -> Int { Parser.parse(source: text).classifications.map { _ in 1 }.count }
