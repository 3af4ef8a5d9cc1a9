"""The built site in a real browser: `make test` builds it first and names the browser in HEADWATER_CHROMIUM."""

import os
import pathlib
import subprocess
import time

import pytest
from playwright.sync_api import expect, sync_playwright

# A machine that does something else as well may take long over what is quick otherwise. A test that fails takes that long.
expect.set_options(timeout=30_000)

ROOT = pathlib.Path(__file__).resolve().parents[2]
SITE = ROOT / "site" / "dist"
HEADWATER = os.environ.get("HEADWATER", ROOT / ".build/debug/headwater")


def own_pages():
    """Every page of the built site but the one for wrong addresses, whose links begin at the root of a server."""
    return sorted(path for path in SITE.rglob("*.html") if path != SITE / "404.html")


def found_chromium():
    return subprocess.run([ROOT / "Scripts/chromium"], capture_output=True, text=True, check=True).stdout.strip()


def pytest_collection_modifyitems(items):
    """Lets the files that take longest begin first."""
    longest = ["test_validity.py", "test_accessibility.py", "test_marbles.py"]
    items.sort(key=lambda item: longest.index(item.path.name) if item.path.name in longest else len(longest))


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        # A container has no sandbox to give, and the pages are our own.
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("HEADWATER_CHROMIUM") or found_chromium(), args=["--no-sandbox"]
        )
        yield browser
        browser.close()


class Opened:
    """A page in a browser context of its own, with everything that the page complained about."""

    def __init__(self, browser, path, width=1280, height=900, **options):
        self.context = browser.new_context(viewport={"width": width, "height": height}, **options)
        self.page = self.context.new_page()
        self.complaints = []
        self.has_scripts = options.get("java_script_enabled", True)
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("dialog", self.dismiss)
        self.page.on("request", self.check)
        self.page.goto(path.as_uri() if isinstance(path, pathlib.Path) else path)
        if self.has_scripts:
            settle(self.page)

    def dismiss(self, dialog):
        self.complaints.append("dialog: " + dialog.message)
        dialog.dismiss()

    def check(self, request):
        if not request.url.startswith("file:"):
            self.complaints.append("left the site: " + request.url)


def settle(page):
    """Waits until the page has drawn what its scripts made of it, and everything that moves has come to rest."""
    page.evaluate(
        """async () => {
          for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame)
          // In a part of the page that is not laid out, they never come to rest.
          const isSeen = ({ effect }) => effect?.target?.checkVisibility({ contentVisibilityAuto: true })
          await Promise.allSettled(document.getAnimations().filter(isSeen).map((animation) => animation.finished))
        }"""
    )


def come_to(page, chain):
    """Brings a stepper into view, and waits until it shows its step, as it does when the browser says that it is near."""
    page.locator(chain).evaluate("(section) => section.scrollIntoView()")
    expect(page.locator(f"{chain} .code-of-step figure").first).to_be_attached()


@pytest.fixture
def open_page(browser):
    """Opens a page in a context of its own, and fails the test if the page complains or requests a foreign address."""
    opened = []

    def open_page(path, **options):
        opened.append(Opened(browser, path, **options))
        return opened[-1].page

    yield open_page
    for one in opened:
        one.context.close()
    assert [complaint for one in opened for complaint in one.complaints] == []


@pytest.fixture(scope="session")
def open_pages(browser):
    """The pages that tests share, by their path and the options of their context; the least recently used page first."""
    opened = {}
    yield opened
    for one in opened.values():
        one.context.close()


@pytest.fixture
def look_at(browser, open_pages):
    """Gives a page that tests share because they only look at it, or leave it in a state that does not matter to others.

    The window, the theme and the medium are set anew for each test.
    """
    seen = []

    def look_at(path, width=1280, height=900, color_scheme="light", media="screen", **options):
        key = (path, *sorted(options.items()))
        one = open_pages.pop(key, None)
        if one is None:
            one = Opened(browser, path, width=width, height=height, color_scheme=color_scheme, **options)
        open_pages[key] = one
        while len(open_pages) > 8:
            open_pages.pop(next(iter(open_pages))).context.close()
        if one.page.viewport_size != {"width": width, "height": height}:
            one.page.set_viewport_size({"width": width, "height": height})
        one.page.emulate_media(color_scheme=color_scheme, media=media)
        if one.has_scripts:
            # A search that the test before left open would catch every click.
            one.page.evaluate("document.querySelectorAll('dialog[open]').forEach((dialog) => dialog.close())")
            settle(one.page)
        seen.append(one)
        return one.page

    yield look_at
    complaints = [complaint for one in seen for complaint in one.complaints]
    for one in seen:
        one.complaints.clear()
    assert complaints == []


def wait_until(page, condition, seconds=30):
    """Waits for JavaScript to be true. Playwright's own `wait_for_function` evaluates text, which the pages' policy forbids."""
    end = time.monotonic() + seconds
    while not page.evaluate(condition):
        assert time.monotonic() < end, f"never came true: {condition}"
        page.wait_for_timeout(20)


def print_out(page):
    """Shows a page as it is printed, once its scripts have put every step into its place."""
    page.emulate_media(media="print")
    expect(page.locator(".is-stepper")).to_have_count(0)


def build_site_in(folder, files):
    """Builds a site from files in a folder of its own, and gives the folder of its pages."""
    content, output = folder / "content", folder / "dist"
    for name, text in files.items():
        path = content / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    command = [HEADWATER, "site", "build", "--content", content, "--output", output]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return output


@pytest.fixture
def build_site(tmp_path):
    """Builds a small site from files, and gives its folder."""
    return lambda files: build_site_in(tmp_path, files)
