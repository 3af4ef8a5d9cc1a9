import Foundation
import RxTrace
import TraceFormat

/// A running program that can be recorded through its socket in a folder.
package struct ControlledProgram: Sendable {
  package let process: Int32
  let folder: String

  /// - Throws: ``ControlFailure`` if the folder cannot be used.
  package init(process: Int32, in folder: String) throws {
    self.init(process, try Self.checked(folder))
  }

  private init(_ process: Int32, _ folder: String) { (self.process, self.folder) = (process, folder) }

  /// Opens a connection.
  /// - Throws: ``ControlFailure`` that says why the program cannot be told anything.
  package func connect() throws -> ProgramConnection {
    guard process > 0 else { throw failure("the number of a process is larger than 0") }
    do {
      return try ProgramConnection(to: socket, of: process)
    } catch let error as POSIXError {
      throw failure(reason(error.code))
    }
  }

  private func reason(_ code: POSIXErrorCode) -> String {
    if kill(process, 0) != 0 {
      return errno == EPERM ? "the process belongs to another user" : "there is no such process"
    }
    switch code {
    case .ENOENT:
      return "the program does not let itself be recorded from \(folder): start it with "
        + "\(ControlFormat.variable)=\(folder), or have it call TraceRecorder.allowControl(in:)"
    case .ECONNREFUSED: return "the program has closed its socket, or another one has its number"
    case .ENAMETOOLONG: return "the path of the folder is too long for a socket; choose a shorter one"
    default: return systemMessage(code.rawValue)
    }
  }

  private var socket: String { ControlFormat.socket(ofProcess: process, in: folder) }

  private func failure(_ reason: String) -> ControlFailure { ControlFailure("\(process)", reason) }

  /// The programs that have a socket in a folder, with their states; nil for one that does not answer. Sockets that
  /// programs have left behind are removed.
  /// - Throws: ``ControlFailure`` if the folder cannot be used.
  package static func all(in folder: String) throws -> [(program: ControlledProgram, state: ControlledState?)] {
    let folder = try checked(folder)
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      throw ControlFailure(folder, "the folder cannot be read")
    }
    let programs = names.compactMap(ControlFormat.process).sorted().map { ControlledProgram($0, folder) }
    return programs.compactMap { program in
      do {
        let connection = try ProgramConnection(to: program.socket, of: program.process)
        return (program, try? connection.state())
      } catch let error as POSIXError where error.code == .ECONNREFUSED {
        unlink(program.socket)
      } catch {}
      return nil
    }
  }

  /// - Returns: the path of the folder without symbolic links.
  private static func checked(_ folder: String) throws -> String {
    guard let resolved = realPath(folder) else { throw ControlFailure(folder, systemMessage()) }
    if let danger = PrivateFolder.danger(of: resolved) { throw ControlFailure(danger) }
    return resolved
  }
}

/// The reason why a running program cannot be told something, or did not do it.
package struct ControlFailure: Error, ExitingError, CustomStringConvertible {
  package let description: String
  /// The status for a program that is not there.
  package let exitStatus: Int32 = 66

  init(_ text: String) { description = text }

  package init(_ subject: String, _ reason: String) { self.init("\(subject): \(reason)") }
}
