"""Tasks: the reader changes a program, and a served page says whether the run shows what was asked."""

import urllib.error

import pytest
from conftest import build_site_in
from playwright.sync_api import expect
from test_serve import read, serving, status

START = """import RxSwift

_ = Observable.of(1, 2, 3)
  .map { $0 * 10 }
  .subscribe(onNext: { print("got \\($0)") })
"""
SOLUTION = START.replace("  .map", "  .filter { $0 > 1 }\n  .map")
PAGE = """---
title: Tasks
---

````task pipeline=solution.swift start=start.swift
Leave the 1 out.

```output
got 20
got 30
```

```assert
count(MapSink.closure) == 2
```

Let nothing pass that is small.
````
"""
FILES = {"start.swift": START, "solution.swift": SOLUTION, "tasks.md": PAGE}


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("task")) as (address, notes):
        # The page comes last, so that no build lacks what it names.
        for name, text in FILES.items():
            (notes.parent / name).write_text(text)
        while "Leave the 1 out" not in page_text(address):
            status(address, after=status(address)["version"])
        yield address


def page_text(address):
    try:
        return read(f"{address}/tasks.html")
    except urllib.error.HTTPError:
        return ""


@pytest.fixture
def task(address, browser):
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.goto(f"{address}/tasks.html")
    task = page.locator(".task")
    task.get_by_role("button", name="Write it here").click()
    yield task
    context.close()


def try_out(task, text):
    task.locator(".is-task").get_by_role("textbox").fill(text)
    task.locator(".is-task").get_by_role("button", name="Check").click()


def test_a_wrong_program_gets_a_hint_for_each_claim(task):
    try_out(task, START)
    verdicts = task.locator(".task-verdicts > li")
    expect(verdicts).to_have_count(2, timeout=60_000)
    expect(verdicts.nth(0)).to_have_text("Output Line 1 should be “got 20”. Yours is “got 10”.")
    expect(verdicts.nth(1)).to_contain_text("Steps Not so in your run: count(MapSink.closure) == 2")
    expect(verdicts.nth(1).locator("small")).to_contain_text("recorded 3")
    expect(task.locator(".is-task .run-status")).to_contain_text("Not yet.")


def test_another_program_than_the_solution_is_right_if_its_run_is(task):
    try_out(task, START.replace("  .map", "  .skip(1)\n  .map"))
    expect(task.locator(".task-verdicts > .is-met")).to_have_count(2, timeout=60_000)
    expect(task.locator(".is-task .run-status")).to_have_text("Right, as recorded.")
    page = task.page
    expect(page.locator(".predict-progress")).to_contain_text("1 of 1 questions of this page answered")
    page.reload()
    expect(page.locator(".task.is-right")).to_have_count(1)
    expect(page.locator(".predict-progress")).to_contain_text("1 of 1 questions of this page answered")


def test_a_program_that_does_not_compile_has_no_verdicts(task):
    try_out(task, START.replace(".map", ".mapp"))
    expect(task.locator(".is-task .run-status")).to_have_text("It does not compile.", timeout=60_000)
    expect(task.locator(".task-verdicts")).to_be_hidden()


def test_on_a_published_site_the_solution_is_folded(tmp_path, open_page):
    page = open_page(build_site_in(tmp_path, FILES) / "tasks.html")
    task = page.locator(".task")
    expect(task.get_by_text("Leave the 1 out.")).to_be_visible()
    expect(task.get_by_role("button")).to_have_count(0)
    expect(task.locator(".output")).to_be_hidden()
    task.get_by_text("Answer", exact=True).click()
    expect(task.locator(".output samp")).to_have_text("got 20\ngot 30")
    expect(task.get_by_text("Let nothing pass that is small.")).to_be_visible()
