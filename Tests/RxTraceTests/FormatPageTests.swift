import Foundation
import TestSupport
import Testing
import TraceFormat

@testable import RxTrace
@testable import TraceViews

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
      TypeTrait.holds, TypeTrait.merges, TypeTrait.catches, TypeTrait.limits, TypeTrait.cold, TypeTrait.subscribes,
      TypeTrait.conveniences,
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
      ("processIdentifier", Header.processIdentifier), ("segmentSize", Header.segmentSize),
      ("usedSlots", Header.usedSlots),
      ("droppedRecords", Header.droppedRecords), ("dropReason", Header.dropReason),
      ("segment", Header.segment), ("segmentTicks", Header.segmentTicks), ("removedRecords", Header.removedRecords),
      ("origin", Header.origin),
    ]
    let slot = [
      ("kind", Slot.kind), ("event", Slot.event), ("payloadType", Slot.payloadType),
      ("payloadFlags", Slot.payloadFlags), ("thread", Slot.thread), ("depth", Slot.depth), ("time", Slot.time),
      ("object", Slot.object), ("site", Slot.site), ("gap", Slot.gap), ("payload", Slot.payload),
    ]
    let listed = format.rows(columns: 4).filter { Int($0[0]) != nil }.map { "\($0[0]) \($0[2])" }
    #expect(listed == (header + slot).map { "\($0.1) `\($0.0)`" })
  }

  @Test("Sizes, limits and flags are those of the format", arguments: formatPages)
  func numbers(page: String) {
    let format = Rows(of: page)
    let header = format.rows(columns: 4)
    #expect(header.contains { $0[2] == "`version`" && $0[3] == "\(TraceFormat.version)" })
    #expect(header.contains { $0[2] == "`headerSize`" && $0[3].contains("\(TraceFormat.headerSize)") })
    #expect(header.contains { $0[2] == "`slotSize`" && $0[3].contains("\(TraceFormat.slotSize)") })
    let sizes = [
      TraceFormat.segmentSizes.lowerBound, TraceFormat.segmentSizes.upperBound, TraceFormat.maximumPayloadSize,
      Int(TraceFormat.tooManyThreads),
    ]
    for size in sizes { #expect(format.text.contains(size.formatted(.number.locale(Locale(identifier: "en_US"))))) }
    let first = format.rows(columns: 2).map { $0[1] }
    for size in [TraceFormat.headerSize, TraceFormat.slotSize] { #expect(first.contains { $0.contains("\(size)") }) }
    #expect(TraceFormat.Header.closedFlag == 1 && TraceFormat.Header.ringFlag == 2)
    #expect(TraceFormat.Slot.undelivered == 1 << 7)
    // The page explains sequence numbers by the first one.
    #expect(format.text.contains("\(TraceFormat.headerSlots)") && TraceFormat.headerSlots == 4)
  }

  @Test("Every flag of a payload is listed", arguments: formatPages)
  func flags(page: String) {
    let flags = [
      ("inlineCount", PayloadFlags.inlineCount), ("following", PayloadFlags.following), ("cut", PayloadFlags.cut),
      ("identified", PayloadFlags.identified),
    ]
    let listed = Rows(of: page).rows(columns: 3).filter { $0[0].hasPrefix("`0x") }.map { "\($0[0]) \($0[1])" }
    #expect(
      listed == flags.map { "`0x\($0.1 < 16 ? "0" : "")\(String($0.1, radix: 16, uppercase: true))` `\($0.0)`" })
  }

  @Test("Every kind of a value's part is one that the reader knows, and listed in every language")
  func layouts() {
    let listed = Self.formatPages.map { page in
      Rows(of: page).rows(columns: 3).map { $0[0] }.filter { $0.hasPrefix("`") && !$0.hasPrefix("`0x") }
        .flatMap { $0.split(separator: " ").map { String($0.dropFirst().dropLast()) } }
    }
    #expect(listed[0] == listed[1] && listed[0].count == 21)
    for kind in listed[0] { #expect(ValueLayout.Kind(rawValue: kind) != nil, "\(kind)") }
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
