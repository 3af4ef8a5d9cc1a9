"""The built pages, with every kind of screen, theme and setting of their readers."""

import functools
import re
import urllib.parse

import pytest
from conftest import SITE, build_site_in, own_pages, print_out
from playwright.sync_api import expect

INDEX = SITE / "index.html"
CORE_FLOW = SITE / "core-flow" / "in-depth-source.html"
PAGES = [INDEX, CORE_FLOW, SITE / "source" / "Rx" / "Observables" / "Base" / "Producer.html"]

# How strongly the text of an element stands out, by the formula of WCAG 2.
CONTRAST = """(element) => {
  const channels = (color) => color.match(/[\\d.]+/g).slice(0, 3).map(Number)
  const luminance = (color) => {
    const [r, g, b] = channels(color).map((c) => (c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const background = (node) => {
    for (; node; node = node.parentElement) {
      const color = getComputedStyle(node).backgroundColor
      if (!/, 0\\)$/.test(color) && color !== 'transparent') return color
    }
    return 'rgb(255, 255, 255)'
  }
  const [a, b] = [luminance(getComputedStyle(element).color), luminance(background(element))]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}"""


def contrasts(page, selector, most):
    """How strongly the first elements of a kind stand out."""
    return page.locator(selector).evaluate_all(f"(elements) => elements.slice(0, {most}).map({CONTRAST})")


def test_no_page_is_heavier_than_250_kilobytes():
    heavy = {str(page.relative_to(SITE)): page.stat().st_size for page in own_pages()}
    assert {name: size for name, size in heavy.items() if size > 250_000} == {}


def test_the_front_page_leads_to_the_walkthrough(open_page):
    page = open_page(INDEX)
    page.get_by_role("link", name="Learn how Rx works", exact=True).click()
    page.wait_for_url("**/learn/index.html")
    page.locator(".path").get_by_role("link", name="Who calls your closure?").click()
    page.wait_for_url("**/core-flow/index.html")
    expect(page).to_have_title(re.compile(r"^Who calls your closure\?"))
    expect(page.locator("h1")).to_have_count(1)


@pytest.mark.parametrize("scripts", [True, False])
def test_every_step_is_there_without_a_script(look_at, scripts):
    page = look_at(CORE_FLOW, java_script_enabled=scripts)
    steps = page.locator("li.step")
    assert steps.count() > 15
    for step in (steps.first, steps.nth(7), steps.last):
        assert step.is_visible()
    assert page.locator("section.chain .step-note").count() >= 15
    assert page.locator("section.chain mark.lit").count() >= 10


def test_steps_are_numbered_in_order_and_nest(look_at):
    page = look_at(CORE_FLOW)
    chains = page.evaluate(
        "[...document.querySelectorAll('section.chain')]"
        ".map((chain) => [...chain.querySelectorAll('.step-number')].map((number) => Number(number.textContent)))"
    )
    assert len(chains) >= 3
    for numbers in chains:
        assert numbers != [] and numbers == sorted(numbers)
    indents = page.evaluate(
        "[...document.querySelectorAll('#chain-1 li.step')].slice(0, 4)"
        ".map((step) => parseFloat(getComputedStyle(step.querySelector('.call')).paddingLeft))"
    )
    assert indents == sorted(indents) and indents[0] < indents[-1]


def test_a_step_can_be_linked_to(open_page):
    page = open_page(CORE_FLOW.as_uri() + "#chain-1-step-5", reduced_motion="reduce")
    expect(page.locator("#chain-1-step-5")).to_be_in_viewport()
    page.locator("#chain-1-step-6 .step-number").click()
    expect(page).to_have_url(re.compile("#chain-1-step-6$"))


def test_the_executed_line_is_lit(look_at):
    page = look_at(CORE_FLOW)
    body = page.locator(".step-body:has(mark.lit)").first
    lit, plain = body.locator("mark.lit").first, body.locator("span.line").first
    color = "(element) => getComputedStyle(element).backgroundColor"
    assert lit.evaluate(color) != plain.evaluate(color)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_in_both_themes(look_at, path, scheme):
    page = look_at(path, color_scheme=scheme)
    for selector in ("h1", "main p", "code", "pre .hl-keyword", "pre .hl-string", "mark.lit .hl-keyword", "figcaption a"):
        for contrast in contrasts(page, selector, 5):
            assert contrast >= 4.5, selector


def test_the_themes_differ(look_at):
    color = "getComputedStyle(document.body).backgroundColor"
    light, dark = (look_at(CORE_FLOW, color_scheme=scheme).evaluate(color) for scheme in ("light", "dark"))
    assert light != dark


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
@pytest.mark.parametrize("width", [320, 390, 768, 1280, 1920])
def test_no_page_is_wider_than_the_screen(look_at, path, width):
    page = look_at(path, width=width)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


API = sorted((SITE / "api").rglob("*.html"))


def longest_caption(path):
    """Of the longest path above a declaration, the number of characters."""
    captions = re.findall(r"<figcaption>(.*?)</figcaption>", path.read_text(encoding="utf-8"))
    return max((len(re.sub("<[^>]*>", "", caption)) for caption in captions), default=0)


@pytest.mark.parametrize("width", [320, 390])
def test_no_page_of_a_declaration_is_wider_than_the_screen(look_at, width):
    assert len(API) > 400
    for path in sorted(API, key=longest_caption)[-24:]:
        page = look_at(path, width=width, height=844)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path


