"""`headwater open`: a run in the browser, with its findings, other views, and source lines that open in an editor."""

import contextlib
import re
import subprocess
import time
import urllib.error
import urllib.request

import pytest
from conftest import HEADWATER, ROOT, settle
from playwright.sync_api import expect
from seen_by_axe import problems

TALKER = """import RxSwift

let taps = PublishSubject<Int>()
let subscription = taps
  .map { $0 * 2 }
  .filter { $0 > 2 }
  .subscribe(onNext: { print("tap \\($0)") })
taps.onNext(1)
taps.onNext(2)
let talker = Observable<Int>.create { observer in
  observer.onCompleted()
  observer.onNext(1)
  return Disposables.create()
}
_ = talker.subscribe()
"""


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """The folder of two recordings and of an editor that writes down its arguments."""
    folder = tmp_path_factory.mktemp("open")
    for name, text in (("one", TALKER), ("two", TALKER.replace("> 2", "> 0"))):
        (folder / f"{name}.swift").write_text(text)
        command = [HEADWATER, "record", "-o", folder / f"{name}.hwtrace", folder / f"{name}.swift"]
        ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        assert ended.returncode == 0, ended.stderr
    editor = folder / "editor"
    editor.write_text(f'#!/bin/sh\necho "$@" >> {folder}/opened\n')
    editor.chmod(0o755)
    return folder


@contextlib.contextmanager
def serving(folder, *arguments):
    """The address that `headwater open` says."""
    log = folder / f"log-{time.monotonic_ns()}"
    with open(log, "w") as output:
        server = subprocess.Popen(
            [HEADWATER, "open", *arguments, "--no-browser"], cwd=folder, stderr=output, stdin=subprocess.DEVNULL)
    try:
        end = time.monotonic() + 300
        while not (said := re.search(r"^(http://localhost:\d+/\w+/) shows ", log.read_text(), re.M)):
            assert server.poll() is None and time.monotonic() < end, log.read_text()
            time.sleep(0.02)
        yield said[1]
    finally:
        server.kill()
        server.wait()


@pytest.fixture(scope="module")
def one(runs):
    with serving(runs, "one.hwtrace", "--editor", f"{runs}/editor +{{line}} {{file}}") as address:
        yield address


@pytest.fixture(scope="module")
def both(runs):
    with serving(runs, "one.hwtrace", "two.hwtrace") as address:
        yield address


@pytest.fixture
def page(browser):
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page, complaints = context.new_page(), []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    context.close()
    assert complaints == []


def views(page):
    return page.get_by_role("navigation", name="Views of the run")


def test_findings_come_first_and_lead_to_their_steps(one, page):
    page.goto(one)
    assert page.locator("main h2").all_inner_texts() == ["Findings", "The program", "Pipelines"]
    findings = page.get_by_role("region", name="Findings")
    finding = findings.locator(".problems > li").filter(has_text="after-end")
    assert "why: " in finding.inner_text() and "fix: " in finding.inner_text()
    expect(findings.locator(".summary")).to_have_text(re.compile(r"^one\.hwtrace: 1 problem"))
    step = finding.get_by_role("link").last
    number = step.inner_text()
    step.click()
    expect(page).to_have_url(re.compile(f"steps#step-{number}$"))
    expect(page.locator(".row.current .number")).to_have_text(number)


def test_the_program_is_told_as_trace_tells_it(runs, one, page):
    shown = subprocess.run([HEADWATER, "show", "one.hwtrace"], cwd=runs, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    page.goto(one)
    lines = [re.sub(r"\s+", " ", text).strip() for text in page.locator(".program-lines li").all_inner_texts()]
    told = [re.sub(r"\s+", " ", line).strip() for line in shown.stdout.splitlines()]
    assert lines == told
    page.locator(".program-lines").get_by_role("link", name="#9").click()
    expect(page.locator(".row.current .number")).to_have_text("9")


def test_silenced_and_known_findings_are_told_and_left_out(runs, page):
    (runs / "quiet.swift").write_text(TALKER.replace("  observer.onNext(1)", "  // headwater:ignore after-end only a test\n  observer.onNext(1)"))
    subprocess.run([HEADWATER, "record", "-o", runs / "quiet.hwtrace", runs / "quiet.swift"], cwd=ROOT, check=True)
    with serving(runs, "quiet.hwtrace") as address:
        page.goto(address)
        expect(page.locator(".problems")).to_have_count(0)
        expect(page.locator(".silenced")).to_contain_text("silenced: only a test")
        expect(page.locator(".checked .summary")).to_contain_text("1 silenced: after-end (only a test)")
    baseline = ["--baseline", "known.json", "--update-baseline"]
    subprocess.run([HEADWATER, "check", "one.hwtrace", *baseline], cwd=runs, check=True, capture_output=True)
    for options, text in ((["--baseline", "known.json"], "1 known"), (["--skip", "after-end"], "clean")):
        with serving(runs, "one.hwtrace", *options) as address:
            page.goto(address)
            expect(page.locator(".problems")).to_have_count(0)
            expect(page.locator(".checked .summary")).to_contain_text(text)


def test_every_view_is_there_and_none_complains(one, page):
    page.goto(one)
    for name in ("Marbles", "Threads", "Steps", "Run"):
        views(page).get_by_role("link", name=name).click()
        expect(views(page).locator("[aria-current]")).to_have_text(name)
        if name == "Threads":
            assert page.locator("main img").evaluate("(image) => image.decode().then(() => image.naturalWidth)") > 100


def test_pipelines_name_the_stages_with_their_lines_and_counts(one, page):
    page.goto(one)
    stages = page.locator(".pipeline").first.locator(".stage")
    # Times differ from run to run.
    assert [re.sub(r", [^,]* in its closures", "", " ".join(text.split())) for text in stages.all_inner_texts()] == [
        "taps one.swift:3 2 in, 2 out, 1 subscribed at the end", "map one.swift:5 2 in, 2 out, 1 subscribed at the end",
        "filter one.swift:6 2 in, 1 out, 1 dropped, 1 subscribed at the end",
        "subscribe one.swift:7 1 in, 1 subscribed at the end"]


def opened(runs):
    path = runs / "opened"
    return path.read_text().splitlines() if path.exists() else []


def test_a_source_line_opens_in_the_editor(runs, one, page):
    before = len(opened(runs))
    page.goto(one)
    page.locator(".pipeline").get_by_role("button", name="one.swift:6").click()
    expect(page.get_by_role("status")).to_have_text("one.swift:6 is open in the editor.")
    page.goto(one + "steps")
    page.locator("figure .open-editor").first.click()
    expect(page.locator(".editor-answer")).to_have_text(re.compile(r"is open in the editor\.$"))
    lines = opened(runs)[before:]
    assert len(lines) == 2 and lines[0].startswith("+6 ") and lines[0].endswith("/one.swift")


def post(address, **headers):
    request = urllib.request.Request(address, method="POST", data=b"", headers=headers)
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request, timeout=60)
    return refused.value.code, refused.value.read().decode().strip()


