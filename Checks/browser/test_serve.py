"""`headwater site serve`: pages reload themselves, and show each problem at its place."""

import contextlib
import http.client
import http.server
import json
import re
import shutil
import subprocess
import threading
import time
import urllib.error
import urllib.request

import pytest
import seen_by_axe
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


@contextlib.contextmanager
def serving(folder, *options):
    """The address of a server, and the page that it serves."""
    with server_in(folder, *options) as (_, address, notes):
        yield address, notes


@contextlib.contextmanager
def server_in(folder, *options, is_built=True, flow=FLOW, **pages):
    """The process of a server, its address, and the page that it serves, with others; once they are built, or at once."""
    content, log = folder / "content", folder / "log"
    content.mkdir()
    (content / "flow.swift").write_text(flow)
    (content / "notes.md").write_text(PAGE)
    for name, text in pages.items():
        (content / f"{name}.md").write_text(text)
    # The system chooses the port: one that was free a moment ago may be taken by the time the server asks for it.
    command = [HEADWATER, "site", "serve", "--content", content, "--port", "0", *options]
    environment = {"XDG_CACHE_HOME": str(folder / "cache"), "PATH": "/usr/local/bin:/usr/bin:/bin"}
    swift = shutil.which("swiftc")
    environment["PATH"] += ":" + swift.rsplit("/", 1)[0]
    with open(log, "w") as output:
        server = subprocess.Popen(command, cwd=ROOT, env=environment, stderr=output)
    try:
        address = f"http://127.0.0.1:{port(server, log)}"
        if is_built:
            wait_for_build(address, after=0)
        yield server, address, content / "notes.md"
    finally:
        server.kill()
        server.wait()


def port(server, log):
    """The port that a server says it listens on."""
    end = time.monotonic() + 300
    while True:
        said = log.read_text()
        if match := re.search(r"^http://localhost:(\d+)/ shows the site", said, re.M):
            return int(match[1])
        assert server.poll() is None and time.monotonic() < end, said
        time.sleep(0.02)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("serve")) as served:
        yield served


@pytest.fixture
def served(server):
    """A server, shared by all tests, whose page is as it was in the beginning."""
    address, notes = server
    yield address, notes
    for path in notes.parent.iterdir():
        if path.name not in ("flow.swift", "notes.md"):
            path.unlink()
    for path, text in [(notes, PAGE), (notes.parent / "flow.swift", FLOW)]:
        if path.read_text() != text:
            path.write_text(text)
    end = time.monotonic() + 300
    while (now := status(address))["problems"] or "The first words." not in read(f"{address}/notes.html"):
        assert time.monotonic() < end, now
        status(address, after=now["version"])


@pytest.fixture
def page(browser):
    context = browser.new_context()
    yield context.new_page()
    context.close()


def status(address, after=-1):
    """The number of the build that is served and what is wrong with it; waits for a build after the given one."""
    return json.loads(read(f"{address}/_live?after={after}"))


def wait_for_build(address, after):
    """Waits for a build after the given one. The server answers a request that waited long with the build that there is."""
    end = time.monotonic() + 120
    while status(address, after)["version"] <= after:
        assert time.monotonic() < end


def read(address):
    with urllib.request.urlopen(address, timeout=60) as answer:
        return answer.read().decode()


def test_a_page_loads_itself_anew(served, page):
    address, notes = served
    page.goto(f"{address}/notes.html")
    expect(page.get_by_text("The first words.")).to_be_visible()
    notes.write_text(PAGE.replace("The first words.", "Other words."))
    expect(page.get_by_text("Other words.")).to_be_visible()


def waiting_for(path):
    """A pipeline that goes on when there is a file."""
    return f'import Foundation\nwhile access("{path}", F_OK) != 0 {{ usleep(10_000) }}\n' + FLOW


def test_a_page_says_that_it_is_being_built(served, page, tmp_path):
    address, notes = served
    page.goto(f"{address}/notes.html")
    expect(page.locator(".live")).to_be_hidden()
    (notes.parent / "flow.swift").write_text(waiting_for(tmp_path / "go"))
    expect(page.locator(".live")).to_have_text(re.compile("^Building the site"))
    expect(page.locator(".live.error")).to_have_count(0)
    (tmp_path / "go").touch()
    expect(page.locator(".live")).to_be_hidden()