@pytest.mark.parametrize("width", [320, 390])
def test_the_button_that_copies_stands_in_one_line(look_at, width):
    page = look_at(SITE / "atlas/as-driver.html", width=width, height=844)
    heights = page.locator("figcaption > .copy").evaluate_all("buttons => buttons.map(b => b.getBoundingClientRect().height)")
    assert heights and max(heights) < 30
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_each_page_of_a_declaration_has_a_title_and_a_description_of_its_own():
    titles = {}
    for path in API:
        head = path.read_text(encoding="utf-8").split("</head>")[0]
        title = re.search("<title>(.*)</title>", head)[1]
        language = re.search('<html lang="(.*?)"', path.read_text(encoding="utf-8"))[1]
        assert titles.setdefault((language, title), path) == path
        assert re.search('<meta name="description" content="[^"]+">', head), path


def test_the_first_key_press_offers_to_skip_to_the_text(open_page):
    page = open_page(CORE_FLOW)
    page.keyboard.press("Tab")
    focused = page.locator(":focus")
    expect(focused).to_have_text("Skip to the text")
    expect(focused).to_be_in_viewport(ratio=1)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("#content$"))


def test_what_is_printed_has_the_steps_and_no_navigation(look_at):
    page = look_at(CORE_FLOW)
    print_out(page)
    expect(page.locator("li.step").last).to_be_visible()
    expect(page.locator("nav.contents")).to_be_hidden()


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_a_strict_content_security_policy_holds(look_at, path):
    # Scripts may set styles, which the policy allows them.
    page = look_at(path, java_script_enabled=False)
    policy = page.locator("meta[http-equiv=Content-Security-Policy]").get_attribute("content")
    assert "default-src 'none'" in policy and "unsafe" not in policy
    assert page.locator("style, [style], script:not([src])").count() == 0
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"\son\w+=", re.sub(r">[^<]*<", "><", text))


def test_every_link_leads_somewhere():
    pages = own_pages()
    anchors, links = {}, []
    for path in pages:
        text = path.read_text(encoding="utf-8")
        anchors[path] = set(re.findall(r'\sid="([^"]+)"', text))
        links += [(path, link) for link in re.findall(r'(?:href|src)="([^"]*)"', text)]
    assert len(links) > 100
    dead = []
    for path, link in links:
        if re.match(r"https?:|mailto:", link):
            continue
        target, _, anchor = link.replace("&amp;", "&").partition("#")
        target = target.removesuffix("?slides")
        file = file_of(path.parent, target) if target else path
        if file is None or (anchor and urllib.parse.unquote(anchor) not in anchors.get(file, set())):
            dead.append((str(path.relative_to(SITE)), link))
    assert dead == []


@functools.cache
def file_of(folder, target):
    """The file that a link in a folder leads to, if there is one."""
    file = (folder / urllib.parse.unquote(target)).resolve()
    if target.endswith("/"):
        file /= "index.html"
    return file if file.is_file() else None


HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)>"
HOSTILE_PAGE = f"""---
title: 'Title {HOSTILE}'
summary: 'Summary {HOSTILE}'
---
Inline {HOSTILE} and <b onclick="alert(3)">bold</b>.

<script>alert(4)</script>

<iframe src="javascript:alert(5)"></iframe>

[a](javascript:alert(6)) [b](JaVaScRiPt&#58;alert(7)) [c](data:text/html,<script>alert(8)</script>)
![d](javascript:alert(9))

```trace pipeline=hostile.swift
```

```chain pipeline=hostile.swift
…
AnonymousObserver.onCore(next:) | note {HOSTILE}
…
```
"""


@pytest.fixture(scope="module")
def small_site(tmp_path_factory):
    """A site with a page full of hostile text and a Chinese page."""
    return build_site_in(
        tmp_path_factory.mktemp("small"),
        {
            "hostile/index.md": HOSTILE_PAGE,
            "hostile/hostile.swift": f"""import RxSwift
_ = Observable.just("{HOSTILE}").subscribe(onNext: {{ print($0) }})
""",
            "zh/index.md": "---\ntitle: 从 create 到闭包\nsummary: 每一步都来自真实的运行记录。\n---\n万物皆序列：`Observable` 是一切的起点。\n",
        },
    )


def test_hostile_text_is_shown_and_never_run(open_page, small_site):
    page = open_page(small_site / "hostile" / "index.html")
    assert page.locator("h1").inner_text() == "Title " + HOSTILE
    assert page.locator("iframe, main img, main script, b[onclick]").count() == 0
    assert page.locator("a[href^='javascript' i], a[href^='data' i]").count() == 0
    assert HOSTILE in page.locator("main").inner_text()
    open_page(small_site / "index.html")


def test_chinese_text_is_set_in_a_font_that_has_it(open_page, small_site):
    page = open_page(small_site / "zh" / "index.html")
    assert page.locator("h1").inner_text() == "从 create 到闭包"
    # A missing glyph is drawn as the same box for every character.
    widths = page.evaluate(
        """() => {
          const canvas = document.createElement('canvas'), context = canvas.getContext('2d', { willReadFrequently: true })
          context.font = '40px ' + getComputedStyle(document.querySelector('main p')).fontFamily
          return ['万', '物', '序'].map((character) => {
            context.clearRect(0, 0, 300, 150)
            context.fillText(character, 10, 60)
            return [...context.getImageData(0, 0, 80, 80).data].reduce((sum, value) => sum + value, 0)
          })
        }"""
    )
    assert len(set(widths)) == 3
