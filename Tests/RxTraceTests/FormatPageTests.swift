import Foundation
import RxTrace
import TestSupport
import Testing
import TraceFormat

/// Authors of other readers rely on `content/reference`: its tables hold the values of the code's
/// constants, in every language.
@Suite("The reference pages", .oneAtATime)
struct FormatPageTests {
  private static let formatPages = ["trace-format", "trace-format.zh-Hans"]
  private static let exportPages = ["exports", "exports.zh-Hans"]

  @Test("Every kind of record, role of a link and type of payload is listed, and no other", arguments: formatPages)
  func kinds(page: String) {
    let format = Rows(of: page)
    let listed = format.rows(columns: 3).compactMap { row in Int(row[0]).map { "\($0) \(row[1])" } }
    #expect(listed.filter { $0.contains("`") } == kindsByName + linkRolesByName + payloadTypesByName)
  }

  @Test("Every sign of a link's role, and every trait of a type, is described", arguments: formatPages)
  func linksAndTraits(page: String) {
    let format = Rows(of: page)
    for role in LinkRole.allCases where role != .other {
      #expect(format.rows(columns: 3).contains { $0[1] == "`\(role)`" && $0[2].hasSuffix("`\(role.mark)`") })
    }
    let traits = [
      TypeTrait.trampoline, TypeTrait.replays, TypeTrait.shares, TypeTrait.main, TypeTrait.queue, TypeTrait.moves,
      TypeTrait.holds, TypeTrait.merges, TypeTrait.catches, TypeTrait.limits, TypeTrait.cold, TypeTrait.conveniences,
    ]
    for trait in traits + [TypeTrait.withholds] + Withholding.allCases.map(\.rawValue) {
      #expect(format.text.contains("`\(trait)`"))
    }
  }

  @Test("Every event and every role is listed", arguments: formatPages)
  func eventsAndRoles(page: String) {
    let format = Rows(of: page)
    let listed = format.rows(columns: 2).compactMap { row in Int(row[0]).map { "\($0) \(row[1])" } }
    let events = (0...255).compactMap { EventCode(rawValue: $0).map { "\($0.rawValue) `\($0)`" } }
    let roles = (0...255).compactMap { ObjectRole(rawValue: $0).map { "\($0.rawValue) `\($0)`" } }
    #expect(listed == events + roles)
  }

  @Test("The header's fields and the slot's are where the page says", arguments: formatPages)
  func offsets(page: String) {
    let format = Rows(of: page)
    typealias Header = TraceFormat.Header
    typealias Slot = TraceFormat.Slot
    let header = [
      ("magic", Header.magic), ("version", Header.version), ("headerSize", Header.headerSize),
      ("slotSize", Header.slotSize), ("flags", Header.flags), ("startTicks", Header.startTicks),
      ("startWallClock", Header.startWallClock), ("ticksPerSecond", Header.ticksPerSecond),
      ("processIdentifier", Header.processIdentifier), ("usedSlots", Header.usedSlots),
      ("droppedRecords", Header.droppedRecords), ("dropReason", Header.dropReason),
    ]
    let slot = [
      ("kind", Slot.kind), ("event", Slot.event), ("payloadType", Slot.payloadType),
      ("payloadFlags", Slot.payloadFlags), ("thread", Slot.thread), ("depth", Slot.depth), ("time", Slot.time),
      ("object", Slot.object), ("site", Slot.site), ("payload", Slot.payload),
    ]
    let listed = format.rows(columns: 4).filter { Int($0[0]) != nil }.map { "\($0[0]) \($0[2])" }
    #expect(listed == (header + slot).map { "\($0.1) `\($0.0)`" })
  }

  @Test("Sizes, limits and flags are those of the format")
  func numbers() {
    let format = Rows(of: "trace-format")
    #expect(format.text.contains("It describes version \(TraceFormat.version),"))
    #expect(format.text.contains("| header | \(TraceFormat.headerSize), or"))
    #expect(format.text.contains("| slots | \(TraceFormat.slotSize) each"))
    #expect(format.text.contains("at most 1,048,576 bytes") && TraceFormat.maximumPayloadSize == 1_048_576)
    #expect(TraceFormat.Header.closedFlag == 1 && TraceFormat.Slot.undelivered == 1 << 7)
    for flag in [PayloadFlags.inlineCount, PayloadFlags.following, PayloadFlags.cut] {
      #expect(format.text.contains("`0x\(flag < 16 ? "0" : "")\(String(flag, radix: 16, uppercase: true))`"))
    }
  }

  @Test("The fields of each JSON line and the columns of the table are described", arguments: exportPages)
  func exportFields(of name: String) throws {
    let page = Rows(of: name).text
    #expect(page.contains("\n\(CSV.columns.joined(separator: ","))\n"))
    let trace = try withFile(TraceWriter.everything.file) { try Trace(contentsOf: $0) }
    var text = ""
    try JSONLines(trace, origins: [0: SourceLine(file: "a.swift", line: 1)]).write { text += $0 }
    for line in text.split(separator: "\n") {
      let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      for field in object.keys { #expect(page.contains("`\(field)`"), "\(line)") }
    }
  }

  private var kindsByName: [String] { RecordKind.allCases.map { "\($0.rawValue) `\($0)`" } }

  private var linkRolesByName: [String] { LinkRole.allCases.map { "\($0.rawValue) `\($0)`" } }

  private var payloadTypesByName: [String] {
    (0...255).compactMap { PayloadType(rawValue: $0).map { "\($0.rawValue) `\($0)`" } }
  }
}

/// The tables of a page.
private struct Rows {
  let text: String

  init(of page: String) {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = root.appending(path: "content/reference/\(page).md")
    text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  }

  /// The cells of all tables with so many columns.
  func rows(columns: Int) -> [[String]] {
    text.split(separator: "\n").filter { $0.hasPrefix("|") }
      .map { $0.dropFirst().dropLast().split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
      .filter { $0.count == columns }
  }
}
