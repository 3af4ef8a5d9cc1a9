"""Pages on a server: what is shown for a wrong address, parts of pages in frames of other pages, the Markdown of pages, and the
place that a reader's browser keeps."""

import functools
import http.server
import re
import threading

import pytest
from conftest import SITE, settle, wait_until
from playwright.sync_api import expect
from seen_by_axe import problems


class Static(http.server.SimpleHTTPRequestHandler):
    """A server as hosts of static pages have them: an unknown address gets 404.html."""

    host = ""

    def do_GET(self):
        if self.path != "/host.html":
            return super().do_GET()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(Static.host.encode())

    def send_error(self, code, *rest):
        page = (SITE / "404.html").read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def address():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Static, directory=SITE))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://localhost:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def visit(browser):
    """Opens an address in a context of its own, and fails the test if the page complains."""
    contexts, complaints = [], []

    def visit(url, **options):
        contexts.append(browser.new_context(**options))
        page = contexts[-1].new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(url)
        settle(page)
        return page

    yield visit
    for context in contexts:
        context.close()
    assert [one for one in complaints if "404 (Not Found)" not in one] == []


def test_a_wrong_address_has_a_page_in_the_frame(visit, address):
    page = visit(address + "/atlas/deep/no-such-page.html", bypass_csp=True)
    expect(page.locator("h1")).to_have_text("There is no page at this address")
    assert page.locator("header.site-header").evaluate("bar => getComputedStyle(bar).position") == "sticky"
    assert page.locator("article p[lang='zh-Hans']").is_visible()
    assert problems(page) == []
    page.get_by_role("button", name="Search").click()
    page.get_by_role("combobox").fill("throttle")
    wait_until(page, "document.querySelector('.search-result') !== null")
    wait_until(page, "!/Loading/.test(document.querySelector('.search-status').textContent)")
    page.locator(".search-result").first.click()
    page.wait_for_url("**/atlas/throttle.html")
    page.goto(address + "/atlas/deep/no-such-page.html")
    page.locator("nav.sections a").first.click()
    page.wait_for_url("**/learn/index.html")


def test_each_page_has_its_markdown_beside_it():
    for path in SITE.rglob("*.html"):
        link = re.search(r'<link rel="alternate" type="text/markdown" href="([^"]+)"', path.read_text(encoding="utf-8"))
        if link:
            text = (path.parent / link.group(1)).read_text(encoding="utf-8")
            assert text.startswith("# ") and len(text) > 100, path
    listed = re.findall(r"^- \[[^\n]*?\]\(([^)]+\.md)\)", (SITE / "llms.txt").read_text(encoding="utf-8"), re.MULTILINE)
    assert "tour/index.md" in listed and len(listed) == len(set(listed)) > 150
    assert [path for path in listed if not (SITE / path).is_file()] == []


# A part of a page, and something in it that works.
@pytest.mark.parametrize("path, part", [("tour/index.html", "chain-1"), ("atlas/throttle.html", "marbles-1"), ("gallery/index.html", "findings-1")])
@pytest.mark.parametrize("width, scheme", [(400, "dark"), (1200, "light")])
def test_a_part_of_a_page_stands_in_a_frame(visit, address, path, part, width, scheme):
    page = visit(f"{address}/{path}?embed={part}", viewport={"width": width, "height": 700}, color_scheme=scheme, bypass_csp=True)
    shown = page.locator(f"#{part}")
    expect(shown).to_be_visible()
    assert not page.locator("h1").is_visible() and not page.locator("header.site-header").is_visible()
    assert shown.bounding_box()["y"] < 40
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    if part == "chain-1":
        page.get_by_role("button", name="Next step").first.click()
        expect(shown.locator(".position")).to_contain_text("2")
    elif part == "findings-1":
        # It is the folded answer to a question.
        expect(shown.locator(".finding").first).to_be_visible()
    else:
        handle = shown.locator('.hw-handle[data-handle="4"]')
        handle.focus()
        page.keyboard.press("ArrowLeft")
        wait_until(page, "document.querySelector('.hw-handle[data-handle=\"4\"]').getAttribute('aria-valuenow') === '10'")
    assert shown.bounding_box()["width"] > width - 40
    link = page.locator(".embed-source a")
    assert link.get_attribute("target") == "_top" and link.get_attribute("href").endswith(f"{path}#{part}")


