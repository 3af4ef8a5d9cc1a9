"""The stage of a stepper: the program beside the engine, the pipeline with its event, and what a keyboard reaches."""

import re

import pytest
from conftest import SITE, come_to, print_out, settle
from playwright.sync_api import expect

MACHINERY = SITE / "core-flow" / "machinery.html"
THREADS = SITE / "threads" / "index.html"
THROTTLE = SITE / "atlas" / "throttle.html"
TRAMPOLINE = "#chain-3"


@pytest.fixture
def stepper(open_page):
    def stepper(path=MACHINERY, chain=TRAMPOLINE, **options):
        page = open_page(path, **options)
        come_to(page, chain)
        return page

    return stepper


def go(page, step, chain=TRAMPOLINE):
    page.locator(f"{chain}-step-{step}").click(position={"x": 12, "y": 8})


def lit(page, pane, chain=TRAMPOLINE):
    return [line.strip() for line in page.locator(f"{chain} .pane.{pane} mark.lit").all_text_contents()]


def test_the_program_and_the_engine_are_lit_side_by_side(stepper):
    page = stepper()
    go(page, 12)
    assert page.locator(f"{TRAMPOLINE} .stage-head .call").inner_text() == "MapSink.closure"
    assert lit(page, "program") == [".map { number in number * 10 }"]
    assert len(lit(page, "engine")) == 1
    program, engine = (page.locator(f"{TRAMPOLINE} .pane.{name}").bounding_box() for name in ("program", "engine"))
    assert program["y"] == engine["y"] and program["x"] + program["width"] <= engine["x"]


