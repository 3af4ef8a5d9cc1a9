"""What stands around the text: the bar, the trees, the contents, edges, and the way through the site."""

import pathlib
import re
import urllib.parse

import pytest
from conftest import SITE, print_out, wait_until
from playwright.sync_api import expect

ROOT = pathlib.Path(__file__).resolve().parents[2]
CORE_FLOW = SITE / "core-flow" / "index.html"
THROTTLE = SITE / "atlas" / "throttle.html"


# The bar

@pytest.mark.parametrize("name", ["index.html", "core-flow/index.zh-Hans.html", "source/Rx/Core/Observable.html"])
@pytest.mark.parametrize("width", [320, 390, 768, 769, 800, 820, 834, 840, 880, 960, 1024, 1088, 1280, 1440])
def test_the_bar_fits(look_at, name, width):
    page = look_at(SITE / name, width=width)
    if width <= 768 and page.locator(".menu").get_attribute("aria-expanded") == "false":
        page.locator(".menu").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    boxes = page.evaluate(
        """[...document.querySelectorAll('.site-header :is(a, button)')].filter((item) => item.checkVisibility())
          .map((item) => { const box = item.getBoundingClientRect(); return [box.left, box.right, box.height] })"""
    )
    assert len(boxes) >= 11
    assert all(left >= 0 and right <= width + 0.5 for left, right, _ in boxes)
    # Nothing is set in a column of single characters.
    assert all(height < 48 for _, _, height in boxes)


@pytest.mark.parametrize(
    "name, section",
    [
        ("tour/index.html", "Learn"), ("beyond/disposal.html", "Learn"), ("atlas/throttle.html", "Operators"),
        ("beyond/leak.html", "Debug"), ("reference/exports.html", "Reference"), ("api/Rx/Observable.html", "Reference"),
        ("source/index.html", "Source"), ("source/Rx/Core/Observable.html", "Source"),
    ],
)
def test_the_bar_marks_the_section(look_at, name, section):
    page = look_at(SITE / name)
    assert page.locator(".sections a").all_inner_texts() == ["Learn", "Operators", "Debug", "Reference", "Source"]
    assert page.locator(".sections [aria-current]").all_inner_texts() == [section]


def test_a_reader_of_chinese_stays_in_chinese(open_page):
    page = open_page(SITE / "index.zh-Hans.html")
    for name in ["学习", "操作符", "调试", "参考", "源代码"]:
        page.locator(".sections").get_by_role("link", name=name, exact=True).click()
        expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    page.get_by_role("link", name="Observable.swift", exact=True).click()
    expect(page.locator("h1")).to_have_text("Rx/Core/Observable.swift")
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    page.get_by_role("link", name="English").click()
    page.wait_for_url("**/source/Rx/Core/Observable.html")
    page.goto((SITE / "core-flow" / "in-depth-source.zh-Hans.html").as_uri())
    page.locator("article > .excerpt figcaption a").first.click()
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")


def test_pages_of_the_api_open_from_a_disk(open_page):
    page = open_page(SITE / "reference" / "command-line.html")
    page.locator(".tree").get_by_role("link", name="Swift API").click()
    page.get_by_role("link", name="Rx", exact=True).click()
    page.get_by_role("link", name="Observable", exact=True).click()
    expect(page.locator("h1")).to_have_text("Observable")
    expect(page.locator(".declaration").first).to_contain_text("open class Observable")
    page.locator(".breadcrumbs").get_by_role("link", name="Reference").click()
    expect(page.locator("h1")).to_have_text("The command line")


# The lists at the side

def test_the_contents_follow_the_reader(open_page):
    page = open_page(CORE_FLOW, width=1440, height=900)
    for part in (0.3, 0.6, 0.85, 0.97):
        page.evaluate(f"scrollTo(0, document.documentElement.scrollHeight * {part})")
        wait_until(
            page,
            """(() => {
              const mark = document.querySelector('.contents [aria-current]')
              const at = mark?.getBoundingClientRect(), around = mark?.closest('.contents').getBoundingClientRect()
              return at && at.top >= around.top && at.bottom <= around.bottom && at.bottom <= innerHeight
            })()""",
        )


def test_the_tree_shows_the_page_and_its_siblings(look_at):
    page = look_at(THROTTLE, width=1440)
    tree = page.locator(".tree")
    expect(tree.locator("[aria-current=page]")).to_have_text("throttle")
    expect(tree.locator("[aria-current=page]")).to_be_in_viewport()
    for name in ("debounce", "sample"):
        expect(tree.get_by_role("link", name=name, exact=True)).to_have_count(1)
    expect(tree.get_by_role("link", name="Combining", exact=True)).to_be_visible()
    page = look_at(SITE / "beyond" / "leak.html")
    expect(page.locator(".tree").get_by_role("link", name="What does share share?")).to_be_visible()


@pytest.mark.parametrize("width", [390, 820, 1024])
def test_on_a_narrow_screen_the_lists_are_folded(open_page, width):
    page = open_page(CORE_FLOW, width=width)
    expect(page.locator("h1")).to_be_in_viewport()
    if width == 390:
        expect(page.locator(".tree")).to_be_hidden()
        page.locator(".menu").click()
    for name in (".tree", ".contents"):
        expect(page.locator(f"{name} ul").first).to_be_hidden()
        page.locator(f"{name} summary").click()
        expect(page.locator(f"{name} a").first).to_be_visible()


def test_with_room_the_contents_stand_at_the_right(look_at):
    page = look_at(CORE_FLOW, width=1440)
    tree, text, contents = (page.locator(name).bounding_box() for name in (".tree", "main", ".contents"))
    assert tree["x"] + tree["width"] <= text["x"] and text["x"] + text["width"] <= contents["x"]
    assert contents["y"] < 200


