import Foundation
import TestSupport
import Testing
import TraceFormat

@testable import RxTrace

@Suite("A recording from elsewhere", .oneAtATime)
final class ForeignRecordingTests {
  private let folder: URL
  private let own: OwnRecordings

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    own = OwnRecordings(folder: folder.appending(path: "notes"))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// A recording that names a program and a source file.
  private func recording(image: String, source: String = "Rx/Map.swift") throws -> String {
    var writer = TraceWriter()
    writer.add(.defineObject, ObjectRole.observable.rawValue, object: 1, .string("Map<Int>"))
    writer.add(.defineSite, object: 1, .string("\(source):1"))
    writer.add(.defineImage, object: 1, .string(image))
    writer.add(.defineAssembly, object: 1, .bytes([1, 0, 0, 0, 0, 0, 0, 0, 0x34, 0x12, 0, 0, 0, 0, 0, 0]))
    writer.add(.subscribe, object: 1, site: 1)
    let path = folder.appending(path: "\(UUID().uuidString).hwtrace").path
    try Data(writer.file).write(to: URL(fileURLWithPath: path))
    return path
  }

  @Test("A source file that only the recording names is in no page, unless its folder is trusted")
  func sources() throws {
    let secret = folder.appending(path: "Secrets.swift").path
    try "let password = 12345\n".write(toFile: secret, atomically: true, encoding: .utf8)
    let path = try recording(image: "/nowhere/program", source: secret)
    let page = { (trusted: TrustedFolders) in
      try TraceForm.html.text(LocatedTrace(contentsOf: path, trusting: trusted, own: self.own))
    }
    #expect(try !page(TrustedFolders()).contains("12345"))
    #expect(try !page(TrustedFolders([folder.path + "/notes"])).contains("12345"))
    #expect(try page(TrustedFolders([folder.path])).contains("let password = 12345"))
    own.remember(path)
    #expect(try !page(TrustedFolders()).contains("12345"))
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
    let program = folder.appending(path: "program").path
    try Data([0x7F, 0x45, 0x4C, 0x46]).write(to: URL(fileURLWithPath: program))
    let path = try recording(image: program)
    let foreign = try LocatedTrace(contentsOf: path, trusting: TrustedFolders(), own: own)
    #expect(foreign.remark?.contains("was not recorded here") == true && foreign.remark?.contains("--trust") == true)
    let trusting = try LocatedTrace(contentsOf: path, trusting: TrustedFolders([folder.path]), own: own)
    #expect(trusting.remark == nil)
    own.remember(path)
    let mine = try LocatedTrace(contentsOf: path, trusting: TrustedFolders(), own: own)
    #expect(mine.remark == nil)
  }

  @Test("A copy, a changed file and a note that others could have written do not count as the user's own recording")
  func notes() throws {
    let path = try recording(image: "/nowhere/program")
    #expect(!own.contains(path))
    own.remember(path)
    #expect(own.contains(path))
    let copy = folder.appending(path: "copy.hwtrace").path
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    #expect(!own.contains(copy))
    try FileManager.default.moveItem(atPath: path, toPath: path + ".renamed")
    #expect(own.contains(path + ".renamed"))
    chmod(folder.appending(path: "notes").path, 0o777)
    #expect(!own.contains(path + ".renamed"))
    chmod(folder.appending(path: "notes").path, 0o700)
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path + ".renamed"))
    try file.seekToEnd()
    try file.write(contentsOf: Data(count: TraceFormat.slotSize))
    #expect(!own.contains(path + ".renamed"))
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