def test_pages_of_the_first_build_are_shown_as_they_become_ready(tmp_path, page):
    good = "---\ntitle: Good\n---\n\nGood words.\n"
    with server_in(tmp_path, is_built=False, flow=waiting_for(tmp_path / "go"), good=good) as (_, address, _):
        page.goto(f"{address}/good.html")
        # Until then, the server says how far it is, and the browser asks again each second.
        expect(page.get_by_text("Good words.")).to_be_visible()
        expect(page.locator(".live")).to_have_text(re.compile("^Building the site"))
        assert page.evaluate("getComputedStyle(document.querySelector('.live')).position") == "fixed"
        with pytest.raises(urllib.error.HTTPError, match="404") as refused:
            read(f"{address}/notes.html")
        assert re.fullmatch(r"notes\.html is not made yet: \d of \d pages are ready\. It will come by itself\.\n", refused.value.read().decode())
        (tmp_path / "go").touch()
        expect(page.locator(".live")).to_be_hidden()
        page.goto(f"{address}/notes.html")
        expect(page.get_by_text("The first words.")).to_be_visible()


def test_what_is_wrong_is_said_at_its_block_until_it_is_mended(served, page):
    address, notes = served
    page.goto(f"{address}/notes.html")
    notes.write_text(PAGE.replace("a note\n", "a note\n  Producer.runn\n"))
    problem = page.locator("article .problem")
    expect(problem).to_contain_text(re.compile(r"notes\.md:9:\d+: "))
    # The text of a page is there before its styles are.
    page.wait_for_load_state("load")
    # Between the words before and those after it.
    before = page.get_by_text("The first words.").bounding_box()["y"]
    after = page.get_by_text("The last words.").bounding_box()["y"]
    assert before < problem.bounding_box()["y"] < after
    expect(page.locator(".live.error pre")).to_contain_text(re.compile(r"notes\.md:9:\d+: error: "))
    notes.write_text(PAGE)
    expect(problem).to_have_count(0)
    expect(page.locator(".live")).to_be_hidden()


WRONG = PAGE.replace("a note\n", "a note\n  Producer.runn\n")


@pytest.fixture(scope="module")
def flawed(tmp_path_factory):
    """The address of a site with a problem on one page and three on two others, one of which has a page in Chinese only.

    Nothing changes in it, so that no page reloads itself while a test looks at it.
    """
    pages = {
        "notes": WRONG,
        "b": WRONG.replace("title: Notes", "title: B") + "\n[x](nowhere.md)\n",
        "c.zh-Hans": WRONG.replace("title: Notes", "title: C"),
        "good": "---\ntitle: Good\n---\n\nGood words.\n",
    }
    with server_in(tmp_path_factory.mktemp("flawed"), **pages) as (_, address, _):
        while (now := status(address)).get("building"):
            time.sleep(0.05)
        assert len(now["problems"]) == 4
        yield address


def folds(page):
    """The titles of the panel's lists, and whether they are unfolded."""
    return page.locator(".live details").evaluate_all("all => all.map((one) => [one.firstChild.textContent, one.open])")


def test_a_pages_own_problems_come_first_and_those_of_others_are_one_line(flawed, page):
    page.goto(f"{flawed}/notes.html")
    expect(page.locator(".live")).to_be_visible()
    assert folds(page) == [["Problems on this page: 1", True], ["Problems in other files: 3 (files: 2)", False]]
    expect(page.locator(".live pre").first).to_contain_text("content/notes.md:9:")
    expect(page.locator(".live pre").nth(1)).to_be_hidden()
    page.goto(f"{flawed}/c.zh-Hans.html")
    expect(page.locator(".live")).to_be_visible()
    assert folds(page) == [["本页有 1 个问题", True], ["其他 2 个文件有 3 个问题", False]]


def test_a_page_without_problems_shows_one_line(flawed, page):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{flawed}/good.html")
    expect(page.locator(".live")).to_be_visible()
    assert folds(page) == [["Problems in other files: 4 (files: 3)", False]]
    box = page.locator(".live").bounding_box()
    assert box["height"] < 50 and box["x"] >= 0 and box["x"] + box["width"] <= 390
    # Nothing of the page stays under it.
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    foot = page.locator(".site-footer").bounding_box()
    assert foot["y"] + foot["height"] <= page.locator(".live").bounding_box()["y"] + 1


