import Foundation

// Writes as many pages as asked for: `SitePages 1000 content`, one folder for each hundred, the same bytes every time.
guard CommandLine.arguments.count == 3, let count = Int(CommandLine.arguments[1]), count > 0 else {
  FileHandle.standardError.write(Data("usage: SitePages COUNT FOLDER\n".utf8))
  exit(64)
}
let folder = URL(fileURLWithPath: CommandLine.arguments[2])
for number in 1...count {
  let place = folder.appendingPathComponent("part-\((number - 1) / 100)")
  try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
  try Data(PageWriter(number: number).page().utf8).write(to: place.appendingPathComponent("page-\(number).md"))
}
