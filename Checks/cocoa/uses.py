#!/usr/bin/env python3
"""The names of RxSwift and RxRelay that RxCocoa's sources in a checkout use, held against this engine's public names.

    RXSWIFT=FOLDER Checks/cocoa/uses.py    print the uses for which the engine has no name; fail if there are any

UIKit and AppKit are not needed, so this works on Linux, where these sources cannot be compiled. A name counts if the
checkout's RxSwift or RxRelay declares it as public; of a call, the arguments' labels count as well. The types of values
are not known here, so a name that RxCocoa declares itself is taken for its own.
"""

import os
import pathlib
import re
import sys

SURFACE = pathlib.Path(__file__).resolve().parents[2] / "Tests/RxTests/Surface/ours.txt"
OURS = {"RxSwift", "RxRelay", "RxCocoaRuntime"}
# The modules of Swift's toolchains. All others have to be Apple's.
TOOLCHAINS = {"Dispatch", "Foundation", "FoundationNetworking", "Glibc", "Swift"}

TYPE = re.compile(r"\b(?:class|struct|enum|protocol|typealias|extension)\s+`?([\w.]+)")
VALUE = re.compile(r"\b(?:var|let|case)\s+`?(\w+)")
FUNCTION = re.compile(r"\b(?:func\s+`?(\w+)`?|(init)\??)\s*(?:<[^({]*?>)?\s*\(")
PRIVATE = re.compile(r"\b(?:private|fileprivate|internal)\b(?!\()")


def code(path):
    """A file's text without comments and strings."""
    text = re.sub(r'"""(?:.|\n)*?"""|"(?:\\.|[^"\\\n])*"', '""', path.read_text(encoding="utf-8"))
    return re.sub(r"//[^\n]*|/\*(?:.|\n)*?\*/", "", text)


def sources(folder):
    return [path for path in sorted(folder.rglob("*.swift")) if path.is_file()]


def arguments(text, start):
    """The parts between the parentheses that open before `start`, split at the outer commas."""
    depth, part, parts = 1, "", []
    for character in text[start:]:
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(character, 0)
        if depth == 0:
            break
        if character == "," and depth == 1:
            parts.append(part)
            part = ""
        else:
            part += character
    return [part.strip() for part in [*parts, part] if part.strip()]


def labels(parts):
    """`to`, or nothing for an argument without a label."""
    found = (re.match(r"`?(\w+)`?\s*(?:\w+\s*)?:(?!:)", part) for part in parts)
    return tuple(match[1] if match and match[1] != "_" else "" for match in found)


class Names:
    """The types and values that a module declares, and the labels of its functions."""

    def __init__(self):
        self.names = set()
        self.functions = {}

    def function(self, name, labels):
        self.names.add(name)
        self.functions.setdefault(name, set()).add(labels)

    def takes(self, name, used):
        """Whether a function takes these arguments; others have defaults, or are closures behind the call."""
        return any(is_within(used, labels) for labels in self.functions.get(name, ()))


def is_within(used, labels):
    rest = iter(labels)
    return all(any(label == other for other in rest) for label in used)


def declared(folders, publicly):
    """The names that the sources in the folders declare: all of them, or those that another module can use."""
    found = Names()
    for path in (path for folder in folders for path in sources(folder)):
        text = code(path)
        for line in re.finditer(r"[^\n]+", text):
            if not publicly or is_public(text, line):
                read(line[0], text, line.start(), found)
    return found


def is_public(text, line):
    """Whether a declaration is public: by its own word, or by that of its extension, protocol or enum."""
    if PRIVATE.search(line[0]):
        return False
    if re.search(r"\b(?:public|open)\b", line[0]):
        return True
    before = text[: line.start()]
    around = [m for m in re.finditer(r"^(?:@\w+.*\s)*\w.*\{", before, re.MULTILINE) if not m[0].startswith(" ")]
    is_member = line[0].startswith("    ") and not line[0].startswith("     ")
    return bool(is_member and around and re.search(r"\bpublic\b.*\b(?:extension|protocol|enum)\b", around[-1][0]))


def read(line, text, start, found):
    # Types within types are mostly names for generic parameters.
    for match in [*TYPE.finditer(line if line[0] != " " else ""), *VALUE.finditer(line)]:
        found.names.add(match[1].split(".")[-1])
    for match in FUNCTION.finditer(line):
        found.function(match[1] or match[2], labels(arguments(text, start + match.end())))


def public_names(text):
    """The names in the engine's list of its public names."""
    found = Names()
    for line in text.split("\n## RxTestCore")[0].splitlines():
        if line.startswith("#") or ": " in line:
            continue
        path = re.sub(r" ×\d+$", "", line.split(" ", 1)[1] if re.match(r"[a-z]+ \w+$", line) else line)
        name, _, parameters = path.partition("(")
        found.names |= set(name.replace("`", "").split("."))
        if parameters:
            given = tuple("" if label == "_" else label for label in parameters.rstrip(")").split(":")[:-1])
            found.function(name.replace("`", "").split(".")[-1], given)
    return found


def missing(checkout, surface):
    """Lines about uses for which the engine has no name, and the number of the names that are used."""
    theirs = declared([checkout / "RxSwift", checkout / "RxRelay"], publicly=True)
    own = declared([checkout / "RxCocoa"], publicly=False)
    ours = public_names(surface)
    used, lines = set(), set()
    for path in sources(checkout / "RxCocoa"):
        text = code(path)
        for match in re.finditer(r"(?<![\w.])([A-Z]\w*)|\.\s*`?([a-z]\w*)`?(\s*\()?", text):
            name = match[1] or match[2]
            if name not in theirs.names:
                continue
            used.add(name)
            if name not in ours.names | own.names:
                lines.add(f"{path.relative_to(checkout)}: {name}")
            elif match[3]:
                given = labels(arguments(text, match.end()))
                if theirs.takes(name, given) and not ours.takes(name, given) and not own.takes(name, given):
                    call = "".join(f"{label or '_'}:" for label in given)
                    lines.add(f"{path.relative_to(checkout)}: {name}({call})")
    return sorted(lines), used


def foreign_imports(checkout, apples):
    """Imports of modules that neither the toolchain, nor Apple, nor the generated package has."""
    known = OURS | TOOLCHAINS | apples
    pattern = re.compile(r"^[ \t]*(?:@\w+ )*import (?:(?:class|enum|func|protocol|struct) )?(\w+)", re.MULTILINE)
    return sorted(
        f"{path.relative_to(checkout)}: import {module}"
        for path in sources(checkout / "RxCocoa") for module in pattern.findall(code(path)) if module not in known)


if __name__ == "__main__":
    lines, used = missing(pathlib.Path(os.environ["RXSWIFT"]), SURFACE.read_text())
    print("\n".join(lines) or f"the engine has all {len(used)} names of RxSwift and RxRelay that RxCocoa uses")
    sys.exit(1 if lines else 0)
