"""Every kind of page of the site, as axe sees it in both themes."""

import re

import pytest
from conftest import SITE, own_pages
from seen_by_axe import SAMPLE, pale, problems

# The pages of these parts are all made alike: one of so many is looked at, the largest included.
ALIKE = {"source": 50, "atlas": 10, "api": 50}


def pages():
    """The largest first, so that they do not come last when everything else is done."""
    paths = sorted(own_pages(), key=lambda path: (-path.stat().st_size, path))
    names = [path.relative_to(SITE) for path in paths]
    alike = {part: [name for name in names if name.parts[0] == part and not is_list(name)] for part in ALIKE}
    left_out = {name for part in ALIKE for place, name in enumerate(alike[part]) if place % ALIKE[part]}
    return in_one_language([name for name in names if name not in left_out])


def in_one_language(names):
    """Pages are made alike in all languages. Each is looked at in one: every second one in Chinese, where it has both."""
    versions = {}
    for name in names:
        versions.setdefault(str(name).replace(".zh-Hans.", "."), []).append(name)
    looked_at = {sorted(versions[name])[place % len(versions[name])] for place, name in enumerate(sorted(versions))}
    return [name for name in names if name in looked_at]


def is_list(name):
    """Whether this is the page that lists a part's others, in whatever language."""
    return len(name.parts) == 2 and name.name.startswith("index.")


@pytest.mark.parametrize("name", pages(), ids=str)
def test_axe_finds_nothing(open_page, name):
    # The pages' own policy would keep the checker out, because it is a script.
    assert problems(open_page(SITE / name, bypass_csp=True)) == []


def test_every_kind_of_page_is_looked_at():
    names = {str(name) for name in pages()}
    parts = {name.replace(".zh-Hans.", ".") for name in names}
    assert {"index.html", "core-flow/index.html", "operators/index.html", "source/index.html"} <= parts
    chinese = [name for name in names if ".zh-Hans." in name]
    assert len(names) > 100 and 0.4 < len(chinese) / len(names) < 0.6


def test_pale_text_is_found_wherever_it_differs_from_its_like(browser):
    page = browser.new_page()
    page.set_content(
        """<!DOCTYPE html><html lang="en"><title>t</title><style>
        :root { color-scheme: light dark; background: light-dark(#fff, #000); color: light-dark(#000, #fff) }
        .b { color: light-dark(#aaa, #fff) } .c { background: #eee }
        </style><main><p>one</p><p>like</p><p class=b>two</p><p style="color: #888">three</p><div class=c><p>four</p></div>
        <p>like</p></main>"""
    )
    assert page.evaluate(f"[...({SAMPLE})().values()].map((element) => element.textContent)") == [
        "one", "two", "three", "four"]
    assert texts(pale(page, "light")) == ["two", "three"]
    assert texts(pale(page, "dark")) == ["four"]
    # A kind in which something was found is looked at again.
    assert texts(pale(page, "light")) == ["two", "three"]
    page.close()


def test_a_link_that_looks_like_the_text_around_it_is_found(browser):
    page = browser.new_page()
    page.set_content(
        """<!DOCTYPE html><html lang="en"><title>t</title><style>
        a { color: #111; text-decoration: none } .lined { text-decoration: underline }
        </style><main><p><a href="#">alone</a></p><p>some text and <a href="#">hidden</a></p>
        <p>some text and <a class=lined href="#">lined</a></p></main>"""
    )
    assert [text for text in pale(page, "light") if text.startswith("link-in-text-block")] == [
        'link-in-text-block: <a href="#">hidden</a>']
    page.close()


def texts(found):
    return [re.sub("color-contrast: |<.*?>", "", text) for text in found]
