"""The page on forms says how a DocC bundle takes a picture of a run: its commands and its article are tried as they stand."""

import json
import os
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEADWATER = pathlib.Path(os.environ.get("HEADWATER", ROOT / ".build/debug/headwater"))


def blocks(page, language):
    return re.findall(rf"^```{language}\b[^\n]*\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)


def test_bundle(tmp_path):
    page = (ROOT / "content/reference/exports.md").read_text()
    commands = next(block for block in blocks(page, "sh") if "docc convert" in block)
    (article,) = blocks(page, "markdown")
    environment = os.environ | {"PATH": f"{HEADWATER.parent}:{os.environ['PATH']}"}
    program = ROOT / "content/reference/command-line/greet.swift"
    subprocess.run([HEADWATER, "record", "-o", tmp_path / "greet.hwtrace", program], check=True, stdout=subprocess.DEVNULL)
    (tmp_path / "Greeting.docc").mkdir()
    (tmp_path / "Greeting.docc/Greeting.md").write_text(article)
    made = subprocess.run(
        ["bash", "-e"], cwd=tmp_path, env=environment, input=commands, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert made.returncode == 0, made.stdout
    assert "warning" not in made.stdout, made.stdout
    archive = tmp_path / "Greeting.doccarchive"
    (picture,) = archive.glob("images/**/greet.svg")
    assert picture.read_text() == (tmp_path / "Greeting.docc/Resources/greet.svg").read_text()
    assert "@keyframes" in picture.read_text()
    (data,) = archive.glob("data/documentation/**/greeting.json")
    assert json.loads(data.read_text())["references"]["greet.svg"]["alt"].startswith("The names go through map")
