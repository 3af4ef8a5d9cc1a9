"""Questions that readers answer before they see what was recorded, and answers that are folded."""

import pytest
from conftest import build_site_in
from playwright.sync_api import expect

PROGRAM = """import Rx

_ = Observable.of(1, 2)
  .map { $0 * 2 }
  .subscribe(
    onNext: { print("got \\($0)") },
    onCompleted: { print("done") })
"""
PAGE = """---
title: Questions
---

```predict pipeline=flow.swift ask=order
```

```predict pipeline=flow.swift ask=step at="MapSink.on(next:) 1"
```

```predict pipeline=flow.swift ask=count of="MapSink.on(next:)"
```

## Answers

1. > [!ANSWER]
   > It is **four**.
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    return build_site_in(tmp_path_factory.mktemp("predict"), {"flow.swift": PROGRAM, "questions.md": PAGE})


def lines(question):
    return question.locator(".predict-lines samp").all_text_contents()


def check(question):
    question.get_by_role("button", name="Check").click()


def put_in_order(question, wanted):
    """Brings each line up to its place with the arrow keys."""
    for place, text in enumerate(wanted):
        button = question.locator("li", has_text=text).get_by_role("button", name="Move up")
        button.focus()
        for _ in range(lines(question).index(text) - place):
            button.press("ArrowUp")
    assert lines(question) == wanted


def test_lines_are_put_in_order_with_keys(site, open_page):
    page = open_page(site / "questions.html")
    question = page.locator(".predict").nth(0)
    wanted = ["got 2", "got 4", "done"]
    assert sorted(lines(question)) == sorted(wanted) and lines(question) != wanted
    check(question)
    expect(question.get_by_role("status")).to_contain_text("Not yet.")
    expect(question.locator("details")).not_to_have_attribute("open", "")
    put_in_order(question, wanted)
    check(question)
    expect(question.get_by_role("status")).to_have_text("Right, as recorded.")
    expect(question.locator("details li")).to_have_text(wanted)
    expect(page.locator(".predict-progress")).to_contain_text("1 of 3 questions of this page answered")


def test_lines_are_put_in_order_with_the_mouse(site, open_page):
    page = open_page(site / "questions.html")
    question = page.locator(".predict").nth(0)
    items = question.locator(".predict-lines li")
    before = lines(question)
    first, last = items.nth(0).bounding_box(), items.nth(2).bounding_box()
    page.mouse.move(first["x"] + 90, first["y"] + first["height"] / 2)
    page.mouse.down()
    page.mouse.move(last["x"] + 90, last["y"] + last["height"] / 2, steps=8)
    page.mouse.up()
    assert lines(question) == before[1:] + before[:1]
    expect(question.get_by_role("status")).to_have_text(f"{before[0]}: 3 / 3")


def test_one_of_several_is_chosen(site, open_page):
    page = open_page(site / "questions.html")
    question = page.locator(".predict").nth(1)
    choices = question.get_by_role("radio")
    expect(choices).to_have_count(4)
    right = int(question.locator(".predict-choices").get_attribute("data-answer"))
    choices.nth((right + 1) % 4).check()
    check(question)
    expect(question.get_by_role("status")).to_contain_text("Not yet.")
    choices.nth((right + 1) % 4).focus()
    page.keyboard.press("ArrowUp")
    expect(choices.nth(right)).to_be_checked()
    check(question)
    expect(question.get_by_role("status")).to_have_text("Right, as recorded.")


def test_a_number_is_given(site, open_page):
    page = open_page(site / "questions.html")
    question = page.locator(".predict").nth(2)
    field = question.get_by_role("spinbutton", name="Your answer")
    field.fill("3")
    field.press("Enter")
    expect(question.get_by_role("status")).to_contain_text("Not yet.")
    field.fill("2")
    field.press("Enter")
    expect(question.get_by_role("status")).to_have_text("Right, as recorded.")


def test_progress_is_kept_in_the_browser_until_it_is_forgotten(site, open_page):
    page = open_page(site / "questions.html")
    question = page.locator(".predict").nth(2)
    question.get_by_role("spinbutton").fill("2")
    check(question)
    page.locator("li > details.answer summary").click()
    expect(page.locator("li > details.answer.is-seen")).to_have_count(1)
    page.reload()
    expect(page.locator(".predict").nth(2).get_by_role("status")).to_have_text("Right, as recorded.")
    expect(page.locator(".predict").nth(0).get_by_role("status")).not_to_have_text("Right, as recorded.")
    expect(page.locator("li > details.answer.is-seen")).to_have_count(1)
    page.get_by_role("button", name="Forget my answers on this page").click()
    expect(page.locator(".predict-progress")).to_contain_text("0 of 3")
    expect(page.locator(".is-seen")).to_have_count(0)


def test_questions_work_without_storage(site, browser):
    context = browser.new_context()
    page = context.new_page()
    page.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw new Error('refused') } })")
    page.goto((site / "questions.html").as_uri())
    question = page.locator(".predict").nth(2)
    question.get_by_role("spinbutton").fill("2")
    check(question)
    expect(question.get_by_role("status")).to_have_text("Right, as recorded.")
    expect(page.locator(".predict-progress")).to_contain_text("1 of 3")
    context.close()


def test_answers_are_folded_without_scripts_too(site, open_page):
    page = open_page(site / "questions.html", java_script_enabled=False)
    expect(page.locator(".predict-lines li")).to_have_count(3)
    answer = page.locator("li > details.answer")
    expect(answer.get_by_text("It is four.")).to_be_hidden()
    answer.locator("summary").click()
    expect(answer.get_by_text("It is four.")).to_be_visible()
    expect(page.locator(".predict-check")).to_have_count(0)