def test_nobody_else_starts_the_editor(runs, one):
    before = opened(runs)
    origin = re.match(r"http://[^/]+", one)[0]
    action = "_editor?file=one.swift&line=6"
    assert post(one + action)[0] == 403, "no page"
    assert post(one + action, Origin="http://example.org")[0] == 403, "a page of another site"
    assert post(one + action, Origin="null")[0] == 403, "a page in a frame without rights"
    assert post(f"{origin}/guess/{action}", Origin=origin)[0] == 403, "no token"
    assert post(one + action, Origin=origin, Host="example.org")[0] == 403, "another name of this machine"
    status, text = post(one + "_editor?file=/etc/passwd.swift&line=1", Origin=origin)
    assert status == 422 and "is not a source file of the run" in text
    assert opened(runs) == before
    for path in ("", "marbles", "_editor"):
        with pytest.raises(urllib.error.HTTPError, match="403"):
            urllib.request.urlopen(f"{origin}/{path}")


def test_two_runs_begin_with_where_they_differ(both, page):
    page.goto(both)
    expect(page.get_by_role("heading", level=1)).to_have_text("1 place")
    page.get_by_role("link", name="Right run").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("two.hwtrace")
    expect(page.locator(".pipeline").get_by_role("button", name="two.swift:6")).to_be_visible()
    views(page).get_by_role("link", name="Marbles").click()
    expect(page.locator(".lane")).not_to_have_count(0)
    views(page).get_by_role("link", name="Both runs").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("1 place")


LONG = """import RxSwift

let numbers = PublishSubject<Int>()
let subscription = numbers.map { $0 * 2 }.filter { $0 % 3 == 0 }.subscribe()
for number in 1...10_000 { numbers.onNext(number) }
"""


def test_a_long_run_begins_with_findings_and_fetches_the_rest(runs, page):
    (runs / "long.swift").write_text(LONG)
    command = [HEADWATER, "record", "--size-limit", "0", "-o", runs / "long.hwtrace", runs / "long.swift"]
    subprocess.run(command, cwd=ROOT, check=True)
    with serving(runs, "long.hwtrace") as address:
        with urllib.request.urlopen(address) as answer:
            first = answer.read().decode()
        assert "Findings" in first and 'class="program-lines"' not in first and 'class="pipeline"' not in first
        page.goto(address)
        expect(page.locator(".program-lines li").filter(has_text="numbers")).not_to_have_count(0)
        expect(page.locator(".pipeline .stage").filter(has_text="filter")).to_have_count(1)
        page.goto(address + "threads")
        expect(page.get_by_role("img")).not_to_have_count(0)
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        expect(page.get_by_text(re.compile("^Steps 4001 to 8000 of"))).to_be_visible()
        page.get_by_role("link", name="20001", exact=True).click()
        expect(page.get_by_text(re.compile("^Steps 20001 to 24000 of"))).to_be_visible()
        # The server must not end while pictures are under way.
        page.wait_for_load_state("networkidle")


def test_without_an_editor_the_answer_says_so(runs, monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    with serving(runs, "one.hwtrace") as address:
        answer = post(address + "_editor?file=one.swift&line=6", Origin=re.match(r"http://[^/]+", address)[0])
    assert answer == (422, "no editor is installed that is known here; give one with --editor")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1440, 390])
def test_every_view_fits_and_can_be_read(one, browser, width, scheme):
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
    page = context.new_page()
    try:
        for path in ("", "marbles", "threads", "steps"):
            page.goto(one + path)
            settle(page)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
            assert problems(page) == [], path
    finally:
        context.close()
