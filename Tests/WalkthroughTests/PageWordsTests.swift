import Foundation
import Testing

@testable import Walkthrough

/// The words that a checker of spelling is given.
@Suite(.oneAtATime) struct PageWordsTests {
  private func words(_ page: String, known: String = "") throws -> PageWords {
    let folder = FileManager.default.temporaryDirectory.appending(path: "words-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, text) in ["page.md": page, "page.zh-Hans.md": "otherwise", PageWords.fileName: known] {
      try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
    }
    return try PageWords(content: folder, language: "en", languages: ["en", "zh-Hans"])
  }

  @Test func `words of data have their places in the data, and those of the template in the template`() throws {
    let template = "---\ntitle: \"{{title}}\"\n---\nA tempplate of `{{symbol}}`: {{note}}\n"
    let site = try MiniatureSite([
      "atlas/page.md.mustache": template, "atlas/page.zh-Hans.md.mustache": template,
      "atlas/just.yml":
        "title: just\nsymbol: \"Justt.a(_:recieve:)\"\nnote:\n  en: We recieve.\n  zh-Hans: otherwisse\n",
      "numbers.yml": "no: paage\n",
    ])
    let words = try PageWords(
      content: site.root.appending(path: "content"), language: "en", languages: ["en", "zh-Hans"])
    let wrong: Set = ["tempplate", "recieve", "Justt", "otherwisse", "paage"]
    #expect(
      words.places(of: wrong).map { $0.description.split(separator: "content/").last! } == [
        "atlas/page.md.mustache:4:3: error: unknown word `tempplate`",
        "atlas/just.yml:4:10: error: unknown word `recieve`",
      ])
  }

  @Test func `only prose has words`() throws {
    let fences = "```swift\nlet codde\n```\n```chain\nSnk.on | notte\n```\n"
    let page = "The *sink’s* `codde` [linnk](addresss.md), flatMapp 4x\n" + fences
    #expect(try words(page).all == ["The", "sink", "linnk", "notte"])
  }

  @Test func `a word has its first place on the page`() throws {
    let found = try words("---\ntitle: A\n---\nWe recieve, and recieve.\n").places(of: ["recieve"])
    let problem = "page.md:4:4: error: unknown word `recieve`"
    #expect(found.map { $0.description.split(separator: "/").last! } == [problem[...]])
  }

  @Test func `words of the site are known`() throws {
    #expect(try words("Debounce the debounces", known: "debounce\n").all == ["the", "debounces"])
  }
}
