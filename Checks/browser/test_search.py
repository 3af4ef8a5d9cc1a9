"""Searching the built pages, opened from a disk: in both languages, by keys, for names and their parts."""

import gzip
import json
import pathlib

import pytest
import seen_by_axe
from conftest import SITE, build_site_in, wait_until
from playwright.sync_api import expect

ENGLISH = """---
title: Combining two sequences
summary: What the operators do.
---
`withLatestFrom` takes the latest value. Its sink observers are called; a naïve café is a `snake_case_name`.

## Who holds the lock?

The recursiveLock is taken by the synchronized unsubscribe.

```swift
let parsed = URLSession.shared.dataTask(onNext: { print($0) })
```
"""
SAMPLE = """---
title: Sampling a sequence
---
The sampler decides. The lock is here too, and observable things. [A link](https://hidden.example/destination).
"""
CHINESE = """---
title: 采样操作符
summary: 从源码看采样
---
可观察序列由观察者订阅。`withLatestFrom` 也在这里。

## 谁持有锁

同步的时候，锁由汇持有。
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    return build_site_in(
        tmp_path_factory.mktemp("search"),
        {
            # Every source file has a page, so that its declarations are found.
            "site.yml": "sections:\n  - title: Code\n    parts:\n      - pages: [combining/index.md, source/]\n",
            "combining/index.md": ENGLISH,
            "sampling/index.md": SAMPLE,
            "sampling/index.zh-Hans.md": CHINESE,
            "keepers.md": "---\ntitle: A\n---\n`PadlockKeeper` has a padlock.\n",
            "links.md": "---\ntitle: Links\n---\n[code](src:Producer.run) [code](src:Sink.forwardOn(next:)) [all](src:Sink)\n",
        },
    )


def search(page, text):
    """Opens the search, types, and gives what is found as pairs of kind and title."""
    if not page.locator("dialog.search-dialog[open]").count():
        page.get_by_role("button", name="Search").click()
    page.get_by_role("combobox").fill(text)
    return found(page)


def found(page):
    wait_until(page, "!/Loading|载入/.test(document.querySelector('.search-status').textContent)")
    return page.evaluate(
        """[...document.querySelectorAll('.search-result')].map((result) =>
          [result.querySelector('.search-kind').textContent, result.querySelector('.search-title').textContent])"""
    )


def titles(page, text):
    """Without the symbols of the engine, of which there are many."""
    return [title for kind, title in search(page, text) if kind not in ("symbol", "符号")]


def test_escape_closes_the_dialog_at_once_with_words_in_it_too(site, open_page):
    page = open_page(site / "combining/index.html")
    for text in ("", "combining"):
        search(page, text)
        page.keyboard.press("Escape")
        expect(page.locator("dialog.search-dialog")).to_be_hidden()
        expect(page.get_by_role("button", name="Search")).to_be_focused()


@pytest.mark.parametrize(
    "question, title",
    [
        ("combining", "Combining two sequences"),
        ("combin", "Combining two sequences"),
        ("latest", "Combining two sequences"),
        ("latestFrom", "Combining two sequences"),
        ("LATESTFROM", "Combining two sequences"),
        ("wLF", "Combining two sequences"),
        ("wiLaFr", "Combining two sequences"),
        ("session", "Combining two sequences"),
        ("case", "Combining two sequences"),
        ("snake_case", "Combining two sequences"),
        ("cafe", "Combining two sequences"),
        ("CAFÉ", "Combining two sequences"),
        ("naive", "Combining two sequences"),
        ("observer", "Combining two sequences"),
        ("operator", "Combining two sequences"),
        ("samplers", "Sampling a sequence"),
        ("采样", "采样操作符"),
        ("观察者", "采样操作符"),
        ("序列 withLatestFrom", "采样操作符"),
    ],
)
def test_a_question_finds_its_page(look_at, site, question, title):
    assert title in titles(look_at(site / "index.html"), question)


@pytest.mark.parametrize(
    "question", ["atestfr", "destination", "hidden", "summary", "观列", "swift", "zzz"]
)
def test_what_is_not_there_is_not_found(look_at, site, question):
    page = look_at(site / "index.html")
    assert search(page, question) == []
    assert "Nothing found for “" in page.locator(".search-status").inner_text()


def test_every_word_must_be_found(look_at, site):
    page = look_at(site / "index.html")
    assert set(titles(page, "lock")) >= {"Combining two sequences", "Sampling a sequence"}
    assert "Sampling a sequence" not in titles(page, "lock latest")
    assert "Combining two sequences" in titles(page, "lock latest")


@pytest.mark.parametrize("question", ["smapling", "samplng", "sampleing", "sampling the cat", "how is sampling done", "sampling combinatorics"])
def test_a_typing_error_and_a_word_too_many_are_forgiven(look_at, site, question):
    assert titles(look_at(site / "index.html"), question)[0] == "Sampling a sequence"


def test_headings_of_many_pages_come_last(look_at, build_site):
    pages = {f"p{number}.md": f"---\ntitle: Page {number}\n---\n## Disposal\n\ntext\n" for number in range(6)}
    pages["q.md"] = "---\ntitle: Q\n---\n## The disposal of one thing\n\ntext\n"
    page = look_at(build_site(pages) / "index.html")
    found_ = [one for one in search(page, "disposal") if one[0] == "section"]
    assert found_[0] == ["section", "The disposal of one thing"] and len(found_) == 7


def test_titles_before_headings_before_text(look_at, site):
    page = look_at(site / "index.html")
    assert search(page, "lock")[0] == ["section", "Who holds the lock?"]
    kinds = [kind for kind, _ in search(page, "observer")]
    assert kinds.index("symbol") < kinds.index("text") <= 6 < len(kinds)
    assert search(page, "combining")[0] == ["page", "Combining two sequences"]


@pytest.mark.parametrize(
    "question, name",
    [
        ("forwardOn(next:)", "Sink.forwardOn(next:)"),
        ("Producer.run", "Producer.run(_:)"),
        ("Producer.run(_", "Producer.run(_:)"),
        ("SinkDisposer", "SinkDisposer"),
        ("forward next", "Sink.forwardOn(next:)"),
    ],
)
def test_symbols_are_found_as_they_are_spelt(look_at, site, question, name):
    page = look_at(site / "index.html")
    symbols = [title for kind, title in search(page, question) if kind == "symbol"]
    assert symbols[0] == name
    href = page.locator(".search-result", has_text=name).first.get_attribute("href")
    file, _, line = href.partition("#L")
    assert f'id="L{line}"' in (site / file).read_text(encoding="utf-8")


def test_other_languages_answer_only_what_the_readers_does_not(open_page, site):
    english = open_page(site / "index.html")
    assert titles(english, "withLatestFrom") == ["Combining two sequences"]
    assert english.evaluate("[...document.scripts].some((script) => /search\\/zh/.test(script.src))") is False
    assert titles(english, "采样")[0] == "采样操作符"
    # Once they are there they come last.
    assert titles(english, "withLatestFrom") == ["Combining two sequences", "采样操作符"]
    chinese = open_page(site / "sampling" / "index.zh-Hans.html")
    chinese.get_by_role("button", name="搜索").click()
    chinese.get_by_role("combobox").fill("withLatestFrom")
    assert [title for kind, title in found(chinese) if kind != "符号"] == ["采样操作符"]
    chinese.get_by_role("combobox").fill("锁")
    assert found(chinese)[0] == ["章节", "谁持有锁"]
    assert "条结果" in chinese.locator(".search-status").inner_text()


def test_keys_lead_to_a_section(open_page, site):
    page = open_page(site / "sampling" / "index.html")
    page.keyboard.press("/")
    field = page.get_by_role("combobox")
    expect(field).to_be_focused()
    page.keyboard.type("lock")
    found(page)
    options = page.get_by_role("option")
    expect(field).to_have_attribute("aria-expanded", "true")
    assert field.get_attribute("aria-activedescendant") == options.first.get_attribute("id")
    page.keyboard.press("ArrowDown")
    assert options.nth(1).get_attribute("aria-selected") == "true"
    assert options.first.get_attribute("aria-selected") == "false"
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    assert options.last.get_attribute("aria-selected") == "true"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/combining/index.html#who-holds-the-lock")


def test_it_opens_by_keys_and_closes_with_escape(open_page, site):
    page = open_page(site / "index.html")
    dialog = page.locator("dialog.search-dialog")
    for key in ("/", "Control+k"):
        page.keyboard.press(key)
        expect(dialog).to_be_visible()
        expect(page.get_by_role("combobox")).to_be_focused()
        page.keyboard.press("Escape")
        expect(dialog).to_be_hidden()
        # The browser tells the page of the end of a dialog later, and only then does the page move the focus.
        expect(page.locator("button.search-open")).to_be_focused()
    page.keyboard.press("/")
    expect(page.get_by_role("combobox")).to_be_focused()
    page.keyboard.type("a/b")
    expect(page.get_by_role("combobox")).to_have_value("a/b")


def test_a_hit_in_the_text_lights_the_words(open_page, site):
    page = open_page(site / "index.html")
    search(page, "latestFrom")
    result = page.locator(".search-result", has=page.locator(".search-kind.text")).first
    assert result.get_attribute("href") == "combining/index.html#:~:text=withLatestFrom"
    result.click()
    page.wait_for_url("**/combining/index.html*")
    expect(page.locator("h1")).to_have_text("Combining two sequences")


def test_the_whole_word_goes_before_a_part_of_a_name(look_at, site):
    page = look_at(site / "index.html")
    search(page, "padlock")
    result = page.locator(".search-result", has=page.locator(".search-kind.text")).first
    assert result.get_attribute("href").endswith("#:~:text=padlock")
    expect(result.locator(".search-detail")).to_have_text("PadlockKeeper has a padlock.")
    assert result.locator("mark").all_inner_texts() == ["Padlock", "padlock"]


def test_what_was_asked_for_is_marked(look_at, site):
    page = look_at(site / "index.html")
    search(page, "hold lock")
    assert page.locator(".search-result").first.locator(".search-title mark").all_inner_texts() == ["hold", "lock"]
    search(page, "采样")
    assert page.locator(".search-result").first.locator("mark").first.inner_text() == "采样"


def test_nothing_is_loaded_before_it_is_opened(open_page, site):
    page = open_page(site / "index.html")
    loaded = "[...document.scripts].map((script) => script.src).filter((src) => /search-index|search\\/(en|zh|symbols)/.test(src)).length"
    assert page.evaluate(loaded) == 0
    search(page, "lock")
    # The files of the language and of the symbols, and the script that reads them.
    files = [path.name for path in (site / "search").iterdir() if path.name.startswith(("en-", "symbols"))]
    wait_until(page, "document.querySelector('.search-result') !== null")
    count = page.evaluate(loaded)
    assert count == len(files) + 1
    page.locator(".search-close").click()
    expect(page.get_by_role("dialog")).to_be_hidden()
    search(page, "latest")
    assert page.evaluate(loaded) == count


def test_an_input_method_is_left_alone(open_page, site):
    page = open_page(site / "index.html")
    search(page, "lock")
    before = found(page)
    page.evaluate(
        """() => {
          const field = document.querySelector('.search-input')
          field.dispatchEvent(new CompositionEvent('compositionstart'))
          field.value = 'cai yang'
          field.dispatchEvent(new InputEvent('input', { isComposing: true }))
          field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, cancelable: true }))
        }"""
    )
    assert found(page) == before
    assert page.url.endswith("/index.html")
    page.evaluate(
        """() => {
          const field = document.querySelector('.search-input')
          field.value = '采样'
          field.dispatchEvent(new CompositionEvent('compositionend', { data: '采样' }))
        }"""
    )
    assert found(page)[0] == ["page", "采样操作符"]


def test_without_scripts_there_is_no_search(open_page, site):
    page = open_page(site / "index.html", java_script_enabled=False)
    assert page.locator("#search").count() == 1
    assert not page.locator("#search").is_visible()


def test_hostile_titles_are_text(open_page, build_site):
    hostile = "</script><img src=x onerror=alert(1)>\" \\\\ ' alarm"
    quoted = hostile.replace("'", "''")
    site = build_site({"a.md": f"---\ntitle: '{quoted}'\n---\n## {hostile}\n\n`alarm`\n"})
    page = open_page(site / "index.html")
    assert titles(page, "alarm")[0] == hostile
    assert page.locator("dialog img").count() == 0


@pytest.mark.parametrize("width", [390, 1280])
def test_axe_finds_nothing_in_the_open_search(look_at, site, width):
    page = look_at(site / "index.html", width=width, bypass_csp=True)
    assert search(page, "lock") != []
    assert seen_by_axe.problems(page) == []


def test_what_a_reader_loads_to_search_is_bounded():
    """Packed as servers pack it, in a language: at 1.6 Mbit/s, two seconds once, while the reader types."""
    for language in QUESTIONS:
        files = [path for path in (SITE / "search").iterdir() if path.name.startswith(("index", f"{language}-", "symbols"))]
        assert sum(len(gzip.compress(path.read_bytes())) for path in files) <= 450_000


# By language, what readers type, and the pages that answer it, without their language: one of them, or a page in a folder that
# ends in a slash, must be among the first three.
QUESTIONS = json.loads(pathlib.Path(__file__).with_name("search-questions.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "language, question", [(language, question) for language in QUESTIONS for question in QUESTIONS[language]]
)
def test_what_readers_ask_is_answered_among_the_first_three(look_at, language, question):
    suffix = "" if language == "en" else f".{language}"
    page = look_at(SITE / f"index{suffix}.html")
    if not page.locator("dialog.search-dialog[open]").count():
        page.locator("button.search-open").click()
    page.get_by_role("combobox").fill(question)
    found(page)
    addresses = page.evaluate(
        """[...document.querySelectorAll('.search-result')].slice(0, 3).map((result) => result.getAttribute('href'))"""
    )
    pages = [address.partition("#")[0].removesuffix(".html").removesuffix(suffix) for address in addresses]
    wanted = QUESTIONS[language][question]
    assert any(page == one or one.endswith("/") and page.startswith(one) for page in pages for one in wanted), pages
