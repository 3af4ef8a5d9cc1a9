import Foundation

/// The width of a terminal.
public enum TerminalWidth {
  /// The columns of the terminal behind a descriptor; what `COLUMNS` says if it is none, and 100 if that is not set.
  public static func columns(
    of descriptor: Int32, environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> Int {
    var size = winsize()
    if ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
    return environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? usual
  }

  private static let usual = 100
}
