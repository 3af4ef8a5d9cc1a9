"""`headwater watch --html`: what a program does now, as a page."""

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import time
import urllib.error
import urllib.request

import pytest
from conftest import HEADWATER, ROOT, settle, wait_until
from playwright.sync_api import expect
from seen_by_axe import problems

# It does one round each time that it is given a line.
SERVICE = """import Foundation
import RxSwift

struct Rude: CustomStringConvertible { var description = "<img src=x onerror=alert(1)>\\u{202E}</script>" }

let taps = PublishSubject<Int>()
var all: [any Disposable] = []
func open() {
  all.append(taps
    .map { _ in Rude() }
    .subscribe(onNext: { _ in }))
}
if CommandLine.arguments.last == "where" {
  print(CommandLine.arguments[0])
  fflush(nil)
}
open()
while let line = readLine() {
  switch line {
  case "open": open()
  case "close": all.removeLast().dispose()
  default: for _ in 0..<5 { taps.onNext(1) }
  }
}
"""

LEAVING = """import RxSwift

let talker = Observable<Int>.create { observer in
  observer.onCompleted()
  observer.onNext(1)
  return Disposables.create()
}
_ = talker.map { $0 }.subscribe()
"""


class Watched:
    def __init__(self, folder, *arguments):
        self.log = folder / f"log-{time.monotonic_ns()}"
        with open(self.log, "w") as output:
            self.process = subprocess.Popen(
                [HEADWATER, "watch", "--html", "--no-browser", "--every", "0.2", *arguments], cwd=folder,
                stdin=subprocess.PIPE, stdout=output, stderr=output, text=True)
        said = self.said(r"^(http://localhost:\d+/\w+/) shows ")
        self.address = said[1]

    def said(self, pattern):
        end = time.monotonic() + 900
        while not (said := re.search(pattern, self.log.read_text(), re.M)):
            assert self.process.poll() is None and time.monotonic() < end, self.log.read_text()
            time.sleep(0.02)
        return said

    def tell(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def state(self):
        with urllib.request.urlopen(self.address + "state") as answer:
            return json.load(answer)

    def end(self):
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(timeout=120)


@contextlib.contextmanager
def watching(folder, *arguments):
    watched = Watched(folder, *arguments)
    try:
        yield watched
    finally:
        if watched.process.poll() is None:
            watched.end()
        watched.process.stdin.close()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("watch")
    (folder / "service.swift").write_text(SERVICE)
    (folder / "leaving.swift").write_text(LEAVING)
    subprocess.run([HEADWATER, "record", "-o", "leaving.hwtrace", "leaving.swift"], cwd=folder, check=True)
    return folder


@pytest.fixture(scope="module")
def service(folder):
    with watching(folder, "service.swift") as watched:
        yield watched


@pytest.fixture(scope="module")
def ended(folder):
    with watching(folder, "leaving.hwtrace") as watched:
        yield watched


@pytest.fixture
def visit(browser):
    """Opens an address in a context of its own, and fails the test if the page complains."""
    contexts, complaints = [], []

    def visit(address, width=1280, **options):
        contexts.append(browser.new_context(viewport={"width": width, "height": 900}, **options))
        page = contexts[-1].new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("dialog", lambda dialog: (complaints.append(dialog.message), dialog.dismiss()))
        page.goto(address)
        return page

    yield visit
    for context in contexts:
        context.close()
    assert complaints == []


def wait_for(watched, condition, seconds=120):
    end = time.monotonic() + seconds
    while not condition(state := watched.state()):
        assert time.monotonic() < end, state
        time.sleep(0.05)


def row(page, name):
    return page.locator("tbody tr").filter(has=page.get_by_role("rowheader", name=name))


def test_figures_change_while_the_program_runs(service, visit):
    page = visit(service.address)
    stage = page.locator(".flow .stage").filter(has_text="map")
    expect(stage).to_contain_text("1 open")
    expect(row(page, "map").locator("td").first).to_have_text("1")
    service.tell("open")
    expect(stage).to_contain_text("2 open")
    expect(stage.locator(".marks-of-open")).to_have_text("●●")
    expect(row(page, "map").locator("td").first).to_have_text("2")
    service.tell("close")
    expect(stage).to_contain_text("1 open")
    links = [link[2] for link in service.state()["links"]]
    service.tell("next")
    expect(row(page, "map").locator(".value")).to_contain_text("<img src=x")
    wait_for(service, lambda state: [link[2] for link in state["links"]] == [count + 5 for count in links], 60)


def test_what_the_program_says_is_shown_as_text(service, visit):
    page = visit(service.address)
    service.tell("next")
    value = row(page, "map").locator(".value")
    expect(value).to_contain_text("<img src=x onerror=alert(1)>\\u{202E}</script>")
    expect(page.locator(".flow .stage .where").first).to_have_text("service.swift:6")
    assert page.locator("main img, main script").count() == 0


# The events of one round may be seen in two looks, and then each way has two dots. A dot's start says which way it runs.
DOTS = """globalThis.starts = new Set(); new MutationObserver((all) => {
  for (const one of all) for (const dot of one.addedNodes)
    if (dot.matches?.('.dots i')) globalThis.starts.add(dot.getAnimations()[0].effect.getKeyframes()[0].transform)
}).observe(document.querySelector('.flow'), { childList: true, subtree: true })"""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_dot_runs_where_events_went_unless_nothing_may_move(service, visit, motion):
    page = visit(service.address, reduced_motion=motion)
    expect(page.locator(".flow .stage")).to_have_count(3)
    # They were busy when they were subscribed.
    expect(page.locator(".flow .busy")).to_have_count(0)
    page.evaluate(DOTS)
    page.evaluate("globalThis.busy = 0; new MutationObserver(() => { globalThis.busy += document.querySelectorAll('.busy').length })"
                  ".observe(document.querySelector('.flow'), { attributes: true, subtree: true })")
    service.tell("next")
    wait_until(page, "globalThis.busy > 0 && (globalThis.starts.size >= 2 || matchMedia('(prefers-reduced-motion: reduce)').matches)")
    assert page.evaluate("globalThis.starts.size") == (0 if motion == "reduce" else 2)
    wait_until(page, "document.querySelectorAll('.dots i').length === 0")


def test_a_page_that_pauses_stands_still(service, visit):
    page = visit(service.address)
    stage = page.locator(".flow .stage").filter(has_text="map")
    expect(stage).to_contain_text("1 open")
    pause = page.get_by_role("button", name="Pause")
    pause.click()
    service.tell("open")
    wait_for(service, lambda state: max(stage["open"] for stage in state["stages"]) >= 2, 60)
    expect(stage).to_contain_text("1 open")
    pause.click()
    expect(stage).to_contain_text("2 open")
    service.tell("close")


def test_a_run_that_has_ended_says_so_with_its_findings(ended, visit):
    page = visit(ended.address)
    expect(page.get_by_role("status")).to_contain_text("the program has ended, after ")
    expect(page.get_by_role("region", name="Findings")).to_contain_text("after")
    expect(page.locator(".flow .stage")).to_have_count(3)


def places(state):
    return {f"{stage.get('place')} {stage['name']}": stage["open"] for stage in state["stages"]}


@pytest.fixture(scope="module")
def executable(folder):
    printed = subprocess.run(
        [HEADWATER, "record", "-o", "where.hwtrace", "service.swift", "--", "where"], cwd=folder, check=True,
        stdin=subprocess.DEVNULL, capture_output=True, text=True)
    return printed.stdout.strip()


def test_a_program_with_arguments(folder, executable):
    with watching(folder, "--", executable, "where") as watched:
        watched.said(f"^{re.escape(executable)}$")
        watched.tell("open")
        wait_for(watched, lambda state: places(state).get("service.swift:10 map") == 2)


def test_a_process_goes_on_when_nobody_looks_any_more(folder, executable, tmp_path):
    control = tmp_path / "control"
    service = subprocess.Popen(
        [executable], stdin=subprocess.PIPE, text=True, env={**os.environ, "HEADWATER_CONTROL": str(control)})
    try:
        while not list(control.glob("*")):
            assert service.poll() is None
            time.sleep(0.02)
        with watching(folder, str(service.pid), "--control", str(control)) as watched:
            def has_opened(state):
                # It may not be recorded yet.
                service.stdin.write("open\n")
                service.stdin.flush()
                return places(state).get("service.swift:10 map", 0) > 0

            wait_for(watched, has_opened)
            assert watched.end() == 0
        assert service.poll() is None
    finally:
        service.stdin.close()
        service.wait(timeout=60)


def test_a_package(tmp_path):
    shutil.copytree(ROOT / "Examples/podcasts", tmp_path / "podcasts", ignore=shutil.ignore_patterns(".build*"))
    with watching(tmp_path, "podcasts") as watched:
        watched.said("the program has ended, after")
        state = watched.state()
        assert "Stores.swift:49 actions" in places(state), state
        assert watched.end() == 0


def refused(address, **headers):
    with pytest.raises(urllib.error.HTTPError) as refusal:
        urllib.request.urlopen(urllib.request.Request(address, headers=headers))
    return refusal.value.code


def test_nobody_else_reads_it(ended):
    origin = re.match(r"http://[^/]+", ended.address)[0]
    for path in ("", "guess/", "guess/state", "state"):
        assert refused(f"{origin}/{path}") == 403
    assert refused(ended.address + "state", Host="example.org") == 403
    assert refused(ended.address + "state", Origin="http://example.org") == 403
    assert refused(ended.address + "other") == 404


def test_an_interrupt_ends_it(folder):
    with watching(folder, "leaving.hwtrace") as watched:
        watched.said("the page stays until Ctrl-C")
        assert watched.end() == 0
    with watching(folder, "leaving.swift") as watched:
        watched.said("the program has ended, after")
        assert watched.end() == 0
    with watching(folder, "service.swift") as watched:
        watched.tell("next")
        wait_for(watched, lambda state: state["stages"])
        assert watched.end() == 128 + signal.SIGINT
        assert "ended by signal 2" in watched.log.read_text()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1440, 400])
def test_it_fits_and_can_be_read(ended, visit, width, scheme):
    page = visit(ended.address, width=width, color_scheme=scheme)
    expect(page.get_by_role("status")).to_contain_text("ended")
    settle(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert problems(page) == []