def test_without_scripts_the_lists_are_open(open_page):
    page = open_page(CORE_FLOW, java_script_enabled=False)
    expect(page.locator(".tree a").first).to_be_visible()
    expect(page.locator(".contents a").first).to_be_visible()


def test_paper_has_neither_bar_nor_lists(look_at):
    page = look_at(CORE_FLOW)
    print_out(page)
    for name in (".site-header", ".tree", ".contents", ".page-top", ".page-tools", ".copy"):
        assert page.locator(name).first.is_visible() is False, name


# The way through the site

def test_next_stays_in_the_section(look_at):
    page = look_at(SITE / "articles" / "observable.html")
    expect(page.locator(".neighbours .next")).to_have_count(0)
    expect(page.locator(".neighbours .previous")).to_contain_text("Sink 和 Queue Scheduler")


def test_a_part_says_where_it_is(look_at):
    assert re.fullmatch(r"Part \d+ of \d+ · \d+ min", look_at(CORE_FLOW).locator(".page-facts").inner_text())
    chinese = look_at(SITE / "core-flow" / "index.zh-Hans.html").locator(".page-facts").inner_text()
    assert re.fullmatch(r"第 \d+ 篇，共 \d+ 篇 · 阅读约 \d+ 分钟", chinese)


def test_one_can_skip_to_the_pages_of_the_section(open_page):
    page = open_page(CORE_FLOW)
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_text("Skip to the pages of this section")
    expect(page.locator(":focus")).to_be_in_viewport(ratio=1)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("#pages$"))


# Edges, and the button that copies

@pytest.mark.parametrize("name", ["core-flow/index.html", "beyond/leak.zh-Hans.html", "atlas/throttle.html"])
def test_there_are_two_right_edges(look_at, name):
    page = look_at(SITE / name, width=1440)
    edges = page.evaluate(
        """[...document.querySelectorAll('article > :is(p, .excerpt, .code-frame, .output, .chain, .trace, .diagram, .findings)')]
          .filter((block) => block.checkVisibility()).map((block) => Math.round(block.getBoundingClientRect().right))"""
    )
    assert len(edges) >= 8 and len(set(edges)) <= 2, sorted(set(edges))


@pytest.mark.parametrize("width", [390, 1440])
def test_the_button_that_copies_covers_no_code(look_at, width):
    page = look_at(CORE_FLOW.with_name("in-depth-source.html"), width=width)
    covered = page.evaluate(
        """[...document.querySelectorAll('.copy')].filter((button) => {
          const figure = button.closest('figure, .code-frame'), code = figure.querySelector('pre.code')
          const one = button.getBoundingClientRect(), other = code.getBoundingClientRect()
          return one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top
        }).length"""
    )
    assert page.locator(".copy").count() > 10 and covered == 0


def test_the_notes_of_a_finding_are_not_copied(open_page):
    page = open_page(SITE / "index.html")
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text }")
    page.locator(".findings .copy").click()
    wait_until(page, "window.copied !== undefined")
    assert page.evaluate("window.copied") + "\n" == (ROOT / "content" / "silent.swift").read_text(encoding="utf-8")


# The front page

@pytest.mark.parametrize("name", ["index.html", "index.zh-Hans.html"])
def test_the_front_page_shows_a_bug_and_two_ways_on(look_at, name):
    page = look_at(SITE / name, width=1440)
    links = page.locator(".actions a")
    assert links.count() == 2 and all(links.nth(place).is_visible() for place in (0, 1))
    assert links.nth(0).get_attribute("href").startswith("tour/index")
    anchor = urllib.parse.unquote(links.nth(1).get_attribute("href").removeprefix("#"))
    assert page.locator(f"[id='{anchor}']").count() == 1
    expect(page.locator(".findings").first).to_be_in_viewport()
    assert page.locator(".findings .noted").count() == 2
    remedy = "Put the catch inside" if name == "index.html" else "把catch放进flatMapLatest的闭包里"
    assert remedy in page.locator(".findings").inner_text()


def test_the_first_lit_line_of_the_engine_is_its_work(look_at):
    page = look_at(SITE / "index.html", java_script_enabled=False)
    engine = page.locator("figure.excerpt", has=page.locator("figcaption", has_text=re.compile("^Rx/")))
    lit = engine.locator("mark.lit").first
    assert lit.locator("xpath=ancestor-or-self::*[contains(@class, 'hook')]").count() == 0
    work = lit.evaluate(
        """(line) => {
          const copy = line.cloneNode(true)
          for (const hook of copy.querySelectorAll('.hook')) hook.remove()
          return copy.textContent
        }"""
    )
    assert "on(next:" in work, work


@pytest.mark.parametrize("name", ["index.md", "index.zh-Hans.md"])
def test_what_the_front_page_says_about_installing_is_in_the_readme(name):
    text = (ROOT / "content" / name).read_text(encoding="utf-8")
    start = re.search(r"^## (Install|安装)$", text, re.M).end()
    section = text[start : text.index("\n## ", start)]
    commands = [line for block in re.findall(r"```sh\n(.*?)```", section, re.S) for line in block.strip().splitlines()]
    commands += re.findall(r"`((?:make|headwater) [^`]+)`", section)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(commands) >= 5
    for command in commands:
        assert command in readme, command
    assert "Swift 6.3" in section and "Swift 6.3" in readme
    assert "some minutes" in readme


@pytest.mark.parametrize("name", ["tour/index.html", "tour/index.zh-Hans.html"])
def test_the_tour_has_six_steppers_and_is_light(look_at, name):
    page = look_at(SITE / name)
    assert page.locator("article section.chain").count() == 6
    assert (SITE / name).stat().st_size < 150_000