@pytest.mark.parametrize("path, part", [("tour/index.html", "chain-1"), ("gallery/index.html", "findings-1")])
@pytest.mark.parametrize("width", [390, 1280])
def test_the_button_that_copies_a_frame_takes_no_room_from_its_part(visit, address, path, part, width):
    page = visit(f"{address}/{path}", viewport={"width": width, "height": 900})
    page.evaluate("for (const folded of document.querySelectorAll('details')) folded.open = true")
    shown = page.locator(f"#{part}")
    button = page.locator(f"#{part} ~ .embed-tools button").first
    button.scroll_into_view_if_needed()
    assert shown.locator(".embed-tools").count() == 0
    end = shown.bounding_box()["y"] + shown.bounding_box()["height"]
    assert end <= button.bounding_box()["y"] <= end + 30
    if part == "chain-1" and width == 1280:
        # The list of steps is beside the stage, which has most of the width.
        stage, steps = shown.locator(".stage").bounding_box(), shown.locator(".steps").bounding_box()
        assert stage["x"] >= steps["x"] + steps["width"] - 1 and stage["width"] > 0.65 * shown.bounding_box()["width"]


def test_leaving_the_slides_leads_back_to_the_place(visit, address):
    page = visit(f"{address}/tour/index.html", viewport={"width": 1280, "height": 900})
    page.locator("#chain-1").scroll_into_view_if_needed()
    settle(page)
    page.locator("#chain-1 .step").first.click()
    page.keyboard.press("f")
    wait_until(page, "document.fullscreenElement?.matches('#chain-1.is-slides')")
    page.keyboard.press("Escape")
    wait_until(page, "document.fullscreenElement === null && !document.querySelector('.is-slides')")
    settle(page)
    assert 0 <= page.locator("#chain-1").bounding_box()["y"] < 150


def test_the_frame_that_is_copied_needs_no_script_of_ours(visit, address):
    page = visit(address + "/atlas/throttle.html")
    page.evaluate("self.headwaterCopy = async (text) => { self.copied = text }")
    page.get_by_role("button", name="Copy as a frame").first.click()
    frame = page.evaluate("copied")
    assert "<script" not in frame and re.search(r"height: \d{3}px", frame)
    Static.host = "<!DOCTYPE html><title>Another site</title>" + frame
    host = visit(address.replace("localhost", "127.0.0.1") + "/host.html")
    inner = host.frame_locator("iframe")
    expect(inner.locator("#marbles-1 .hw-handle").first).to_be_visible()
    expect(inner.locator("h1")).to_be_hidden()


def test_an_unknown_part_shows_the_page(visit, address):
    page = visit(address + "/tour/index.html?embed=nothing")
    expect(page.locator("h1")).to_be_visible()


@pytest.mark.parametrize("suffix, read, word", [("", "read", "Continue: "), (".zh-Hans", "已读", "继续：")])
def test_the_path_shows_what_was_read_and_where_to_continue(visit, address, suffix, read, word):
    page = visit(f"{address}/learn/index{suffix}.html")
    assert page.locator(".path-continue").count() == 0 and page.locator(".path .is-read").count() == 0
    page.goto(f"{address}/tour/index{suffix}.html")
    settle(page)
    page.locator(".neighbours").scroll_into_view_if_needed()
    wait_until(page, "Object.keys(localStorage).some((key) => key.startsWith('headwater-place'))")
    page.goto(f"{address}/core-flow/index{suffix}.html")
    heading = page.locator("article h2").nth(1)
    heading.evaluate("heading => scrollTo(0, heading.offsetTop - 60)")
    wait_until(page, f"document.querySelector('.contents a[aria-current]')?.hash === '#' + encodeURIComponent('{heading.get_attribute('id')}')")
    page.goto(f"{address}/learn/index{suffix}.html")
    done = page.locator(".path li.is-read a")
    expect(done).to_have_count(1)
    assert done.get_attribute("href") == f"../tour/index{suffix}.html" and read in done.inner_text()
    link = page.locator(".path-continue a")
    assert link.inner_text().startswith(word)
    link.click()
    page.wait_for_url(f"**/core-flow/index{suffix}.html#*")


@pytest.mark.parametrize("suffix", ["", ".zh-Hans"])
def test_the_path_shows_how_many_questions_of_a_page_are_answered(visit, address, suffix):
    page = visit(f"{address}/learn/index{suffix}.html")
    assert page.locator(".path-score").count() == 0
    page.goto(f"{address}/one-input/index{suffix}.html")
    question = page.locator(".predict").first
    question.get_by_role("spinbutton").fill(question.locator(".predict-number-field").get_attribute("data-answer"))
    question.locator(".predict-check button").click()
    page.goto(f"{address}/learn/index{suffix}.html")
    expect(page.locator(".path-score")).to_have_text("✓ 1/1")
    expect(page.locator(".path li", has=page.locator(".path-score")).get_by_role("link")).to_have_attribute(
        "href", f"../one-input/index{suffix}.html")
