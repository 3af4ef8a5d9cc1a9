import Foundation
import Walkthrough

/// A page's request to run a program of the site, as JSON.
struct RunOrder: Decodable, Equatable, Sendable {
  /// The pipeline, relative to the content folder: `core-flow/hello.swift`.
  var program: String
  /// The program's text; the pipeline's own if there is none.
  var text: String?
  var arguments: [String]?
  /// The page in the site, from which links in the answer are seen.
  var page: String?
  /// Tells the pages that are open apart: a new run of one ends its last.
  var tab: String
  /// The parts of the answer that are wanted; all if there is no list.
  var parts: Set<String>?
  /// The claims of the page's task that the program answers; nil if it answers none.
  var claims: [TaskClaim]?

  static let mostBytes = 128 << 10
  private static let (mostArguments, mostClaims, longestName) = (16, 16, 1024)

  /// - Throws: ``Refusal`` for anything else than an order.
  static func read(_ bytes: [UInt8]) throws -> RunOrder {
    let order: RunOrder
    do {
      order = try JSONDecoder().decode(RunOrder.self, from: Data(bytes))
    } catch {
      throw Refusal(.badRequest, "malformed order for a run")
    }
    let texts = [order.program, order.tab, order.page ?? ""] + (order.arguments ?? [])
    guard !order.tab.isEmpty, order.arguments?.count ?? 0 <= mostArguments, order.claims?.count ?? 0 <= mostClaims,
      texts.allSatisfy({ $0.utf8.count <= longestName }),
      !(texts + [order.text ?? ""]).contains(where: { $0.utf8.contains(0) })
    else { throw Refusal(.badRequest, "malformed order for a run") }
    return order
  }
}
