"""Programs that readers edit and run on pages of `headwater site serve`, and the same pages when nobody serves them."""

import base64
import contextlib
import http.client
import json
import os
import pathlib
import random
import re
import socket
import sys
import threading
import time
import urllib.error
import urllib.request

import pytest
from conftest import build_site_in
from playwright.sync_api import expect
from test_serve import read, server_in, serving, wait_for_build

PROGRAM = """import Rx

let letters = Observable.of("a", "b", "c")

_ = letters
  .map { $0.uppercased() }
  .subscribe(
    onNext: { print("got \\($0)") },
    onCompleted: { print("done") })
"""
PAGE = """---
title: Letters
---

The program:

```source pipeline=letters.swift
```

A part of it:

```source pipeline=letters.swift from=".map" to=".subscribe"
```

[Others](#others)

## Others
"""


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("run")) as (address, notes):
        (notes.parent / "letters.swift").write_text(PROGRAM)
        (notes.parent / "letters.zh-Hans.md").write_text(PAGE)
        (notes.parent / "letters.md").write_text(PAGE)
        while True:
            try:
                read(f"{address}/letters.html")
                break
            except urllib.error.HTTPError:
                read(f"{address}/_live?after=1")
        yield address


@pytest.fixture
def page(browser):
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    complaints = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    context.close()
    assert complaints == []


def edit(page, address, place=0):
    page.goto(f"{address}/letters.html")
    page.locator(".program").nth(place).get_by_role("button", name="Edit and run").click()
    return page.locator(".program").nth(place)


def shown(program, name):
    program.get_by_role("tab", name=name).click()
    return program.get_by_role("tabpanel")


def test_a_program_is_edited_and_run(address, page):
    program = edit(page, address)
    area = program.get_by_role("textbox")
    expect(area).to_be_focused()
    expect(area).to_have_value(PROGRAM)
    area.fill(PROGRAM.replace("uppercased()", "uppercased() + \"!\"").replace('"b", ', ""))
    program.get_by_role("button", name="Run", exact=True).click()
    output = program.get_by_role("tabpanel")
    expect(output.locator("ins")).to_have_text(["new: got A!\n", "new: got C!\n"])
    expect(output.locator("del")).to_have_count(3)
    expect(output.locator("span.run-output-line")).to_have_text("done\n")
    expect(shown(program, "Marbles").locator("svg")).to_be_visible()
    expect(shown(program, "As the program tells it")).to_contain_text("subscribe letters → map")
    expect(shown(program, "Steps").locator("ins").first).to_contain_text("A!")
    expect(shown(program, "Differences")).to_contain_text("recorded")
    expect(shown(program, "Findings")).to_contain_text("check found nothing.")


def test_a_run_is_gone_through_step_by_step_each_time(address, page):
    program = edit(page, address)
    for suffix in ("!", "?"):
        program.get_by_role("textbox").fill(PROGRAM.replace("uppercased()", f'uppercased() + "{suffix}"'))
        program.get_by_role("button", name="Run", exact=True).click()
        expect(program.get_by_role("tabpanel")).to_contain_text(f"A{suffix}")
        panel = shown(program, "Step by step")
        position = panel.locator(".position")
        expect(position).to_contain_text("1 /")
        panel.get_by_role("button", name="Next step").click()
        expect(position).to_contain_text("2 /")
        expect(panel.locator(".pane.program .lit").first).to_be_visible()
        program.get_by_role("tab", name="Output").click()


def test_an_unchanged_program_has_no_differences_and_a_part_is_edited_as_a_whole(address, page):
    program = edit(page, address, place=1)
    expect(program.get_by_role("textbox")).to_have_value(PROGRAM)
    page.keyboard.press("Control+Enter")
    expect(program.get_by_role("status")).to_have_text("The same as the recorded run.")
    expect(program.get_by_role("tab", name="Differences")).to_have_count(0)
    program.get_by_role("button", name="Back to the original").click()
    expect(program.get_by_role("textbox")).to_have_count(0)
    expect(program.locator(".excerpt")).to_be_visible()
    expect(program.get_by_role("button", name="Edit and run")).to_be_focused()


def test_the_compilers_errors_are_shown_at_their_lines(address, page):
    program = edit(page, address)
    program.get_by_role("textbox").fill(PROGRAM.replace(".map", ".mapp"))
    page.keyboard.press("Control+Enter")
    expect(program.get_by_role("status")).to_have_text("It does not compile.")
    expect(program.locator(".run-gutter .is-error")).to_have_text("6")
    message = program.locator(".run-messages .is-error").first
    expect(message).to_contain_text("has no member 'mapp'")
    message.get_by_role("button", name="Line 6").click()
    area = program.get_by_role("textbox")
    expect(area).to_be_focused()
    assert area.evaluate("area => area.value.slice(0, area.selectionStart).split('\\n').length") == 6
    # The mark is gone once the line may be another.
    page.keyboard.press("End")
    page.keyboard.type(" ")
    expect(program.locator(".run-gutter .is-error")).to_have_count(0)


