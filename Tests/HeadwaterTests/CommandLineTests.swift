import TestSupport
import Testing

@testable import headwater

@Suite("Options that the environment gives", .oneAtATime)
struct EnvironmentOptionsTests {
  @Test(
    "Each option has its variable; the command line takes precedence",
    arguments: [
      (["HEADWATER_TIME_LIMIT": "5"], ["trace", "a"], ["trace", "--time-limit=5", "a"]),
      (["HEADWATER_TIME_LIMIT": "5"], ["trace", "--time-limit", "6"], ["trace", "--time-limit", "6"]),
      (["HEADWATER_TIME_LIMIT": "5"], ["trace", "--time-limit=6"], ["trace", "--time-limit=6"]),
      (["HEADWATER_OUTPUT": "f"], ["show", "-o", "g"], ["show", "-o", "g"]),
      (["HEADWATER_OUTPUT": "f"], ["show", "a", "--", "-o"], ["show", "--output=f", "a", "--", "-o"]),
      (["HEADWATER_NO_FOLD": "1"], ["show"], ["show", "--no-fold"]),
      (["HEADWATER_NO_FOLD": "0"], ["show"], ["show"]), (["HEADWATER_NO_FOLD": ""], ["show"], ["show"]),
      (["HEADWATER_OUTPUT": "f"], ["site", "build"], ["site", "build"]),
      (["HEADWATER_SITE_OUTPUT": "f"], ["site", "build"], ["site", "build", "--output=f"]),
      (["HEADWATER_OUTPUT": "f"], ["--help"], ["--help"]), (["HEADWATER_OUTPUT": "f"], [], []),
      (["HEADWATER_TIME_LIMIT": "5"], ["show"], ["show"]),
      (["HEADWATER_TRACE": "f", "HEADWATER_TRACE_LIMIT": "1"], ["show"], ["show"]),
    ])
  func options(environment: [String: String], given: [String], expected: [String]) {
    #expect(EnvironmentOptions(environment).added(to: given).arguments == expected)
  }

  @Test("A note names the variables that were used, because the mistake may be in one of them")
  func note() {
    let options = EnvironmentOptions(["HEADWATER_TIME_LIMIT": "soon"])
    #expect(options.added(to: ["trace"]).note == "Note: these variables are set: HEADWATER_TIME_LIMIT\n")
    #expect(options.added(to: ["site"]).note == nil)
  }
}

@Suite("The manual page", .oneAtATime)
struct ManualPageTests {
  @Test("Commands, their texts and their options, with troff's own characters escaped")
  func page() throws {
    let tree = """
      {"command": {"commandName": "headwater", "abstract": "Show steps.", "subcommands": [
        {"commandName": "show", "abstract": "Show a run.", "discussion": "It does.\\n\\n  .a \\\\ table\\n", "arguments": [
          {"kind": "positional", "valueName": "file", "isOptional": false, "isRepeating": true},
          {"kind": "option", "valueName": "place", "isOptional": false, "names": [{"kind": "long", "name": "at"}]},
          {"kind": "option", "valueName": "form", "isOptional": true, "abstract": "The form.", "defaultValue": "tree",
           "names": [{"kind": "short", "name": "f"}, {"kind": "long", "name": "the-form"}]}]},
        {"commandName": "hidden", "shouldDisplay": false}]}}
      """
    let parts = try #require(ManualPage(commandTree: tree)).text.components(separatedBy: ".SH ENVIRONMENT\n")
    #expect(parts.count == 2 && parts[1].contains("HEADWATER_"))
    #expect(
      parts[0] == #"""
        .TH HEADWATER 1
        .SH NAME
        headwater \- Show steps.
        .SH SYNOPSIS
        .B headwater show
        [options] file ... \-\-at place
        .br
        .SH HEADWATER SHOW
        Show a run.
        .PP
        It does.
        .PP
        .nf
          .a \e table
        .fi
        .PP
        .SS Options
        .TP
        .B <file>

        .TP
        .B \-\-at <place>

        .TP
        .B \-f, \-\-the\-form <form>
        The form. (tree)

        """#)
    #expect(ManualPage(commandTree: "{}") == nil)
  }
}
