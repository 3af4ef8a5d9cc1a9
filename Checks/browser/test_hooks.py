"""The tracing hooks in listings: they are faint, folded, and never lit."""

import re

import pytest
from conftest import SITE, own_pages
from playwright.sync_api import expect

CORE_FLOW = SITE / "core-flow" / "in-depth-source.html"
SINK = SITE / "source" / "Rx" / "Observables" / "Base" / "Sink.html"
COLOR = "(element) => getComputedStyle(element).color"


def test_no_excerpt_lights_a_hook():
    """Beside what is faint, a lit line has more than punctuation and words that hand something on."""
    lit = 0
    for path in own_pages():
        text = path.read_text(encoding="utf-8")
        # A part that is nothing but a hook holds whole lines.
        assert not re.search(r'<span class="hook"[^>]*><mark', text), path
        for line in re.findall(r'<mark class="line lit[^>]*>(.*?)</mark>', text, re.DOTALL):
            lit += 1
            work = line
            while (shorter := without_hook(work)) != work:
                work = shorter
            words = re.sub(r"<[^>]*>", "", work).split()
            assert [word for word in words if word not in ("return", "try", "await")] != [], (path, line)
    assert lit > 1000


def without_hook(html):
    """The same without its first part that belongs to a hook."""
    start = html.find('<span class="hook"')
    if start < 0:
        return html
    depth = 0
    for tag in re.finditer(r"<(/?)span\b[^>]*>", html[start:]):
        depth += -1 if tag.group(1) else 1
        if depth == 0:
            return html[:start] + html[start + tag.end() :]
    raise AssertionError(html)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_hooks_are_fainter_than_the_work(look_at, scheme):
    page = look_at(SINK, color_scheme=scheme)
    hook = page.locator(".hook").first
    assert hook.evaluate(COLOR) != page.locator("pre.code .line").first.evaluate(COLOR)
    assert hook.locator("[class^=hl-]").first.evaluate(COLOR) == hook.evaluate(COLOR)


@pytest.mark.parametrize(
    "path, name", [(CORE_FLOW, "Instrumentation"), (CORE_FLOW.with_name("in-depth-source.zh-Hans.html"), "钩子")], ids=["en", "zh"]
)
def test_hooks_have_a_name_for_readers_of_screens(look_at, path, name):
    page = look_at(path)
    assert page.get_by_role("group", name=re.compile(f"^{name}")).count() > 10


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_the_place_of_a_call_unfolds_by_key(open_page, scripts):
    page = open_page(SINK, java_script_enabled=scripts)
    fold = page.locator(".fold").first
    place = page.locator(".call-site").first
    # A sign that something is folded is left.
    assert place.bounding_box()["width"] < 15
    fold.focus()
    page.keyboard.press("Space")
    expect(fold).to_be_checked()
    assert place.bounding_box()["width"] > 100
    page.keyboard.press("Space")
    expect(fold).not_to_be_checked()
    assert place.bounding_box()["width"] < 15


def test_what_is_selected_is_the_true_source(look_at):
    page = look_at(SINK)
    line = page.locator(".line:has(.call-site)").first
    selected = line.evaluate(
        "(line) => { getSelection().selectAllChildren(line); return getSelection().toString() }"
    )
    assert "file: StaticString = #fileID, line: UInt = #line" in selected
    assert line.evaluate("(line) => line.textContent.trim()") in selected


def test_paper_has_the_place_of_a_call(look_at):
    page = look_at(SINK, media="print")
    assert page.locator(".fold").first.is_hidden()
    assert page.locator(".call-site").first.bounding_box()["width"] > 100


@pytest.mark.parametrize("width", [1440, 390])
def test_no_name_in_a_list_of_steps_is_cut(look_at, width):
    page = look_at(CORE_FLOW, width=width)
    expect(page.locator(".is-stepper").first).to_be_visible()
    cut = page.locator(".is-stepper .steps :is(.name, .call)").evaluate_all(
        "(names) => names.filter((name) => name.checkVisibility() && name.scrollWidth > name.clientWidth + 1)"
        ".map((name) => name.textContent)"
    )
    assert cut == []
