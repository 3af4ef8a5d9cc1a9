import Foundation
import Walkthrough

/// A page's request to run a program of the site, as JSON.
struct RunOrder: Decodable, Equatable, Sendable {
  /// The pipeline's path, relative to the content folder: `core-flow/hello.swift`.
  var program: String
  /// The program's text; nil for the pipeline's own text.
  var text: String?
  var arguments: [String]?
  /// The page in the site to which links in the answer are relative.
  var page: String?
  /// A name for the open page: a new run from the same page ends its previous one.
  var tab: String
  /// The requested parts of the answer; nil for all parts.
  var parts: Set<String>?
  /// The claims of the page's task that the program should fulfil; nil if it is not for a task.
  var claims: [TaskClaim]?

  static let mostBytes = 128 << 10
  private static let (mostArguments, mostClaims, longestName) = (16, 16, 1024)

  /// - Throws: ``Refusal`` for anything other than an order.
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
