/// The help of several commands about their exit status.
enum ExitStatusText {
  private static let failures = """
      64  the command line is wrong, or a file would replace what is run or shown
      65  the source is not UTF-8 or does not compile, the package cannot be
          built or does not use Rx, the file is not a trace, or nothing was
          recorded (tests keep their own status then)
      66  a file or a program cannot be read or is not there
      69  swiftc, swift or the engine is missing
      73  a file could not be written
    """

  static let ofProgram = """
    EXIT STATUS
      The program's own; 128 + signal when a signal ended it. Otherwise:
    \(failures)
      124 the time limit was reached
    """

  static let ofReaders = """
    EXIT STATUS
      0   all is well
    \(failures)
    """
}

/// The help of several commands about the environment.
enum EnvironmentText {
  static let ofAll = """
    ENVIRONMENT
      Every option is a variable as well: --time-limit is HEADWATER_TIME_LIMIT,
      site's --content is HEADWATER_SITE_CONTENT. A flag is set by 1. Options on
      the command line take precedence.
    """

  private static let options = """
      HEADWATER_…      every option: HEADWATER_NO_FOLD=1 is --no-fold,
                       HEADWATER_FORMAT=steps is --format steps
      NO_COLOR         set to anything: no colours unless --color asks for them
    """

  static let ofReaders = """
    ENVIRONMENT
    \(options)
      PAGER            what shows long text on a terminal (less)
    """

  static let ofRuns = """
    \(ofReaders)
      SWIFTC           the Swift compiler (the first swiftc in PATH)
      XDG_CACHE_HOME   compiled files are kept in its folder headwater (~/.cache)
    \(rxCocoa)
    """

  /// Only packages can have another RxCocoa than the engine's own part.
  private static let rxCocoa = """
      HEADWATER_RXCOCOA
                       a checkout of RxSwift whose RxCocoa a package is built with;
                       on macOS that of the package's .build/checkouts (not tried)
    """

  static let ofCache = """
    ENVIRONMENT
    \(rxCocoa)
      XDG_CACHE_HOME   the files are kept in its folder headwater (~/.cache)
    """
}
