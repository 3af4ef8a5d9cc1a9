"""Variants: a changed line of a program, folded, with what it changes. They need no script."""

import pytest
from conftest import SITE, build_site_in, settle
from playwright.sync_api import expect

PROGRAM = """import RxSwift

_ = Observable.of(1, 2, 3)
  .filter { $0 > 1 }
  .subscribe(onNext: { print("got \\($0)") })
"""
PAGE = """---
title: Variants
---

```source pipeline=start.swift
```

````variant pipeline=start.swift
- .filter { $0 > 1 }
+ .filter { $0 > 2 }

Less comes through.

```output
got 3
```
````
"""
FILES = {"start.swift": PROGRAM, "variants.md": PAGE}


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    return build_site_in(tmp_path_factory.mktemp("variant"), FILES) / "variants.html"


def is_unfolded(variant):
    expect(variant.get_by_text("Less comes through.")).to_be_visible()
    expect(variant.locator(".variant-change ins")).to_have_text(".filter { $0 > 2 }\n", use_inner_text=True)
    expect(variant.locator(".output del")).to_have_text("got 2")
    expect(variant.locator(".against-pair figure.marbles")).to_have_count(2)
    expect(variant.locator(".compare-place")).to_have_count(1)
    expect(variant.get_by_text("check found nothing.")).to_be_visible()


def test_a_click_unfolds_what_the_change_changes(built, open_page):
    variant = open_page(built).locator(".variant")
    expect(variant.get_by_text("Less comes through.")).to_be_hidden()
    variant.locator("summary").first.click()
    is_unfolded(variant)
    variant.locator("summary").first.click()
    expect(variant.get_by_text("Less comes through.")).to_be_hidden()


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_finger_unfolds_it_on_a_phone(built, browser, scripts):
    context = browser.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True, java_script_enabled=scripts
    )
    page = context.new_page()
    page.goto(built.as_uri())
    variant = page.locator(".variant")
    variant.locator("summary").first.tap()
    is_unfolded(variant)
    context.close()


def test_the_page_is_no_wider_for_it_on_a_phone(built, browser):
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(built.as_uri())
    page.locator(".variant > summary").tap()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    context.close()


def test_on_paper_stand_the_change_and_its_output(built, open_page):
    page = open_page(built)
    page.emulate_media(media="print")
    settle(page)
    variant = page.locator(".variant")
    expect(variant.get_by_text("Less comes through.")).to_be_visible()
    expect(variant.locator(".variant-change")).to_contain_text("$0 > 2")
    expect(variant.locator("figure.output")).to_contain_text("got 3")
    expect(variant.locator(".variant-runs > :not(.output)").first).to_be_hidden()


def test_operators_have_variants():
    pages = [path for path in (SITE / "atlas").glob("*.html") if 'class="variant"' in path.read_text(encoding="utf-8")]
    assert len(pages) >= 60
    assert all(path.stat().st_size <= 250 * 1024 for path in pages)