def test_tab_indents_and_after_escape_leaves(address, page):
    program = edit(page, address)
    area = program.get_by_role("textbox")
    area.evaluate("area => area.setSelectionRange(0, 0)")
    page.keyboard.press("Tab")
    expect(area).to_have_value("  " + PROGRAM)
    page.keyboard.press("Shift+Tab")
    expect(area).to_have_value(PROGRAM)
    area.evaluate("area => area.select()")
    page.keyboard.press("Tab")
    assert area.input_value().startswith("  import Rx\n  \n  let letters")
    page.keyboard.press("Control+z")
    expect(area).to_have_value(PROGRAM)
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    expect(program.get_by_role("button", name="Run", exact=True)).to_be_focused()


def test_tabs_are_moved_through_with_arrows(address, page):
    program = edit(page, address)
    page.keyboard.press("Control+Enter")
    program.get_by_role("tab", name="Output").focus()
    page.keyboard.press("ArrowRight")
    expect(program.get_by_role("tab", name="Marbles")).to_be_focused()
    expect(program.get_by_role("tab", name="Marbles")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("End")
    expect(program.get_by_role("tab", name="Findings")).to_be_focused()


def run(page, program, text):
    program.get_by_role("textbox").fill(text)
    page.keyboard.press("Control+Enter")


@pytest.mark.parametrize("rest, sentence", [
    ("while true {}\n", "It was stopped after 10 seconds."),
    ('fatalError("boom")\n', "Fatal error: boom. The program crashed at line 11."),
    ("let none: Int? = nil\nprint(none!)\n", "Fatal error: Unexpectedly found nil while unwrapping an Optional value. The program crashed at line 12."),
    ("var all: [[UInt8]] = []\nwhile true { all.append([UInt8](repeating: 1, count: 1 << 20)) }\n", "It was stopped: it used more than 512 MiB of memory."),
])
def test_the_output_up_to_a_stop_or_a_crash_is_shown(address, page, rest, sentence):
    program = edit(page, address)
    run(page, program, PROGRAM + 'print("more", terminator: "")\n' + rest)
    expect(program.get_by_role("status")).to_have_text(sentence, timeout=90_000)
    output = program.get_by_role("tabpanel")
    # Lines that both runs printed are not marked as different.
    expect(output.locator("span.run-output-line")).to_have_text(["got A\n", "got B\n", "got C\n", "done\n"])
    expect(output.locator("ins")).to_have_text(["new: more\n"])
    expect(output.locator("del")).to_have_count(0)


def test_the_beginning_of_too_much_output_is_shown(address, page):
    program = edit(page, address)
    run(page, program, 'while true { print("again and again") }\n')
    expect(program.get_by_role("status")).to_have_text("It was stopped: it had printed 1024 KiB.", timeout=90_000)
    output = program.get_by_role("tabpanel")
    expect(output.locator(".run-output-line").first).to_have_text("again and again\n")
    expect(output.locator("ins, del")).to_have_count(0)


def test_a_run_that_cannot_be_compared_is_not_called_the_same(address, page):
    program = edit(page, address)
    run(page, program, 'for number in 1...1200 { print(number) }\n')
    expect(program.get_by_role("tabpanel")).to_contain_text("1000")
    # An empty status has no role.
    expect(program.locator(".run-status")).to_have_text("")


def test_results_of_an_earlier_run_are_marked(address, page):
    program = edit(page, address)
    results = program.locator(".run-results")
    earlier = program.get_by_text("From an earlier run:")
    run(page, program, PROGRAM)
    expect(program.get_by_role("status")).to_have_text("The same as the recorded run.")
    expect(earlier).to_be_hidden()
    run(page, program, "print(\n")
    expect(program.get_by_role("status")).to_have_text("It does not compile.")
    expect(earlier).to_be_visible()
    expect(results).to_be_visible()
    assert earlier.bounding_box()["y"] < results.bounding_box()["y"]
    assert float(results.evaluate("results => getComputedStyle(results).opacity")) < 1
    run(page, program, PROGRAM)
    expect(program.get_by_role("status")).to_have_text("The same as the recorded run.")
    expect(earlier).to_be_hidden()
    assert float(results.evaluate("results => getComputedStyle(results).opacity")) == 1


def test_beside_the_button_stands_that_a_run_is_not_a_sandbox(address, page):
    program = edit(page, address)
    expect(program.get_by_text("no sandbox")).to_be_visible()
    page.goto(f"{address}/letters.zh-Hans.html")
    page.get_by_role("button", name="修改并运行").first.click()
    expect(page.get_by_text("不是沙箱").first).to_be_visible()


@pytest.mark.parametrize("suffix, edit, sentences", [
    ("", "Edit and run", ["It could not be run: the preview server does not answer any more.", "your text stays here"]),
    (".zh-Hans", "修改并运行", ["无法运行：预览服务器不再响应。", "代码会保留"]),
])
def test_a_server_that_is_killed_during_a_run_is_told_in_our_words(tmp_path, page, suffix, edit, sentences):
    with server_in(tmp_path) as (server, address, notes):
        before = json.loads(read(f"{address}/_live?after=-1"))["version"]
        for name in ("letters.md", "letters.zh-Hans.md"):
            (notes.parent / name).write_text(PAGE)
        (notes.parent / "letters.swift").write_text(PROGRAM)
        wait_for_build(address, after=before)
        page.goto(f"{address}/letters{suffix}.html")
        program = page.locator(".program").first
        program.get_by_role("button", name=edit).click()
        # It is known to run.
        mark = tmp_path / "begun"
        run(page, program, f"import Foundation\n_ = mkdir({json.dumps(str(mark))}, 0o700)\nwhile true {{}}\n")
        while not mark.exists():
            page.wait_for_timeout(20)
        server.kill()
        for sentence in sentences:
            expect(program.get_by_role("status")).to_contain_text(sentence)
        expect(program.get_by_role("textbox")).to_have_value(re.compile("while true"))
        expect(page.locator(".live")).to_contain_text({"": "does not answer", ".zh-Hans": "没有响应"}[suffix])


def test_a_run_can_be_stopped(address, page):
    program = edit(page, address)
    program.get_by_role("textbox").fill("while true {}\n")
    page.keyboard.press("Control+Enter")
    program.get_by_role("button", name="Stop").click()
    expect(program.get_by_role("status")).to_have_text("It was stopped.")
    program.get_by_role("textbox").fill(PROGRAM)
    page.keyboard.press("Control+Enter")
    expect(program.get_by_role("status")).to_have_text("The same as the recorded run.")


def test_a_link_holds_the_text_and_runs_nothing(address, page):
    program = edit(page, address)
    text = PROGRAM + "// 你好\n"
    program.get_by_role("textbox").fill(text)
    program.get_by_role("button", name="Copy a link to this text").click()
    link = page.evaluate("location.href")
    other = page.context.browser.new_context().new_page()
    asked = []
    other.on("request", lambda request: asked.append(request.url) if "/_run" in request.url else None)
    other.goto(link)
    expect(other.get_by_role("textbox")).to_have_value(text)
    expect(other.get_by_role("status").first).to_contain_text("Read it before you run it.")
    expect(other.get_by_role("tab")).to_have_count(0)
    assert asked == []
    other.keyboard.press("Control+Enter")
    expect(other.get_by_role("status").first).to_have_text("The same as the recorded run.")
    assert len(asked) == 2
    other.context.close()


def test_a_damaged_link_opens_the_page_as_it_is(address, page):
    for text in ["%%%", base64.b64encode(b"\xff\xfe").decode(), ""]:
        page.goto(f"{address}/letters.html#run=letters.swift:{text}")
        expect(page.get_by_role("button", name="Edit and run").first).to_be_visible()
        expect(page.get_by_role("textbox")).to_have_count(0)
        page.goto("about:blank")


def test_the_text_survives_that_the_page_loads_itself_anew(address, page):
    program = edit(page, address)
    program.get_by_role("textbox").fill("// mine\n")
    page.reload()
    expect(page.locator(".program").first.get_by_role("textbox")).to_have_value("// mine\n")
    expect(page.get_by_role("tab")).to_have_count(0)


def test_no_other_page_can_have_anything_run(address, page):
    """The rules are tested with the server; this asks as a page of another site would, from another port."""
    token = json.loads(read(f"{address}/_run"))["token"]
    port = address.rsplit(":", 1)[1]
    order = json.dumps({"program": "letters.swift", "tab": "x"}).encode()
    fields = {"Content-Type": "application/json", "Headwater-Token": token}
    for changed in [
        {"Origin": "http://evil.example"}, {"Origin": "null"}, {}, {"Origin": address, "Host": f"evil.example:{port}"},
        {"Origin": address, "Headwater-Token": "x"},
    ]:
        request = urllib.request.Request(f"{address}/_run", data=order, headers=fields | changed)
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(request, timeout=60)
        assert refused.value.code == 403
    request = urllib.request.Request(f"{address}/_run", data=order, headers=fields | {"Origin": address})
    with urllib.request.urlopen(request, timeout=60) as answer:
        assert [line["text"] for line in json.load(answer)["view"]["output"]] == ["got A", "got B", "got C", "done"]


def descriptors(process):
    """What the descriptors of a process refer to; empty for one that has ended, or is another user's."""
    targets = set()
    with contextlib.suppress(OSError):
        for link in pathlib.Path(f"/proc/{process}/fd").iterdir():
            # Another thread of the process may just have closed it.
            with contextlib.suppress(FileNotFoundError):
                targets.add(os.readlink(link))
    return targets


def command_lines():
    """Of all processes."""
    for file in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            yield file.read_bytes().rstrip(b"\0").split(b"\0")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux has files for processes")
def test_no_other_process_has_the_servers_sockets_and_none_outlives_it(tmp_path):
    # No other process sleeps for as long.
    seconds = str(random.randrange(10**6, 10**9))
    mark = tmp_path / "begun"
    program = f"""import Foundation
let words: [String] = ["setsid", "--fork", "sleep", "{seconds}"]
var process = pid_t()
posix_spawn(&process, "/usr/bin/setsid", nil, nil, words.map {{ strdup($0) }} + [nil], environ)
waitpid(process, nil, 0)
_ = mkdir({json.dumps(str(mark))}, 0o700)
while true {{ sleep(1) }}
"""
    with server_in(tmp_path) as (server, address, _):
        token = json.loads(read(f"{address}/_run"))["token"]
        order = json.dumps({"program": "flow.swift", "tab": "x", "text": program}).encode()
        fields = {"Content-Type": "application/json", "Headwater-Token": token, "Origin": address}
        request = urllib.request.Request(f"{address}/_run", data=order, headers=fields)

        def ask():
            with contextlib.suppress(OSError, http.client.HTTPException):
                urllib.request.urlopen(request, timeout=120).close()

        threading.Thread(target=ask, daemon=True).start()
        end = time.monotonic() + 300
        while not mark.exists():
            assert time.monotonic() < end
            time.sleep(0.02)
        sleeping = [b"sleep", seconds.encode()]
        # setsid may have ended before the process that it leaves behind has become sleep.
        while sleeping not in command_lines():
            assert time.monotonic() < end
            time.sleep(0.02)
        sockets = {target for target in descriptors(server.pid) if target.startswith("socket:")}
        assert sockets

        def others():
            numbers = [int(folder.name) for folder in pathlib.Path("/proc").glob("[0-9]*")]
            return [number for number in numbers if number != server.pid and descriptors(number) & sockets]

        # A process that is just being started still has them.
        while others():
            assert time.monotonic() < end
            time.sleep(0.02)
        server.kill()
        server.wait()
        # The port is free at once, and what the program started goes.
        with socket.create_server(("127.0.0.1", int(address.rsplit(":", 1)[1]))):
            pass
        while sleeping in command_lines():
            assert time.monotonic() < end
            time.sleep(0.02)


def test_a_server_that_runs_nothing_says_so(tmp_path, page):
    with serving(tmp_path, "--no-run") as (address, notes):
        notes.write_text("---\ntitle: Notes\n---\n\n```source pipeline=flow.swift\n```\n")
        # The page would load itself anew while it is edited.
        read(f"{address}/_live?after=1")
        page.goto(f"{address}/notes.html")
        page.get_by_role("button", name="Edit and run").first.click()
        page.keyboard.press("Control+Enter")
        expect(page.get_by_role("status").first).to_contain_text("this server runs no programs")


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    return build_site_in(tmp_path_factory.mktemp("built"), {"letters.swift": PROGRAM, "letters.md": PAGE})


def test_a_built_page_does_not_offer_what_it_cannot_do(built, open_page):
    page = open_page(built / "letters.html")
    expect(page.locator(".program pre").first).to_be_visible()
    expect(page.locator(".program .run-bar")).to_have_count(3)
    expect(page.get_by_role("button", name="Edit and run")).to_have_count(0)
    expect(page.locator(".run-bar:visible")).to_have_count(0)


def test_a_link_to_a_built_page_shows_the_text(built, open_page):
    text = base64.urlsafe_b64encode(b"print(1)\n").decode().rstrip("=")
    page = open_page(f"{(built / 'letters.html').as_uri()}#run=letters.swift:{text}")
    expect(page.get_by_role("textbox")).to_have_value("print(1)\n")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("status").first).to_contain_text("headwater site serve")
