"""Releases of a site, side by side: the list, the notice of an older one, and the folders that no other build touches."""

import os
import subprocess

import pytest
from conftest import HEADWATER, ROOT
from playwright.sync_api import expect

PAGE = "---\ntitle: {0}\n---\nAbout {0}.\n"


def build(content, output, release):
    command = [HEADWATER, "site", "build", "--content", content, "--output", output, "--release", release]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr


def times(folder):
    return {file: os.stat(file).st_mtime_ns for file in folder.rglob("*")}


@pytest.fixture(scope="module")
def public(tmp_path_factory):
    """Three releases: `gone` is only in the first one, `late` in the second and in the third."""
    folder = tmp_path_factory.mktemp("releases")
    content, output = folder / "content", folder / "public"
    content.mkdir()
    for name in ("kept", "gone"):
        (content / f"{name}.md").write_text(PAGE.format(name.title()))
        (content / f"{name}.zh-Hans.md").write_text(PAGE.format(name.title()))
    (content / "site.yml").write_text("title: Notes\naddress: https://example.org/notes\n")
    build(content, output, "1.0")
    before = times(output / "1.0")
    for name in ("gone.md", "gone.zh-Hans.md"):
        (content / name).unlink()
    (content / "late.md").write_text(PAGE.format("Late"))
    build(content, output, "1.9")
    build(content, output, "1.10")
    assert times(output / "1.0") == before
    return output


def test_the_root_leads_to_the_newest_release(public, browser):
    page = browser.new_page()
    page.goto((public / "index.html").as_uri())
    page.wait_for_url("**/newest/index.html")
    expect(page.locator("nav.releases summary")).to_have_text("Release 1.10")
    page.close()


def test_each_page_has_the_list_of_releases(public, open_page):
    page = open_page(public / "1.10/late.html")
    expect(page.locator(".old-release")).to_have_count(0)
    expect(page.locator(".page-facts")).to_contain_text("since release 1.9")
    page.locator("nav.releases summary").click()
    expect(page.locator("nav.releases li")).to_have_text(["1.10", "1.9", "1.0"])
    expect(page.locator("nav.releases [aria-current]")).to_have_text("1.10")
    page.keyboard.press("Escape")
    expect(page.locator("nav.releases li").first).to_be_hidden()
    page.locator("nav.releases summary").click()
    page.get_by_role("link", name="1.0", exact=True).click()
    expect(page).to_have_url((public / "1.0/index.html").as_uri())


def test_a_page_of_an_older_release_leads_to_the_same_page_of_the_newest(public, open_page):
    page = open_page(public / "1.0/kept.html")
    notice = page.locator(".old-release")
    expect(notice).to_contain_text("This page is about release 1.0.")
    notice.get_by_role("link").click()
    expect(page).to_have_url((public / "1.10/kept.html").as_uri())
    assert page.locator('link[rel="canonical"]').get_attribute("href") == "https://example.org/notes/newest/kept.html"


def test_a_page_that_the_newest_release_does_not_have_says_so(public, open_page):
    page = open_page(public / "1.0/gone.html")
    expect(page.locator(".old-release")).to_contain_text("The newest, 1.10, has no such page.")
    page.locator(".old-release a").click()
    expect(page).to_have_url((public / "1.10/index.html").as_uri())


def test_the_notice_is_in_the_language_of_the_page(public, open_page):
    page = open_page(public / "1.9/kept.zh-Hans.html")
    expect(page.locator(".old-release")).to_contain_text("这一页说的是版本1.9。")
    page.locator(".old-release a").click()
    expect(page).to_have_url((public / "1.10/kept.zh-Hans.html").as_uri())


def test_without_scripts_a_page_leads_to_the_list(public, open_page):
    page = open_page(public / "1.0/kept.html", java_script_enabled=False)
    page.get_by_role("link", name="Release 1.0").click()
    expect(page).to_have_url((public / "releases.html").as_uri())
    expect(page.locator("li")).to_have_text(["1.10", "1.9", "1.0"])


@pytest.mark.parametrize("width", [390, 1280])
def test_the_list_fits_into_the_header(public, open_page, width):
    page = open_page(public / "1.0/kept.html", width=width)
    menu = page.locator("button.menu")
    if menu.is_visible():
        menu.click()
    page.locator("nav.releases summary").click()
    box = page.locator("nav.releases ul").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= width
    assert page.evaluate("document.documentElement.scrollWidth") <= width