def test_the_panes_stack_on_a_narrow_screen(stepper):
    page = stepper(width=390, height=844)
    program, engine = (page.locator(f"{TRAMPOLINE} .pane.{name}").bounding_box() for name in ("program", "engine"))
    assert program["x"] == engine["x"] and program["y"] + program["height"] <= engine["y"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_every_step_has_code_and_the_program_keeps_its_place(stepper):
    page = stepper(path=THROTTLE, chain="#chain-1")
    count = page.locator("#chain-1 .step").count()
    assert count > 20
    for _ in range(count):
        assert page.locator("#chain-1 .pane.program .line").first.is_visible()
        assert page.locator("#chain-1 .pane.engine").locator(".line, .no-engine").first.is_visible()
        page.keyboard.press("j")


PRINTING = """import Rx

let numbers = PublishSubject<Int>()
_ = numbers.map { $0 * 2 }.subscribe(onNext: { print($0) })
print("before")
numbers.onNext(1)
print("after")
"""
PRINTING_PAGE = """---
title: {title}
---

```chain pipeline=printing.swift
…
output "before"
PublishSubject.on(next:) 1
  MapSink.on(next:) 1
    …
output "after"
```
"""


@pytest.mark.parametrize(
    ("page_name", "sentence"), [("page", "No code of the engine runs"), ("page.zh-Hans", "没有执行引擎的代码")]
)
def test_a_step_without_code_of_the_engine_does_not_keep_the_listing_before(build_site, open_page, page_name, sentence):
    files = {"printing.swift": PRINTING, f"{page_name}.md": PRINTING_PAGE.format(title="Prints")}
    page = open_page(build_site(files) / f"{page_name}.html")
    come_to(page, "#chain-1")
    engine = page.locator("#chain-1 .pane.engine")
    for step, has_code in [(1, False), (2, True), (4, False), (3, True)]:
        go(page, step, chain="#chain-1")
        assert engine.locator(".line").count() > 0 if has_code else engine.locator(".line").count() == 0
        assert (sentence in engine.inner_text()) is not has_code
        assert page.locator("#chain-1 .pane.program .line").first.is_visible()


def test_the_stage_stays_in_view_while_the_reader_goes_down_a_long_list(stepper):
    page = stepper(path=THROTTLE, chain="#chain-1")
    for _ in range(page.locator("#chain-1 .step").count() - 1):
        page.keyboard.press("j")
    expect(page.locator("#chain-1 .stage-head")).to_be_in_viewport()
    expect(page.locator("#chain-1 .pane.engine")).to_be_in_viewport()


def test_a_stepper_of_an_operator_begins_with_its_subscription(stepper):
    page = stepper(path=THROTTLE, chain="#chain-1")
    assert page.locator("#chain-1 .step.is-current .call").inner_text().startswith("Throttle")
    expect(page.get_by_text(re.compile(r"\d+ steps of the test around it")).first).to_be_visible()


def test_the_lit_lines_change_and_leave_nothing_lit_behind(stepper):
    page = stepper()
    for step in (2, 10, 11, 2):
        go(page, step)
        named = page.locator(f"{TRAMPOLINE} .step-body.is-current .runs a").evaluate_all(
            "(links) => links.map((link) => (link.dataset.lit ?? link.textContent.match(/:(.*)$/)[1])"
            ".replace('*', '').split(',').map(Number).sort())"
        )
        for pane, lines in zip(("program", "engine"), named, strict=True):
            shown = page.locator(f"{TRAMPOLINE} .pane.{pane} mark").evaluate_all(
                "(marks) => marks.map((mark) => Number(mark.dataset.line)).sort()"
            )
            assert shown == lines, (step, pane)


def dot(page, chain=TRAMPOLINE):
    settle(page)
    return page.locator(f"{chain} .strip .dot circle").bounding_box()


def test_the_event_moves_along_the_pipeline(stepper):
    page = stepper()
    assert page.locator(f"{TRAMPOLINE} .strip text").all_text_contents()[:3] == ["map", "subscribe", "of"]
    places = []
    for step in (10, 11, 13, 14):
        go(page, step)
        places.append(dot(page)["x"])
    # of → map, map, map → subscribe, subscribe
    assert places == sorted(places) and len(set(places)) == 4
    go(page, 13)
    assert page.locator(f"{TRAMPOLINE} .strip .dot text").text_content() == "10"
    assert page.locator(f"{TRAMPOLINE} .strip .dot").get_attribute("data-is") == "next"


def test_the_dot_jumps_for_those_who_want_nothing_to_move(stepper):
    page = stepper(reduced_motion="reduce")
    assert page.locator(f"{TRAMPOLINE} .strip .dot").evaluate("(dot) => getComputedStyle(dot).transitionDuration") == "0s"


def test_what_is_disposed_falls_away(open_page):
    page = open_page(MACHINERY)
    gone = page.locator(".strip g[data-gone]").first
    step = int(gone.get_attribute("data-gone"))
    chain = "#" + gone.evaluate("(box) => box.closest('section.chain').id")
    go(page, max(1, step - 1), chain)
    if step > 1:
        assert "is-gone" not in (gone.get_attribute("class") or "")
    go(page, step, chain)
    assert "is-gone" in gone.get_attribute("class")


def test_each_thread_has_a_lane(open_page):
    page = open_page(THREADS)
    chain = "#" + page.locator("section.chain:has(.lane)").first.get_attribute("id")
    lanes = page.locator(f"{chain} .strip .lane path").evaluate_all(
        "(lanes) => lanes.map((lane) => lane.getBoundingClientRect().y)"
    )
    assert len(lanes) > 1 and lanes == sorted(lanes)
    items = page.locator(f"{chain} .step[data-at]").evaluate_all(
        "(items) => items.map((item) => [Number(item.id.split('-').pop()), Number(item.dataset.lane ?? 0)])"
    )
    assert len({lane for _, lane in items}) > 1
    for step, lane in items:
        go(page, step, chain)
        box = dot(page, chain)
        assert abs(box["y"] + box["height"] / 2 - page.locator(f"{chain} .strip .lane path").nth(lane).bounding_box()["y"]) < 2


def test_the_progress_can_be_dragged_and_says_where_it_is(stepper):
    page = stepper()
    progress = page.locator(f"{TRAMPOLINE} .progress")
    box = progress.bounding_box()
    page.mouse.move(box["x"] + 8, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 2, box["y"] + box["height"] / 2, steps=8)
    page.mouse.up()
    count = page.locator(f"{TRAMPOLINE} .step").count()
    assert page.locator(f"{TRAMPOLINE} .position").inner_text() == f"{count} / {count}"
    assert progress.get_attribute("aria-valuetext").startswith(f"Step {count} of {count}: ")
    # The focus is on the range, whose own keys move it.
    page.keyboard.press("ArrowLeft")
    assert page.locator(f"{TRAMPOLINE} .position").inner_text() == f"{count - 1} / {count}"


def test_a_stepper_is_few_stops_for_the_tab_key(stepper):
    page = stepper()
    assert page.locator(f"{TRAMPOLINE} .steps .step-number").evaluate_all(
        "(links) => links.filter((link) => link.tabIndex === 0).length"
    ) == 1
    for listing in page.locator("pre.code:has(a)").all()[:20]:
        assert listing.evaluate(
            "(code) => [code, ...code.querySelectorAll('a')].filter((part) => part.tabIndex === 0).length"
        ) == 1
    page.locator(f"{TRAMPOLINE} .skip-stepper").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    outside = "(section) => section.compareDocumentPosition(document.activeElement) & Node.DOCUMENT_POSITION_FOLLOWING"
    assert page.locator(TRAMPOLINE).evaluate(outside)
    assert not page.locator(TRAMPOLINE).evaluate("(section) => section.contains(document.activeElement)")


def test_every_control_has_a_name(stepper):
    page = stepper()
    controls = page.locator(f"{TRAMPOLINE} .stage-bar :is(button, input)")
    for control in controls.all():
        assert control.get_attribute("aria-label") or control.inner_text().strip()
    page.locator(f"{TRAMPOLINE} .legend summary").click()
    assert page.locator(f"{TRAMPOLINE} .legend li").first.is_visible()


def test_hooks_of_a_listing_unfold_in_a_pane(stepper):
    page = stepper()
    go(page, 10)
    place = page.locator(f"{TRAMPOLINE} .pane.engine .call-site").first
    assert place.bounding_box()["width"] < 15
    page.locator(f"{TRAMPOLINE} .pane.engine .fold").check()
    assert place.bounding_box()["width"] > 40


def test_steps_without_scripts_lead_to_their_listings(look_at):
    page = look_at(MACHINERY, java_script_enabled=False)
    links = page.locator(f"{TRAMPOLINE} .runs a").evaluate_all("(links) => links.map((link) => link.hash)")
    assert len(links) > 20
    for listing in set(links):
        assert page.locator(listing).is_visible()
    assert page.locator(f"{TRAMPOLINE} .strip svg").is_visible()


def test_print_and_back_leaves_the_stepper_as_it_was(stepper):
    page = stepper()
    go(page, 12)
    before = page.locator(f"{TRAMPOLINE} .panes").inner_html()
    print_out(page)
    assert page.locator(f"{TRAMPOLINE} .strip svg").is_visible()
    page.emulate_media(media="screen")
    expect(page.locator(f"{TRAMPOLINE}.is-stepper")).to_be_visible()
    assert page.locator(f"{TRAMPOLINE} .panes").inner_html() == before
