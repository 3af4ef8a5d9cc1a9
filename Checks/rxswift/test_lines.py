"""The links of the pages to RxSwift's own lines: that every row has them, and, in a checkout, that they lead where they say.

`RXSWIFT=FOLDER` names a checkout of RxSwift with its tags, as for `make bench`. Without it, only the links are looked at.
"""

import functools
import os
import pathlib
import re
import subprocess

import pytest
from declarations import lines_of

CONTENT = pathlib.Path(__file__).resolve().parents[2] / "content"
STEPS = CONTENT / "rxswift" / "steps.yml"
TAG = re.search(r"^version: (\S+)$", STEPS.read_text(encoding="utf-8"), re.MULTILINE).group(1)
CHECKOUT = os.environ.get("RXSWIFT")
LINK = re.compile(r"https://github\.com/ReactiveX/RxSwift/blob/([^/\s]+)/([^\s#)\"]+\.swift)(?:#L(\d+)(?:-L(\d+))?)?")

# The heads of the tables that say how RxSwift does something.
HEADS = re.compile(
    r"^\| *(\| RxSwift 6|step \| RxSwift|步骤 \| RxSwift|in RxSwift, and|RxSwift，以及"
    r"|in many articles on RxSwift|讲RxSwift的文章|in articles \||文章里 \||The article says|文章怎么说)"
)

needs_checkout = pytest.mark.skipif(
    not CHECKOUT, reason="no checkout of RxSwift: RXSWIFT=FOLDER names one, and its lines are looked at"
)


def steps():
    """Of each step that RxSwift takes: where it stands, both texts, the names and the file."""
    text = STEPS.read_text(encoding="utf-8")
    for part in re.split(r"^      - step:", text, flags=re.MULTILINE)[1:]:
        names = re.search(r"^ +there: \[(.*)\]$", part, re.MULTILINE)
        if names:
            file = re.search(r"^ +file: (\S+)$", part, re.MULTILINE).group(1)
            texts = re.findall(r'^ {10}(?:en|zh-Hans): "(.*)"$', part, re.MULTILINE)[:2]
            yield pytest.param(texts, re.findall(r'"([^"]+)"|([\w.]+)', names.group(1)), file, id=texts[0].split(" (")[0])


def links():
    """Every link to a file of RxSwift in the pages and their data, with its place."""
    for path in sorted([*CONTENT.rglob("*.md"), STEPS]):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for link in LINK.finditer(line):
                yield f"{path.relative_to(CONTENT)}:{number}", *link.groups()


def rows():
    """The rows of the tables about RxSwift's code, with their places."""
    for path in sorted(CONTENT.rglob("*.md")):
        is_table = False
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if HEADS.match(line):
                is_table = True
            elif not line.startswith("|"):
                is_table = False
            elif is_table and not line.startswith("| ---"):
                yield f"{path.relative_to(CONTENT)}:{number}", line


def linked(text, ref=TAG):
    return [(file, int(first)) for found, file, first, _ in LINK.findall(text) if found == ref]


@functools.cache
def lines(ref, file):
    shown = subprocess.run(["git", "-C", CHECKOUT, "show", f"{ref}:{file}"], capture_output=True, text=True)
    assert shown.returncode == 0, f"{CHECKOUT}: {shown.stderr.strip()} (fetch its tags and its main branch)"
    return shown.stdout.splitlines()


def test_every_row_links_to_a_line():
    found = list(rows())
    assert len(found) > 100
    assert [place for place, row in found if not any(first for _, _, first, _ in LINK.findall(row))] == []


@pytest.mark.parametrize(("texts", "names", "file"), list(steps()))
def test_a_step_links_to_its_file_in_both_languages(texts, names, file):
    english, chinese = (linked(text) for text in texts)
    assert english == chinese
    assert {path for path, _ in english} == {file}


@needs_checkout
@pytest.mark.parametrize(("texts", "names", "file"), list(steps()))
def test_a_step_links_to_the_declarations_of_its_names(texts, names, file):
    source = "\n".join(lines(TAG, file))
    declared = [lines_of(source, name or other) for name, other in names]
    assert all(len(places) == 1 for places in declared), f"{file} declares {names} in {declared}"
    assert [line for _, line in linked(texts[0])] == list(dict.fromkeys(line for (line,) in declared))


@needs_checkout
def test_the_functions_on_a_stack_are_declared():
    named = re.findall(r"- there: (.*)$", STEPS.read_text(encoding="utf-8"), re.MULTILINE)
    functions = {name for text in named for name in re.findall(r"`([A-Z][\w.]+\([\w:]*\))`", text)}
    files = {step.values[2] for step in steps()} | {"RxSwift/ObserverType.swift"}
    sources = ["\n".join(lines(TAG, file)) for file in files]
    assert functions
    assert [name for name in functions if not any(lines_of(source, name) for source in sources)] == []


@needs_checkout
def test_every_link_leads_to_lines_that_are_there():
    wrong = []
    for place, ref, file, first, last in links():
        source = lines("origin/main" if ref == "main" else ref, file.replace("%2B", "+"))
        named = source[int(first) - 1 : int(last or first)] if first else source
        if len(named) < int(last or first or 0) - int(first or 0) or not any(line.strip() for line in named):
            wrong.append(f"{place}: {ref} {file} {first}")
    assert wrong == []
