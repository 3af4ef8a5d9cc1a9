import Foundation
import RxTrace

/// Folders in which no other user can put, change or replace anything, because programs are started from them.
package enum PrivateFolder {
  /// Makes the folder unless it is there, with mode 700.
  /// - Returns: the folder's path without symbolic links, so that nobody can lead it elsewhere later.
  /// - Throws: ``SystemError/failed(_:)`` if it cannot be made, or if ``danger(of:)`` finds something.
  package static func make(_ path: String) throws -> String {
    let url = URL(fileURLWithPath: path)
    let parent = url.deletingLastPathComponent().path
    guard makeWithParents(parent) else {
      throw SystemError.failed("\(path): the folder cannot be made: \(systemMessage())")
    }
    let folder = "\(realPath(parent) ?? parent)/\(url.lastPathComponent)"
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
      throw SystemError.failed("\(path): the folder cannot be made: \(systemMessage())")
    }
    if let danger = danger(of: folder) { throw SystemError.failed(danger) }
    return folder
  }

  /// - Returns: false if that is not possible; `errno` says why.
  private static func makeWithParents(_ folder: String) -> Bool {
    if access(folder, F_OK) == 0 || mkdir(folder, 0o700) == 0 { return true }
    guard errno == ENOENT, folder != "/" else { return errno == EEXIST }
    return makeWithParents(URL(fileURLWithPath: folder).deletingLastPathComponent().path)
      && (mkdir(folder, 0o700) == 0 || errno == EEXIST)
  }

  /// Makes a new folder among the temporary files of the system.
  /// - Returns: its path without symbolic links.
  /// - Throws: ``SystemError/failed(_:)``
  package static func makeTemporary() throws -> String {
    let place = FileManager.default.temporaryDirectory.path
    guard let parent = realPath(place) else {
      throw SystemError.failed("the folder for temporary files, \(place): \(systemMessage()); \(remedy)")
    }
    var name = Array("\(parent == "/" ? "" : parent)/headwater-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else {
      throw SystemError.failed("the folder for temporary files, \(place): \(systemMessage()); \(remedy)")
    }
    let folder = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    if let danger = danger(of: folder) {
      rmdir(folder)
      throw SystemError.failed("the folder for temporary files cannot be trusted: \(danger); \(remedy)")
    }
    return folder
  }

  /// Makes a temporary folder that is removed however this process ends.
  /// - Parameter body: is given its path.
  package static func withTemporary<Result>(_ body: (String) throws -> Result) throws -> Result {
    let folder = try makeTemporary()
    let guarded = ChildGuard.remove(folder)
    defer {
      try? FileManager.default.removeItem(atPath: folder)
      ChildGuard.forget(guarded)
    }
    return try body(folder)
  }

  private static let remedy = "set TMPDIR to a folder that you can write to"

  /// Whether the folder exists, belongs to this user, and cannot be written to by others. Its parents are not checked.
  package static func isOurs(_ folder: String) -> Bool {
    var status = stat()
    return lstat(folder, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && status.st_uid == geteuid()
      && status.st_mode & 0o022 == 0
  }

  /// The reason why another user could write to a folder or replace it; nil if there is none.
  /// - Parameter folder: a path without symbolic links.
  package static func danger(of folder: String) -> String? {
    var status = stat()
    guard lstat(folder, &status) == 0 else { return "\(folder): \(systemMessage())" }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: break
    case S_IFLNK: return "\(folder): it is a symbolic link"
    default: return "\(folder): it is not a folder"
    }
    guard status.st_uid == geteuid() else { return "\(folder): it belongs to another user (\(status.st_uid))" }
    guard status.st_mode & 0o022 == 0 else { return "\(folder): other users can write to it (\(status.modeText))" }
    return dangerAbove(folder)
  }

  private static func dangerAbove(_ folder: String) -> String? {
    var parent = folder
    while parent != "/" {
      parent = URL(fileURLWithPath: parent).deletingLastPathComponent().path
      var status = stat()
      guard lstat(parent, &status) == 0 else { return "\(parent): \(systemMessage())" }
      // The root folder's owner is not checked, because in a container, any user may own the root folder.
      guard parent == "/" || status.st_uid == 0 || status.st_uid == geteuid() else {
        return "\(folder): \(parent) belongs to another user (\(status.st_uid))"
      }
      guard !status.letsOthersReplace else {
        return "\(folder): other users can replace it, as they can write to \(parent) (\(status.modeText))"
      }
    }
    return nil
  }
}

extension stat {
  fileprivate var modeText: String { "mode \(String(st_mode & 0o7777, radix: 8))" }

  /// Whether other users can rename files in this folder that do not belong to them.
  fileprivate var letsOthersReplace: Bool {
    if st_mode & S_ISVTX != 0 { return false }
    return st_mode & 0o002 != 0 || st_mode & 0o020 != 0 && !hasGroupOfOwn
  }

  /// Whether the folder's group is the one that many systems give each user, with nobody else in it.
  private var hasGroupOfOwn: Bool {
    guard let group = getgrgid(st_gid), let user = getpwuid(geteuid()), user.pointee.pw_gid == st_gid,
      strcmp(group.pointee.gr_name, user.pointee.pw_name) == 0
    else { return false }
    var member = group.pointee.gr_mem
    while let name = member?.pointee {
      guard strcmp(name, user.pointee.pw_name) == 0 else { return false }
      member = member?.advanced(by: 1)
    }
    return true
  }
}
