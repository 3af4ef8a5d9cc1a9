"""The pictures of `watch` and of a flame graph on the page about a service, which are drawn from a run of that page's program.

`HEADWATER_DRAW=1` draws them anew. Otherwise they are held against a run: figures differ each time, all else may not.
"""

import fcntl
import html.parser
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time
from xml.sax.saxutils import escape

import pytest
from conftest import HEADWATER, ROOT

PAGE = ROOT / "content/debug"
COLUMNS, LINES = 100, 12
# Of a character, in the font of the picture.
WIDTH, HEIGHT = 7.23, 19
STYLE = """<style>
text { font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 12px; fill: #1f2328; }
.back { fill: #fdfcf9; stroke: #e4e0d6; } .s1 { font-weight: bold; } .s2 { fill: #5a6068; } .s31 { fill: #a4262c; } .s33 { fill: #7a5200; }
.kind0 { fill: #f6d5b8; } .kind1 { fill: #f3c7c0; } .kind2 { fill: #f5e2a8; } .kind3 { fill: #d5e3b5; } .kind4 { fill: #c5dcec; } .kind5 { fill: #dcd0ea; }
@media (prefers-color-scheme: dark) {
text { fill: #e2e0da; } .back { fill: #16191d; stroke: #333a42; } .s2 { fill: #a3a9b1; } .s31 { fill: #ff9a94; } .s33 { fill: #e5c07b; }
.kind0 { fill: #5e3d1f; } .kind1 { fill: #5d2e28; } .kind2 { fill: #57470f; } .kind3 { fill: #3a4a1c; } .kind4 { fill: #21425a; } .kind5 { fill: #443357; }
}
</style>
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pictures")
    (folder / "service.swift").write_text((PAGE / "service.swift").read_text())
    subprocess.run([HEADWATER, "record", "-o", "service.hwtrace", "service.swift"], cwd=folder, check=True)
    return folder


def frame(folder):
    """The lines that a terminal has once the run has been read and checked."""
    process, terminal = pty.fork()
    if process == 0:
        os.chdir(folder)
        os.environ.update(TERM="xterm", NO_COLOR="")
        os.execv(HEADWATER, ["headwater", "watch", "service.hwtrace"])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
    drawn, end = "", time.monotonic() + 120
    try:
        while not re.search(r"ended .*1 finding.*q quit[^\n]*$", drawn.split("\x1b[H")[-1], re.S):
            assert time.monotonic() < end, drawn[-2000:]
            if select.select([terminal], [], [], 1)[0]:
                drawn += os.read(terminal, 1 << 16).decode(errors="replace")
        os.write(terminal, b"q")
    finally:
        os.close(terminal)
        os.waitpid(process, 0)
    return [line.removesuffix("\x1b[K") for line in re.split(r"\r?\n", drawn.split("\x1b[H")[-1].split("\x1b[J")[0])]


def svg(width, height, label, parts):
    opening = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">\n'
    back = f'<rect class="back" x="0.5" y="0.5" width="{width - 1}" height="{height - 1}" rx="6"/>\n'
    return opening + f"<title>{label}</title>\n" + STYLE + back + "\n".join(parts) + "\n</svg>\n"


def picture_of_watch(folder):
    parts = []
    for row, line in enumerate(frame(folder)):
        column = 0
        for code, text in re.findall(r"(?:\x1b\[(\d+)m)?([^\x1b]+)(?:\x1b\[0m)?", line):
            shown = text.strip()
            if shown:
                x = 10 + (column + text.index(shown)) * WIDTH
                place = f'x="{x:.1f}" y="{24 + row * HEIGHT}" textLength="{len(shown) * WIDTH:.1f}"'
                # Other spaces are drawn as one.
                words = escape(shown).replace(" ", "\u00a0")
                parts.append(f'<text class="s{code or 0}" {place}>{words}</text>')
            column += len(text)
    return svg(round(COLUMNS * WIDTH) + 20, LINES * HEIGHT + 20, "headwater watch on a terminal", parts)


class Boxes(html.parser.HTMLParser):
    """The boxes of a flame graph: where each begins and how wide it is, as parts of the whole, its depth, kind and title."""

    def __init__(self):
        super().__init__()
        self.found, self.open, self.kinds = [], [], []

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "div":
            self.open.append(None)
        if tag == "div" and attributes.get("class", "").startswith("box"):
            share = float(re.search(r"width:([\d.]+)%", attributes["style"])[1]) / 100
            around = next((box for box in reversed(self.open) if box), None)
            start, whole = (around["next"], around["width"]) if around else (0, 1)
            box = {"start": start, "next": start, "width": share * whole, "kind": attributes["class"].split()[1],
                   "depth": sum(box is not None for box in self.open)}
            if around:
                around["next"] += box["width"]
            self.open[-1] = box
        if tag == "a" and self.open and self.open[-1]:
            self.found.append(self.open[-1] | {"title": attributes["title"].rsplit(": ", 1)[0]})

    def handle_endtag(self, tag):
        if tag == "div" and self.open:
            self.open.pop()


def picture_of_flames(folder):
    subprocess.run([HEADWATER, "profile", "service.hwtrace", "--format", "html", "-o", "profile.html"], cwd=folder, check=True)
    boxes = Boxes()
    boxes.feed((folder / "profile.html").read_text())
    width, parts = round(COLUMNS * WIDTH), []
    for box in boxes.found:
        x, y, wide = 10 + box["start"] * width, 10 + box["depth"] * (HEIGHT + 3), max(1, box["width"] * width - 1)
        parts.append(f'<rect class="{box["kind"]}" x="{x:.1f}" y="{y}" width="{wide:.1f}" height="{HEIGHT + 2}"/>')
        # Others are too narrow for a name.
        if len(box["title"]) * WIDTH < wide - 8:
            parts.append(f'<text x="{x + 4:.1f}" y="{y + 15}">{escape(box["title"])}</text>')
    deepest = max(box["depth"] for box in boxes.found)
    return svg(width + 20, (deepest + 1) * (HEIGHT + 3) + 20, "a flame graph of headwater profile", parts)


def words(picture):
    """What a picture says, without figures and places."""
    texts = [re.sub(r"<?[\d.]+ ?(?:[µmn]?s|min|%)?(?![\w:])|·", "0", text) for text in re.findall(r"<text[^>]*>([^<]*)", picture)]
    return [" ".join(text.split()) for text in texts]


@pytest.mark.parametrize("name, draw", [("watch", picture_of_watch), ("flames", picture_of_flames)])
def test_a_picture_shows_what_a_run_shows(folder, name, draw):
    drawn, file = draw(folder), PAGE / f"service-{name}.svg"
    if os.environ.get("HEADWATER_DRAW"):
        # A run that is read at once has figures; otherwise those of the whole run came in an earlier frame.
        while name == "watch" and not re.search(r"service.swift:25\u00a0map\u00a0+[1-9]", drawn):
            drawn = draw(folder)
        file.write_text(drawn)
    # A busy machine makes a narrow box wide enough for its name.
    assert [text for text in words(file.read_text()) if text not in words(drawn)] == []
