"""The main path: how much each page shows before a reader unfolds anything, and which names come too early."""

import re

import pytest
from conftest import SITE
from unfolded import counts, main_path, minutes

WHY = [SITE / "why" / name for name in ("index.html", "index.zh-Hans.html")]

# Names of the engine, which nobody needs who does not know yet what Rx is for.
ENGINE = ["Downstream", "Running", "makeSink", "SinkDisposer", "AnonymousObserver", "Producer", "FlatMapLatestSink"]


def test_the_path_begins_with_the_reason():
    assert main_path()[0] == WHY[0].resolve()


def test_the_reason_is_short(look_at):
    assert counts(look_at(WHY[0]))["prose"] <= 1_250


@pytest.mark.parametrize("path", WHY, ids=lambda path: path.stem)
def test_the_reason_names_nothing_of_the_engine(look_at, path):
    text = look_at(path).locator("main").inner_text()
    assert [name for name in ENGINE if re.search(rf"\b{name}\b", text)] == []


# A reader who only reads comes to threads after half an hour, and who does the tasks is in the tour by then.
BEGINNING = ["learn", "why", "tour", "core-flow", "one-input", "operators", "flat-map", "subjects"]
ONLY_OURS = ["SinkDisposer", "Downstream", "Running", "makeSink", "SubjectSubscription", "takeOver", "endForwarding"]


@pytest.mark.parametrize("language", ["", ".zh-Hans"], ids=["en", "zh"])
@pytest.mark.parametrize("name", BEGINNING)
def test_the_beginning_shows_neither_schedulers_nor_names_that_only_the_engine_has(look_at, name, language):
    page = look_at(SITE / name / f"index{language}.html")
    counts(page)  # Brings each stepper into view.
    text = page.locator("main").inner_text()
    assert [own for own in ONLY_OURS if re.search(rf"\b{own}\b", text)] == []
    # The page on the reason and the one on `flatMap` have a clock in their programs, which they explain.
    if name not in ["why", "flat-map"]:
        assert not re.search("scheduler|调度器", text, re.IGNORECASE)


def test_the_path_does_not_grow(look_at):
    assert sum(sum(counts(look_at(path)).values()) for path in main_path()) <= 15_000


def test_the_path_takes_what_its_page_says(look_at):
    """Two hours, with one exercise a page."""
    time = 0
    for path in main_path():
        page = look_at(path)
        counts(page)  # Brings each stepper into view.
        time += minutes(page)
    assert 110 <= time <= 120


def test_no_page_of_the_path_is_large(look_at):
    """The tour, with its eight steppers, is the largest file."""
    for path in main_path():
        for page in (path, path.with_suffix(".zh-Hans.html")):
            assert page.stat().st_size <= 150 * 1024, page
        assert sum(counts(look_at(path)).values()) <= 2_200, path


def test_no_page_of_the_path_prints_on_more_than_twenty_sides(open_page):
    sides = {}
    for path in main_path():
        printed = open_page(path).pdf(format="A4")
        sides[f"{path.parent.name}/{path.stem}"] = len(re.findall(rb"/Type\s*/Page\b", printed))
    assert {name: count for name, count in sides.items() if not 0 < count <= 20} == {}