def test_the_panel_stays_folded_as_the_reader_left_it(flawed, page):
    page.goto(f"{flawed}/notes.html")
    here, others = page.locator(".live summary").nth(0), page.locator(".live summary").nth(1)
    here.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(others).to_be_focused()
    page.keyboard.press("Space")
    expect(page.locator(".live pre").nth(1)).to_be_visible()
    for path in ("notes", "b"):
        page.goto(f"{flawed}/{path}.html")
        expect(page.locator(".live")).to_be_visible()
        assert [is_open for _, is_open in folds(page)] == [False, True]


def test_the_panel_is_folded_with_a_finger(flawed, browser):
    context = browser.new_context(has_touch=True, viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(f"{flawed}/notes.html")
    page.locator(".live summary").first.tap()
    expect(page.locator(".live pre").first).to_be_hidden()
    assert page.locator(".live").bounding_box()["height"] < 90
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_panel_can_be_used_by_all(flawed, browser, scheme):
    context = browser.new_context(color_scheme=scheme, bypass_csp=True)
    page = context.new_page()
    page.goto(f"{flawed}/b.html")
    expect(page.locator(".live")).to_be_visible()
    assert seen_by_axe.problems(page) == []
    context.close()


@pytest.mark.parametrize("text", ["", PAGE.replace("title", "titel")], ids=["nothing", "header"])
def test_a_page_whose_header_is_broken_stays_open_until_it_is_mended(served, page, text):
    address, notes = served
    page.goto(f"{address}/notes.html")
    notes.write_text(text)
    expect(page.locator("article .problem")).to_contain_text("notes.md:")
    expect(page.get_by_role("heading", name="Notes")).to_be_visible()
    notes.write_text(PAGE)
    expect(page.locator("article .problem")).to_have_count(0)
    expect(page.get_by_text("The first words.")).to_be_visible()


def test_a_page_that_is_taken_away_comes_back(served, page):
    address, notes = served
    page.goto(f"{address}/notes.html")
    notes.rename(notes.with_suffix(".away"))
    expect(page.get_by_text("the site has no page notes.html")).to_be_visible()
    notes.with_suffix(".away").rename(notes)
    expect(page.get_by_text("The first words.")).to_be_visible()


@pytest.fixture(scope="module")
def edited(tmp_path_factory):
    """A site whose server opens lines in an editor that writes down its arguments: the address, and what was opened."""
    folder = tmp_path_factory.mktemp("edit")
    editor = folder / "editor"
    editor.write_text(f'#!/bin/sh\necho "$1 ${{2##*/}}" >> {folder}/opened\n')
    editor.chmod(0o755)
    prose = "Eins.\n\n- zwei\n- drei\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n"
    pages = {"prose": f"---\ntitle: Prose\n---\n\n{prose}", "prose.zh-Hans": f"---\ntitle: Prosa\n---\n\n{prose}"}
    with server_in(folder, "--editor", f"{editor} +{{line}} {{file}}", **pages) as (_, address, _):
        yield address, lambda: (folder / "opened").read_text().splitlines() if (folder / "opened").exists() else []


def pencil(page):
    return page.locator(".edit button")


def test_a_click_beside_a_block_opens_its_line(edited, page):
    address, opened = edited
    before = len(opened())
    page.goto(f"{address}/prose.html")
    expect(pencil(page)).to_have_css("opacity", "1")
    expect(page.locator(".edit")).to_have_css("opacity", "0")
    for text, line in (("Eins.", 5), ("drei", 8)):
        page.get_by_text(text, exact=True).hover()
        button = page.get_by_role("button", name=f"Open prose.md:{line} in the editor")
        expect(button).to_be_visible()
        # It hides nothing that is read.
        box = button.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= page.locator("main").bounding_box()["x"]
        button.click()
        expect(page.locator(".edit").get_by_role("status")).to_have_text(f"prose.md:{line} is open in the editor.")
    assert opened()[before:] == ["+5 prose.md", "+8 prose.md"]


def test_a_block_is_chosen_with_the_keyboard(edited, page):
    address, opened = edited
    before = len(opened())
    page.goto(f"{address}/prose.html")
    pencil(page).focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(pencil(page)).to_have_accessible_name("Open prose.md:7 in the editor")
    expect(page.locator(".is-edited")).to_have_text("zwei")
    page.keyboard.press("Enter")
    expect(page.locator(".edit").get_by_role("status")).to_have_text("prose.md:7 is open in the editor.")
    assert opened()[before:] == ["+7 prose.md"]
    # The next press of Tab leaves it, wherever the page is.
    page.keyboard.press("Tab")
    expect(page.locator(".is-edited")).to_have_count(0)
    expect(page.locator(".edit")).to_have_css("opacity", "0")


def test_a_block_is_chosen_with_a_finger(edited, browser):
    address, opened = edited
    before = len(opened())
    context = browser.new_context(has_touch=True, is_mobile=True, viewport={"width": 390, "height": 844}, bypass_csp=True)
    page = context.new_page()
    page.goto(f"{address}/prose.zh-Hans.html")
    page.get_by_text("Eins.").tap()
    button = page.get_by_role("button", name="在编辑器中打开 prose.zh-Hans.md:5")
    box = button.bounding_box()
    assert box["width"] >= 44 and box["height"] >= 44 and box["x"] >= 0 and box["x"] + box["width"] <= 390
    button.tap()
    answer = page.locator(".edit").get_by_role("status")
    expect(answer).to_have_text("已在编辑器中打开 prose.zh-Hans.md:5。")
    assert answer.bounding_box()["x"] >= 0 and answer.bounding_box()["x"] + answer.bounding_box()["width"] <= 390
    assert opened()[before:] == ["+5 prose.zh-Hans.md"]
    assert seen_by_axe.problems(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()


def test_without_an_editor_the_page_says_so(served, page):
    address, _ = served
    page.goto(f"{address}/notes.html")
    page.get_by_text("The first words.").hover()
    pencil(page).click()
    reason = "no editor is installed that is known here; give one with --editor"
    expect(page.locator(".edit").get_by_role("status")).to_have_text(f"notes.md:5 cannot be opened: {reason}")


def test_nobody_else_starts_the_editor(edited):
    address, opened = edited
    before = opened()
    for headers in ({}, {"Origin": "http://example.org"}, {"Origin": "null"}, {"Origin": address, "Host": "example.org"}):
        request = urllib.request.Request(f"{address}/_editor?file=prose.md&line=5", method="POST", data=b"", headers=headers)
        with pytest.raises(urllib.error.HTTPError, match="403"):
            urllib.request.urlopen(request, timeout=60)
    for file in ("flow.swift", "../log", "none.md"):
        request = urllib.request.Request(
            f"{address}/_editor?file={file}&line=5", method="POST", data=b"", headers={"Origin": address})
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(request, timeout=60)
    assert opened() == before


def test_nobody_else_is_served(served):
    address, _ = served
    request = urllib.request.Request(f"{address}/notes.html", headers={"Host": "example.org"})
    with pytest.raises(urllib.error.HTTPError, match="403"):
        urllib.request.urlopen(request)
    for path in ["/../notes.md", "/%2e%2e/notes.md", "/.headwater-site", "/..%2fnotes.md"]:
        with pytest.raises(urllib.error.HTTPError, match="40[04]"):
            urllib.request.urlopen(address + path)


@contextlib.contextmanager
def another_site(text):
    """The address of a foreign page, on another port of this machine."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *arguments):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1"])
def test_pages_of_other_sites_read_nothing(served, page, name):
    address, _ = served
    address = address.replace("127.0.0.1", name)
    script = f"{address}/search/index.js"
    foreign = f"""<!doctype html><script>
      window.outcomes = {{}}
      const note = (name, outcome) => {{ outcomes[name] = outcome }}
      const script = document.createElement('script')
      script.onload = () => note('script', 'loaded')
      script.onerror = () => note('script', 'refused')
      script.src = '{script}'
      document.head.append(script)
      fetch('{script}').then(() => note('fetch', 'loaded'), () => note('fetch', 'refused'))
      fetch('{script}', {{ mode: 'no-cors' }}).then(() => note('opaque', 'loaded'), () => note('opaque', 'refused'))
      </script><iframe src='{address}/notes.html'></iframe>"""
    with another_site(foreign) as other:
        with page.expect_response(lambda response: response.url.endswith("/notes.html")):
            page.goto(other)
        page.wait_for_function("() => ['script', 'fetch', 'opaque'].every((name) => name in outcomes)")
        assert page.evaluate("outcomes") == {"script": "refused", "fetch": "refused", "opaque": "refused"}
        frame = next(frame for frame in page.frames if frame != page.main_frame)
        frame.wait_for_load_state()
        assert "The first words." not in frame.content()
        # A link that the reader follows leads to the page.
        page.set_content(f"<a href='{address}/notes.html'>the draft</a>")
        page.get_by_role("link").click()
        expect(page.get_by_text("The first words.")).to_be_visible()
        assert page.evaluate("window.opener") is None


def test_a_page_elsewhere_cannot_keep_the_server_busy(served, page):
    address, _ = served
    foreign = f"""<!doctype html><script>
      window.ended = 0
      for (let i = 0; i < 8; i++) {{
        fetch('{address}/' + 'a'.repeat(500000) + i, {{ mode: 'no-cors' }}).catch(() => {{}}).finally(() => {{ ended += 1 }})
      }}
      </script>"""
    with another_site(foreign) as other:
        page.goto(other)
        page.wait_for_function("() => ended === 8")
        assert status(address)["version"] > 0
        page.goto(f"{address}/notes.html")
        expect(page.get_by_text("The first words.")).to_be_visible()


def test_names_that_are_equal_as_strings_are_watched(served, page):
    address, notes = served
    page.goto(f"{address}/notes.html")
    folder = str(notes.parent).encode()
    for name in [b"bad\xff1.txt", b"bad\xfe1.txt", "\u00e9.txt".encode(), "e\u0301.txt".encode()]:
        try:
            with open(folder + b"/" + name, "w") as file:
                file.write("text")
        except OSError:
            pass  # Not every file system takes such names.
    for words in ["Other words.", "More words."]:
        notes.write_text(PAGE.replace("The first words.", words))
        expect(page.get_by_text(words)).to_be_visible()


@pytest.mark.parametrize("end", ["?slides#%", "#%zz", "?slides#%ff"])
def test_a_malformed_end_of_an_address_throws_nothing(served, page, end):
    address, _ = served
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{address}/notes.html{end}")
    expect(page.locator(".step.is-current").first).to_be_attached()
    assert errors == []


def test_a_page_that_is_hidden_leaves_its_connection_free(served, page):
    address, notes = served
    page.goto(f"{address}/notes.html")
    page.evaluate("""() => {
      Object.defineProperty(document, 'hidden', { get: () => window.isHidden, configurable: true })
      window.isHidden = true
      document.dispatchEvent(new Event('visibilitychange'))
    }""")
    # It asks no more, and shows nothing, until it is looked at again.
    before = status(address)["version"]
    notes.write_text(PAGE.replace("The first words.", "Other words."))
    wait_for_build(address, after=before)
    expect(page.get_by_text("The first words.")).to_be_visible()
    page.evaluate("() => { window.isHidden = false; document.dispatchEvent(new Event('visibilitychange')) }")
    expect(page.get_by_text("Other words.")).to_be_visible()


def test_a_page_that_was_overtaken_before_it_could_ask_loads_itself_anew(served, page):
    address, notes = served

    def overtake(route):
        before = status(address)["version"]
        notes.write_text(PAGE.replace("The first words.", "Other words."))
        wait_for_build(address, after=before)
        route.continue_()

    page.route("**/_live*", overtake, times=1)
    page.goto(f"{address}/notes.html")
    expect(page.get_by_text("Other words.")).to_be_visible()


def test_the_port_may_be_chosen_by_the_system(tmp_path):
    content = tmp_path / "content"
    content.mkdir()
    (content / "notes.md").write_text("---\ntitle: Notes\n---\n\nThe first words.\n")
    server = subprocess.Popen(
        [HEADWATER, "site", "serve", "--content", content, "--port", "0"], cwd=ROOT, stderr=subprocess.PIPE, text=True,
        env={"XDG_CACHE_HOME": str(tmp_path / "cache"), "PATH": "/usr/local/bin:/usr/bin:/bin"})
    try:
        chosen = int(re.match(r"http://localhost:(\d+)/ shows the site", server.stderr.readline())[1])
        assert chosen != 0
        wait_for_build(f"http://127.0.0.1:{chosen}", after=0)
        # One connection serves many requests without waiting for the network.
        connection = http.client.HTTPConnection("127.0.0.1", chosen)
        for _ in range(50):
            connection.request("GET", "/notes.html")
            assert b"The first words." in connection.getresponse().read()
        server.terminate()
        assert server.wait(60) == -15
    finally:
        server.kill()
        server.wait()


def test_a_port_that_is_taken_is_said(served):
    address, notes = served
    taken = address.rsplit(":", 1)[1]
    run = subprocess.run(
        [HEADWATER, "site", "serve", "--content", notes.parent, "--port", taken], cwd=ROOT, capture_output=True,
        text=True, timeout=60)
    assert run.returncode == 1
    assert f"port {taken} cannot be listened on" in run.stderr
