import Foundation

/// How many columns a terminal has.
public enum TerminalWidth {
  /// The columns of a terminal that does not say how many it has.
  public static let usual = 100
  private static let least = 40

  /// The columns that text for a descriptor may take; nil if it goes to a file or a pipe, whose readers have no width.
  ///
  /// `COLUMNS` takes precedence, also for a pipe, because a reader who exports it wants that width.
  public static func columns(
    of descriptor: Int32, environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> Int? {
    if let columns = environment["COLUMNS"].flatMap({ Int($0) }), columns > 0 { return max(columns, least) }
    guard isatty(descriptor) == 1 else { return nil }
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return usual }
    return max(Int(size.ws_col), least)
  }
}
