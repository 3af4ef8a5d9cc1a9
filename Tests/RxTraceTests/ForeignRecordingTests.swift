import Foundation
import TestSupport
import Testing
import TraceFormat

@testable import RxTrace
@testable import TraceViews

@Suite("A recording from elsewhere", .oneAtATime)
final class ForeignRecordingTests {
  private let folder: URL

  init() throws {
    // A text of many D could be taken for records that define images, because D is the kind of those.
    let name = UUID().uuidString + String(repeating: "D", count: 64)
    folder = FileManager.default.temporaryDirectory.appending(path: name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func put(_ file: [UInt8]) throws -> String {
    let path = folder.appending(path: "\(UUID().uuidString).hwtrace").path
    try Data(file).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// A recording of an older version that names a program and a source file.
  private func recording(image: String, source: String = "Rx/Map.swift") throws -> String {
    var writer = TraceWriter()
    writer.add(.defineObject, ObjectRole.observable.rawValue, object: 1, .string("Map<Int>"))
    writer.add(.defineSite, object: 1, .string("\(source):1"))
    writer.add(.defineImage, object: 1, .string(image))
    writer.add(.defineAssembly, object: 1, .bytes([1, 0, 0, 0, 0, 0, 0, 0, 0x34, 0x12, 0, 0, 0, 0, 0, 0]))
    writer.add(.subscribe, object: 1, site: 1)
    return try put(writer.file)
  }

  /// A file of four bytes that begins like a program.
  private func program() throws -> String {
    let program = folder.appending(path: "program").path
    try Data([0x7F, 0x45, 0x4C, 0x46]).write(to: URL(fileURLWithPath: program))
    return program
  }

  @Test("A source file that only the recording names is in no page, unless its folder is trusted")
  func sources() throws {
    let secret = folder.appending(path: "Secrets.swift").path
    try "let password = 12345\n".write(toFile: secret, atomically: true, encoding: .utf8)
    let path = try recording(image: "/nowhere/program", source: secret)
    let page = { (trusted: TrustedFolders) in
      try TraceForm.html.text(LocatedTrace(contentsOf: path, trusting: trusted))
    }
    #expect(try !page(TrustedFolders()).contains("12345"))
    #expect(try !page(TrustedFolders([folder.path + "/notes"])).contains("12345"))
    #expect(try page(TrustedFolders([folder.path])).contains("let password = 12345"))
  }

  @Test("Not even the user's own recording opens a source file that only its frames name")
  func sourcesOfFrames() throws {
    let secret = folder.appending(path: "Secrets.swift").path
    try "import Rx\nlet password = 12345\n".write(toFile: secret, atomically: true, encoding: .utf8)
    var writer = SegmentedRecording.run(of: try program())
    SegmentedRecording.addProgram(to: &writer, source: secret, text: nil)
    let path = try put(SegmentedRecording(writer).file)
    try SegmentedRecording.sign(path)
    let run = try LocatedTrace(contentsOf: path)
    #expect(run.origins.values.map(\.file) == [secret] && run.remark == nil)
    #expect(try !TraceForm.html.text(run).contains("12345"))
    #expect(
      try TraceForm.html.text(LocatedTrace(contentsOf: path, trusting: TrustedFolders([folder.path]))).contains("12345")
    )
  }

  @Test("A link does not lead out of a trusted folder")
  func links() throws {
    let inside = folder.appending(path: "inside")
    try FileManager.default.createDirectory(at: inside, withIntermediateDirectories: true)
    try "let password = 12345\n".write(to: folder.appending(path: "a.swift"), atomically: true, encoding: .utf8)
    try FileManager.default.createSymbolicLink(
      at: inside.appending(path: "a.swift"), withDestinationURL: folder.appending(path: "a.swift"))
    let trusted = TrustedFolders([inside.path])
    let names = ["a.swift", "../a.swift", "../inside/../a.swift"].map { inside.path + "/" + $0 }
    #expect(names.allSatisfy { !trusted.contains($0) })
    #expect(!trusted.contains("a.swift") && !trusted.contains(inside.path + "side/a.swift"))
  }

  @Test("A program is opened only for the user's own recording, and a remark says so")
  func programs() throws {
    let program = try program()
    let path = try put(SegmentedRecording(SegmentedRecording.run(of: program)).file)
    let foreign = try LocatedTrace(contentsOf: path)
    #expect(foreign.remark?.contains("was not recorded here") == true && foreign.remark?.contains("--trust") == true)
    #expect(try LocatedTrace(contentsOf: path, trusting: TrustedFolders([folder.path])).remark == nil)
    try SegmentedRecording.sign(path)
    #expect(try LocatedTrace(contentsOf: path).remark == nil)
  }

  @Test("An older version has no mark, so its program is opened only in a trusted folder")
  func olderVersions() throws {
    let path = try recording(image: try program())
    #expect(try LocatedTrace(contentsOf: path).remark?.contains("was not recorded here") == true)
    #expect(try LocatedTrace(contentsOf: path, trusting: TrustedFolders([folder.path])).remark == nil)
  }

  @Test("A renamed recording stays the user's own; a copy, and one that was written into its file, are not")
  func copies() throws {
    let program = try program()
    func isForeign(_ path: String) throws -> Bool {
      try LocatedTrace(contentsOf: path).remark?.contains("was not recorded here") ?? false
    }
    let original = try put(SegmentedRecording(SegmentedRecording.run(of: program)).file)
    try SegmentedRecording.sign(original)
    let path = original + ".renamed"
    try FileManager.default.moveItem(atPath: original, toPath: path)
    #expect(try !isForeign(path))
    let copy = folder.appending(path: "copy.hwtrace").path
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    #expect(try isForeign(copy))
    // It was sent, and comes back with another program's name in it and the header as it was.
    let header = try Data(contentsOf: URL(fileURLWithPath: path)).prefix(TraceFormat.headerSize)
    let other = SegmentedRecording(SegmentedRecording.run(of: folder.appending(path: "other").path)).file
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.write(contentsOf: header + Data(other.dropFirst(TraceFormat.headerSize)))
    try file.close()
    #expect(try isForeign(path))
  }

  @Test("A device, a pipe and a text are not taken for programs with lines")
  func devices() throws {
    let pipe = folder.appending(path: "pipe").path
    mkfifo(pipe, 0o600)
    let text = folder.appending(path: "text").path
    try "#!/bin/sh\n".write(toFile: text, atomically: true, encoding: .utf8)
    for image in ["/dev/zero", pipe, text, "@" + text] {
      let trace = try Trace(contentsOf: recording(image: image))
      var symbolicator = Symbolicator(images: [image])
      let start = ContinuousClock.now
      #expect(symbolicator.frames(of: trace).isEmpty)
      #expect(start.duration(to: .now) < .seconds(20))
    }
  }
}
