"""The site of a package's tests: a test's page, its links, and the search."""

import subprocess

import pytest
from conftest import HEADWATER, ROOT
from playwright.sync_api import expect

TEST = "tests/SearchTests/SearchViewModelTests/SearchViewModelTests-testWaitsUntilTheUserStopsTyping.html"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    output = tmp_path_factory.mktemp("package") / "site"
    result = subprocess.run(
        [HEADWATER, "site", "tests", "Examples/search", "--output", output], cwd=ROOT, capture_output=True, text=True
    )
    assert result.returncode == 0, result.stderr
    return output


def test_a_test_has_its_lines_its_marbles_and_its_story(site, open_page):
    page = open_page(site / TEST)
    expect(page.get_by_role("heading", level=1)).to_have_text("Waits until the user stops typing")
    expect(page.locator(".excerpt")).to_contain_text('shown([(10, "r"), (11, "rx"), (12, "rxs")])')
    expect(page.locator("figure.marbles svg")).to_be_visible()
    expect(page.locator(".tested-story")).to_contain_text('debounce ● "rxs"')
    chain = page.locator(".tested-chain pre")
    expect(chain).to_be_hidden()
    page.get_by_text("All calls, as a chain").click()
    expect(chain).to_contain_text('DebounceSink.on(next:) "r"')


def test_the_lines_stand_beside_the_marbles_on_wide_screens(site, open_page):
    page = open_page(site / TEST, width=1440)
    lines, marbles = (page.locator(f".tested-run > {part}").bounding_box() for part in (".excerpt", "figure.marbles"))
    assert marbles["x"] >= lines["x"] + lines["width"] and abs(marbles["y"] - lines["y"]) < 40
    assert page.evaluate("document.documentElement.scrollWidth") <= 1440
    page.set_viewport_size({"width": 390, "height": 844})
    lines, marbles = (page.locator(f".tested-run > {part}").bounding_box() for part in (".excerpt", "figure.marbles"))
    assert marbles["y"] >= lines["y"] + lines["height"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_line_of_the_story_leads_to_the_source_and_from_there_to_the_stage(site, open_page):
    page = open_page(site / TEST)
    page.locator(".tested-story").get_by_role("link", name="SearchViewModel.swift:20").click()
    expect(page).to_have_url((site / "source/Search/SearchViewModel.html").as_uri() + "#L20")
    page.goto((site / "stages/Search/SearchViewModel/20-debounce.html").as_uri())
    expect(page.get_by_text('debounce dropped "r": "rx" came before its time was over')).to_be_visible()
    page.get_by_role("link", name="Waits until the user stops typing").first.click()
    expect(page).to_have_url((site / TEST).as_uri())


def test_markdown_beside_the_tests_begins_their_page(site, open_page):
    page = open_page(site / "tests/SearchTests/SearchViewModelTests.html")
    expect(page.get_by_role("heading", level=1)).to_have_text("How the search waits")
    expect(page.locator("figure.marbles svg")).to_be_visible()
    expect(page.get_by_role("heading", name="Which tests are in this file?")).to_be_visible()


@pytest.mark.parametrize("words", ["stops typing", "testWaitsUntilTheUserStopsTyping"])
def test_a_test_is_found_by_its_sentence_and_by_its_name(site, open_page, words):
    page = open_page(site / "index.html")
    page.get_by_role("button", name="Search").click()
    page.get_by_role("combobox").fill(words)
    titles = page.locator(".search-result .search-title")
    expect(titles.filter(has_text="Waits until the user stops typing").first).to_be_visible()


@pytest.mark.parametrize("width", [390, 1440])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_is_wider_than_the_window(site, open_page, width, scheme):
    pages = [TEST, "index.html", "stages/Search/SearchViewModel/20-debounce.html"]
    for path in pages:
        page = open_page(site / path, width=width, color_scheme=scheme)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
