"""Finds where a Swift file declares a name such as `MapSink.on(_:)`, by the indentation of its lines."""

import re

KIND = r"(?:class|struct|enum|protocol|extension|typealias|actor)"
MEMBER = r"(?:func|var|let|typealias|case)"


def lines_of(text, name):
    """The numbers of the lines that declare the name: a type, or a member of one. Labels count if the name has them."""
    lines = text.splitlines()
    bare, labels = (re.fullmatch(r"([\w.]+)(?:\(([^)]*)\))?", name)).groups()
    owner, _, member = bare.rpartition(".")
    if member[0].isupper() and not owner:
        return [number for number, line in enumerate(lines, 1) if declares_type(line, member)]
    return [
        number
        for number, line in enumerate(lines, 1)
        if declares_member(line, member)
        and owner == (owner_of(lines, number) or "")
        and (labels is None or labels == labels_at(lines, number))
    ]


def declares_type(line, name):
    return re.search(rf"\b(?:class|struct|enum|protocol|typealias|actor) {re.escape(name)}\b", line) is not None


def declares_member(line, name):
    if name in ("init", "deinit"):
        return re.search(rf"\b{name}[?(< ]", line) is not None
    return re.search(rf"\b{MEMBER} `?{re.escape(name)}\b", line) is not None


def indentation(line):
    return len(line) - len(line.lstrip())


def owner_of(lines, number):
    """The type around a member: the nearest line above that is indented less and is not the end of a longer declaration."""
    depth = indentation(lines[number - 1])
    for line in reversed(lines[: number - 1]):
        if not line.strip() or line.lstrip()[0] in "{#/" or indentation(line) >= depth:
            continue
        declared = re.search(rf"\b{KIND} ([\w.]+)", line)
        return declared.group(1) if declared else None
    return None


def labels_at(lines, number):
    """`_:action:` of the function that begins in a line; its parameters may stand in the lines below."""
    text = "\n".join(lines[number - 1 : number + 12])
    start = re.search(r"\b(?:func `?\w+|init)[^(]*\(", text)
    if not start:
        return None
    depth, part, parts = 1, "", []
    for character in text[start.end() :]:
        depth += character in "([{<"
        depth -= character in ")]}" or (character == ">" and not part.endswith("-"))
        if depth == 0:
            break
        if character == "," and depth == 1:
            parts, part = [*parts, part], ""
        else:
            part += character
    parts = [one.strip() for one in [*parts, part] if one.strip()]
    return "".join(re.match(r"\w+", re.sub(r"^@\w+ ", "", one)).group() + ":" for one in parts)
