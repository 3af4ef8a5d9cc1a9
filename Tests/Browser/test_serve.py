"""`headwater site serve`: pages that load themselves anew, with what is wrong said where it is."""

import contextlib
import json
import re
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request

import pytest
from conftest import HEADWATER, ROOT
from playwright.sync_api import expect

PAGE = """---
title: Notes
---

The first words.

```chain pipeline=flow.swift
ObservableType.subscribe(onNext:) | a note
  …
```

The last words.
"""
FLOW = "import RxSwift\n_ = Observable.of(1, 2).map { $0 * 2 }.subscribe(onNext: { print($0) })\n"


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


@contextlib.contextmanager
def serving(tmp_path, *options):
    """The address of a server, and the page that it serves."""
    content = tmp_path / "content"
    content.mkdir()
    (content / "flow.swift").write_text(FLOW)
    (content / "notes.md").write_text(PAGE)
    port = free_port()
    command = [HEADWATER, "site", "serve", "--content", content, "--port", str(port), *options]
    environment = {"XDG_CACHE_HOME": str(tmp_path / "cache"), "PATH": "/usr/local/bin:/usr/bin:/bin"}
    swift = shutil.which("swiftc")
    environment["PATH"] += ":" + swift.rsplit("/", 1)[0]
    server = subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.PIPE)
    address = f"http://127.0.0.1:{port}"
    for _ in range(600):
        try:
            if status(address)["version"] > 0:
                break
        except (urllib.error.URLError, ConnectionError):
            pass
        time.sleep(0.1)
    try:
        yield address, content / "notes.md"
    finally:
        server.kill()
        server.wait()


@pytest.fixture
def served(tmp_path):
    with serving(tmp_path) as served:
        yield served


@pytest.fixture
def page(browser):
    context = browser.new_context()
    yield context.new_page()
    context.close()


def status(address, after=-1):
    with urllib.request.urlopen(f"{address}/_live?after={after}", timeout=30) as answer:
        return json.load(answer)


def test_a_page_loads_itself_anew(served, page):
    address, notes = served
    page.goto(f"{address}/notes.html")
    expect(page.get_by_text("The first words.")).to_be_visible()
    notes.write_text(PAGE.replace("The first words.", "Other words."))
    expect(page.get_by_text("Other words.")).to_be_visible(timeout=15_000)


def test_what_is_wrong_is_said_at_its_block_until_it_is_mended(served, page):
    address, notes = served
    page.goto(f"{address}/notes.html")
    notes.write_text(PAGE.replace("a note\n", "a note\n  Producer.runn\n"))
    problem = page.locator("article .problem")
    expect(problem).to_contain_text(re.compile(r"notes\.md:9:\d+: "), timeout=15_000)
    # Between the words before and those after it.
    before = page.get_by_text("The first words.").bounding_box()["y"]
    after = page.get_by_text("The last words.").bounding_box()["y"]
    assert before < problem.bounding_box()["y"] < after
    expect(page.locator(".live.error")).to_be_visible()
    notes.write_text(PAGE)
    expect(problem).to_have_count(0, timeout=15_000)
    expect(page.locator(".live")).to_be_hidden()


def test_nobody_else_is_served(served):
    address, _ = served
    request = urllib.request.Request(f"{address}/notes.html", headers={"Host": "example.org"})
    with pytest.raises(urllib.error.HTTPError, match="403"):
        urllib.request.urlopen(request)
    for path in ["/../notes.md", "/%2e%2e/notes.md", "/.headwater-site", "/..%2fnotes.md"]:
        with pytest.raises(urllib.error.HTTPError, match="40[04]"):
            urllib.request.urlopen(address + path)


def test_a_port_that_is_taken_is_said(served):
    address, notes = served
    port = address.rsplit(":", 1)[1]
    run = subprocess.run(
        [HEADWATER, "site", "serve", "--content", notes.parent, "--port", port], cwd=ROOT, capture_output=True,
        text=True, timeout=60)
    assert run.returncode == 1
    assert f"port {port} cannot be listened on" in run.stderr


def test_the_api_is_served(tmp_path, page):
    api = ROOT / ".build/docs/api"
    with serving(tmp_path, "--api", api) as (address, _):
        page.goto(f"{address}/notes.html")
        page.get_by_role("link", name="Swift API").click()
        expect(page.get_by_text("need a web server")).to_be_visible()
        page.get_by_role("link", name="Rx", exact=True).click()
        expect(page.get_by_role("heading", name="Rx", exact=True, level=1)).to_be_visible()
        page.goto(f"{address}/api/documentation/rx/observable/")
        expect(page.get_by_role("heading", name="Observable", exact=True, level=1)).to_be_visible()
