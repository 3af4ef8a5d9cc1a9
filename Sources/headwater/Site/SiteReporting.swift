import ArgumentParser
import Foundation
import RxTrace
import Walkthrough

/// The reporting of the commands about sites.
enum SiteReporting {
  static func reporting(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as SiteBuildError {
      try fail(error.description)
    } catch let error as SiteSetupError {
      try fail("error: \(error)")
    } catch let error as any ExitingError {
      try fail("\(error)")
    }
  }

  static func say(_ diagnostics: [Diagnostic]) {
    for diagnostic in diagnostics { FileHandle.standardError.write(Data((diagnostic.description + "\n").utf8)) }
  }

  private static func fail(_ message: String) throws {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    throw ExitCode.failure
  }
}
