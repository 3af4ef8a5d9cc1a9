"""The built site in a real browser: `make test` builds it first and names the browser in HEADWATER_CHROMIUM."""

import os
import pathlib
import subprocess
import time

import pytest
from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
SITE = ROOT / "site" / "dist"
HEADWATER = os.environ.get("HEADWATER", ROOT / ".build/debug/headwater")


def own_pages():
    """Every page that the generator writes; those of the API are DocC's."""
    docc = SITE / "api" / "documentation"
    return sorted(path for path in SITE.rglob("*.html") if docc not in path.parents)


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        # A container has no sandbox of its own to give; the pages are our own.
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("HEADWATER_CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"]
        )
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser):
    """Opens a page in a context of its own, and fails the test when the page complains or reaches out."""
    contexts, complaints = [], []

    def open_page(path, width=1280, height=900, **options):
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("dialog", lambda dialog: (complaints.append("dialog: " + dialog.message), dialog.dismiss()))
        page.on(
            "request",
            lambda request: request.url.startswith("file:") or complaints.append("left the site: " + request.url),
        )
        page.goto(path.as_uri() if isinstance(path, pathlib.Path) else path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


def wait_until(page, condition, seconds=10):
    """Waits for JavaScript to be true. Playwright's own way to wait evaluates text later on, which the pages' policy forbids."""
    end = time.monotonic() + seconds
    while not page.evaluate(condition):
        assert time.monotonic() < end, f"never came true: {condition}"
        page.wait_for_timeout(20)


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
