"""The tree of choices that the atlas begins with, and programs whose tests are folded."""

import pytest
from conftest import SITE
from playwright.sync_api import expect

INDEX = SITE / "atlas" / "index.html"
DEBOUNCE = SITE / "atlas" / "debounce.html"


def leaves(page):
    return page.locator(".choices .leaf:visible")


def test_words_find_the_choice(look_at):
    page = look_at(INDEX)
    field = page.get_by_role("searchbox", name="Which operator do I need?")
    expect(leaves(page)).to_have_count(0)
    field.fill("newest SEARCH")
    expect(leaves(page)).to_have_count(1)
    expect(leaves(page).get_by_role("link")).to_have_text("flatMapLatest")
    expect(page.locator(".choices").get_by_role("status")).to_have_text("1 found")
    field.fill("no such wish")
    expect(leaves(page)).to_have_count(0)
    expect(page.locator(".choices").get_by_role("status")).to_contain_text("Nothing found.")
    field.fill("")
    expect(page.locator(".choice:visible")).to_have_count(page.locator(".choice").count())
    expect(leaves(page)).to_have_count(0)


def test_a_branch_that_the_reader_opened_stays_open(open_page):
    page = open_page(INDEX)
    page.locator(".choice summary").first.press("Enter")
    before = leaves(page).count()
    assert before > 0
    field = page.get_by_role("searchbox", name="Which operator do I need?")
    field.fill("upload")
    field.fill("")
    expect(leaves(page)).to_have_count(before)


def test_chinese_words_find_the_choice(look_at):
    page = look_at(SITE / "atlas" / "index.zh-Hans.html")
    page.locator(".choices input").fill("搜索框")
    expect(leaves(page).get_by_role("link")).to_have_text(["debounce"])


def test_without_scripts_branches_open(look_at):
    page = look_at(INDEX, java_script_enabled=False)
    expect(page.locator(".choices input")).to_have_count(0)
    page.locator(".choice summary").first.click()
    expect(leaves(page).first).to_be_visible()


@pytest.mark.parametrize("scripts", [True, False])
def test_the_whole_program_is_shown_on_demand(browser, scripts):
    context = browser.new_context(java_script_enabled=scripts)
    page = context.new_page()
    page.goto(DEBOUNCE.as_uri())
    program = page.locator(".excerpt", has=page.locator(".unfold-harness")).first
    expect(program.locator(".line:visible")).to_have_count(1)
    expect(program.locator(".line:visible")).to_contain_text(".debounce(")
    program.get_by_role("checkbox", name="whole program").check()
    expect(program.locator(".line:visible")).to_have_count(program.locator(".line").count())
    context.close()


@pytest.mark.parametrize("width", [1600, 390])
def test_two_operators_stand_one_below_the_other_to_the_same_scale(open_page, width):
    page = open_page(DEBOUNCE, width=width)
    pair = page.locator(".against").first
    pair.locator("summary").first.click()
    first, second = (pair.locator("figure").nth(place) for place in range(2))
    assert second.bounding_box()["y"] > first.bounding_box()["y"]
    ticks = [
        {tick.text_content(): tick.get_attribute("x") for tick in picture.locator(".hw-number").all()} for picture in (first, second)]
    assert ticks[0] == ticks[1] and len(ticks[0]) > 5
    assert page.evaluate("document.documentElement.scrollWidth") <= width
