"""Marbles that are dragged: the outcome that a page shows is the one that the program has."""

import json
import os
import pathlib
import random
import re
import subprocess
import tempfile

import pytest
from conftest import HEADWATER, ROOT, SITE, wait_until
from playwright.sync_api import expect
from seen_by_axe import problems

THROTTLE = SITE / "atlas/throttle.html"


def figure(page):
    return page.locator("figure.marbles").first


def handle(page, name, lane=0):
    return figure(page).locator(f'.hw-handle[data-input="{lane}"][data-handle="{name}"]').first


def tick(page, name, lane=0):
    return int(handle(page, name, lane).get_attribute("aria-valuenow"))


def outcome(page):
    return figure(page).locator("[aria-live]").text_content()


def wait_for_outcome(page, before=""):
    wait_until(page, f"document.querySelector('figure.marbles [aria-live]').textContent !== {json.dumps(before)}")
    return outcome(page)


def press(page, *keys):
    for key in keys:
        before = outcome(page)
        page.keyboard.press(key)
        wait_for_outcome(page, before)


def shown_lane(page, name):
    """The events of a lane as the page reads them aloud: [("a", 1), …]."""
    found = re.search(rf"(?:^|\. |: ){re.escape(name)}: ([^.]*)", outcome(page))
    events = [event.rsplit(", tick ", 1) for event in found.group(1).split("; ")] if found.group(1) else []
    return [(event, int(at)) for event, at in events]


def diagram(page, lane=0):
    """The diagram of an input as it stands on the page."""
    text, now = "", 0
    for one in figure(page).locator(f'.hw-handle[data-input="{lane}"]').all():
        at = int(one.get_attribute("aria-valuenow")) - int(one.get_attribute("data-start"))
        name = one.locator("text").text_content() if one.locator("text").count() else "|"
        text += "-" * (at - now) + ("#" if name == "✕" else name)
        now = at + 1
    return text


def run(program, *diagrams):
    """What the program prints with these diagrams."""
    return printed(ROOT / "content/atlas" / program, diagrams)


def run_changed(program, changes, *arguments):
    """What the program prints with other numbers in its text."""
    text = (ROOT / "content/atlas" / program).read_text(encoding="utf-8")
    for own, other in changes:
        assert text.count(own) == 1
        text = text.replace(own, other)
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / program
        file.write_text(text, encoding="utf-8")
        return printed(file, arguments).splitlines()


def printed(file, arguments):
    """What a program prints, without the steps of its run."""
    command = [HEADWATER, "trace", file, "--format", "steps", "-o", os.devnull, "--", *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT).stdout


def knob(page, number=0):
    return figure(page).locator(f'.hw-handle[data-input="value"][data-handle="{number}"]')


def value(page, number=0):
    return knob(page, number).get_attribute("aria-valuetext")


def turn(page, number, text):
    """Walks the values of a handle with the arrow keys to the one that reads so."""
    knob(page, number).focus()
    press_if_changed(page, "Home")
    while value(page, number) != text:
        press(page, "ArrowRight")


def press_if_changed(page, key):
    before = outcome(page)
    page.keyboard.press(key)
    page.wait_for_timeout(60)
    return outcome(page) != before


def marbles(events):
    """Events as a diagram."""
    text, now = "", 0
    for at in sorted({at for _, at in events}):
        names = [{"completed": "|", "error": "#"}.get(name, name if len(name) == 1 else f"'{name}'") for name, own in events if own == at]
        text += "-" * (at - now) + (names[0] if len(names) == 1 else "(" + "".join(names) + ")")
        now = at + 1
    return text


def test_the_picture_comes_first_and_names_what_the_program_names(open_page):
    page = open_page(THROTTLE)
    assert page.locator("article h2, article figure, article pre").first.evaluate("element => element.className") == "diagram marbles"
    names = figure(page).locator(".hw-lanename").all_text_contents()
    assert names == ["letters", "observer"]
    assert figure(page).locator("g.hw-stagename").text_content() == "throttle(.seconds(3), latest: true)"
    box = figure(page).locator("svg").bounding_box()
    assert box["y"] + box["height"] < 900


def test_ticks_are_equally_wide(open_page):
    page = open_page(THROTTLE)
    places = page.evaluate(
        "[...document.querySelectorAll('figure.marbles')[0].querySelectorAll('.hw-number')].map((one) => Number(one.getAttribute('x')))"
    )
    assert len(places) == 14 and len({round(b - a, 3) for a, b in zip(places, places[1:])}) == 1


def test_arrow_keys_move_a_marble(open_page):
    page = open_page(THROTTLE)
    handle(page, 2).focus()
    press(page, "ArrowRight")
    assert tick(page, 2) == 4
    assert page.evaluate("document.activeElement.dataset.handle") == "2"
    # d stands in the next tick: the marble passes it, and is the fourth then.
    press(page, "ArrowRight")
    assert [tick(page, name) for name in range(5)] == [1, 2, 5, 6, 11]
    assert page.evaluate("document.activeElement.dataset.handle") == "3"
    assert marbles(shown_lane(page, "observer")) == run("throttle.swift", diagram(page)).strip()


def test_only_one_marble_is_a_tab_stop(open_page):
    page = open_page(THROTTLE)
    stops = figure(page).locator('.hw-handle[tabindex="0"]')
    assert stops.count() == 1
    handle(page, 0).focus()
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.handle") == "1"
    assert stops.count() == 1


def test_a_marble_is_dragged_with_the_mouse(open_page):
    page = open_page(THROTTLE)
    box = handle(page, 4).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    width = page.evaluate("""() => {
      const marks = document.querySelectorAll('figure.marbles .hw-number')
      return marks[1].getBoundingClientRect().x - marks[0].getBoundingClientRect().x
    }""")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 3 * width, y + 4, steps=6)
    page.mouse.up()
    wait_for_outcome(page)
    assert tick(page, 4) == 8
    wait_until(page, "document.querySelector('figure.marbles [aria-live]').textContent.includes('e, tick 10')")
    assert marbles(shown_lane(page, "observer")) == run("throttle.swift", diagram(page)).strip()


def swipe(page, x, y, by):
    """A finger's way, in steps, as the browser gets it: the browser decides whether it drags or scrolls."""
    client = page.context.new_cdp_session(page)
    send = lambda kind, points: client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    send("touchStart", [{"x": x, "y": y}])
    for step in range(1, 13):
        send("touchMove", [{"x": x + by[0] * step / 12, "y": y + by[1] * step / 12}])
    send("touchEnd", [])


# A marble or an end, the way in ticks that it is dragged, and where the input's marbles and its end are then. A marble passes
# others; an end stays behind the last one.
@pytest.mark.parametrize(
    "name, marble, ticks, after",
    [
        ("throttle", 4, -3, [1, 2, 3, 5, 8, 13]),
        ("throttle", 1, 2, [1, 3, 4, 5, 11, 13]),
        ("delay", 0, 3, [3, 4, 5, 6]),
        ("map", "end", -3, [1, 3, 5, 6]),
        ("merge", 0, 2, [3, 5, 7]),
    ],
)
# A marble's text is in its middle; a finger may come down beside it.
@pytest.mark.parametrize("beside", [0, 9])
def test_a_marble_is_dragged_with_a_finger(open_page, name, marble, ticks, after, beside):
    page = open_page(SITE / f"atlas/{name}.html", has_touch=True, width=390, height=844)
    width = page.evaluate("""() => {
      const marks = document.querySelectorAll('figure.marbles .hw-number')
      return marks[1].getBoundingClientRect().x - marks[0].getBoundingClientRect().x
    }""")
    handle(page, marble).scroll_into_view_if_needed()
    box = handle(page, marble).bounding_box()
    page.evaluate("""() => {
      window.ends = []
      const svg = document.querySelector('figure.marbles svg')
      for (const name of ['pointerup', 'pointercancel']) svg.addEventListener(name, () => ends.push(name))
    }""")
    said = outcome(page)
    swipe(page, box["x"] + box["width"] / 2 + beside, box["y"] + box["height"] / 2, by=(ticks * width, 3))
    wait_until(page, "ends.length > 0")
    assert page.evaluate("ends") == ["pointerup"]
    wait_for_outcome(page, said)
    ends = figure(page).locator('.hw-handle[data-input="0"]')
    wait_until(page, f"""JSON.stringify([...document.querySelector('figure.marbles').querySelectorAll('.hw-handle[data-input="0"]')]
      .map((one) => Number(one.getAttribute('aria-valuenow')))) === '{json.dumps(after, separators=(",", ":"))}'""")
    assert ends.count() == len(after)


def test_an_arrangement_has_an_address(open_page):
    page = open_page(THROTTLE)
    handle(page, 4).focus()
    press(page, "ArrowLeft", "Delete")
    page.get_by_role("button", name="Copy a link").click()
    wait_until(page, "location.hash !== ''")
    assert page.evaluate("location.hash") == "#m=-abc-d-------|"
    assert "Copied" in figure(page).locator(".marble-note").text_content()
    other = open_page(THROTTLE)
    other.goto(f"{THROTTLE.as_uri()}#m=--a-b--%23")
    # The end stays in its tick on this grid.
    wait_until(other, "document.querySelector('figure.marbles [aria-live]').textContent !== ''")
    assert diagram(other) == "--a-b--------#"
    assert marbles(shown_lane(other, "observer")) == run("throttle.swift", diagram(other)).strip()


@pytest.mark.parametrize("address", ["#m=", "#m=%", "#m9=-a|", "#m=-a|,-b|", "#m=)('|#|((", "#m=-abcdefghijklmnop-------------------------|"])
def test_an_address_that_means_nothing_does_no_harm(open_page, address):
    page = open_page(THROTTLE)
    page.goto(THROTTLE.as_uri() + address)
    handle(page, 0).focus()
    assert figure(page).locator(".hw-handle").count() >= 1


def test_the_second_input_has_its_own_part_of_the_address(open_page):
    page = open_page(SITE / "atlas/zip.html")
    page.goto((SITE / "atlas/zip.html").as_uri() + "#m=-12--3|,--ab--|")
    wait_for_outcome(page)
    # The ends stay in their ticks on this grid.
    assert [diagram(page, lane) for lane in (0, 1)] == ["-12--3--|", "--ab-------|"]


def test_a_button_that_does_nothing_says_why(open_page):
    page = open_page(THROTTLE)
    note = figure(page).locator(".marble-note")
    handle(page, "end").focus()
    page.get_by_role("button", name="Add a marble").click()
    expect(note).to_contain_text("There is no room for another marble")
    page.get_by_role("button", name="Remove").click()
    expect(note).to_have_text("Choose a marble first.")
    page.get_by_role("button", name="Copy a link").click()
    wait_until(page, "location.hash !== ''")
    page.get_by_role("button", name="As recorded").click()
    expect(note).to_have_text("")
    assert page.evaluate("location.hash") == ""


def test_an_end_that_stays_says_why(open_page):
    page = open_page(THROTTLE)
    handle(page, "end").focus()
    page.keyboard.press("ArrowLeft")
    wait_until(page, "document.querySelector('.marble-note').textContent.includes('This end stays')")


@pytest.mark.parametrize("name", ["throttle", "merge"])
def test_a_swipe_beside_the_marbles_scrolls_the_page(open_page, name):
    page = open_page(SITE / f"atlas/{name}.html", has_touch=True, width=390, height=844)
    box = figure(page).locator(".hw-stage").bounding_box()
    swipe(page, box["x"] + 20, box["y"] + box["height"] / 2, by=(4, -240))
    wait_until(page, "scrollY > 100")


def test_marbles_are_removed_added_and_ends_become_errors(open_page):
    page = open_page(THROTTLE)
    handle(page, 1).focus()
    press(page, "Delete")
    assert figure(page).locator('.hw-marble.hw-handle').count() == 5
    press(page, "Insert")
    assert figure(page).locator('.hw-marble.hw-handle').count() == 6
    handle(page, "end").focus()
    press(page, "Enter")
    assert diagram(page).endswith("#")
    assert shown_lane(page, "observer")[-1][0] == "error"
    assert marbles(shown_lane(page, "observer")) == run("throttle.swift", diagram(page)).strip()
    page.get_by_role("button", name="As recorded").click()
    assert tick(page, 1) == 2 and figure(page).locator('.hw-marble.hw-handle').count() == 6


@pytest.mark.parametrize("name, inputs", [("zip", 2), ("sample", 2), ("debounce", 1), ("flat-map-latest", 3), ("buffer", 1)])
def test_any_arrangement_has_the_outcome_of_the_program(open_page, name, inputs):
    page = open_page(SITE / f"atlas/{name}.html")
    choice = random.Random(name)
    handle(page, 0).focus()
    for turn in range(24):
        lane = choice.randrange(inputs)
        handles = figure(page).locator(f'.hw-handle[data-input="{lane}"]')
        # A cold input that is not subscribed to, or was cut, has fewer.
        if not handles.count():
            continue
        one = handles.nth(choice.randrange(handles.count()))
        one.focus()
        page.keyboard.press(choice.choice(["ArrowLeft", "ArrowRight", "ArrowRight", "Home", "End", "Delete", "Insert", "Enter"]))
        page.wait_for_timeout(0)
    press_any_change(page)
    whole = [diagram(page, lane) for lane in range(inputs)]
    if all(text and text[-1] in "|#" for text in whole):
        assert marbles(shown_lane(page, "observer")) == run(f"{name}.swift", *whole).strip().split("\n")[0]
    else:
        assert name == "flat-map-latest"


def press_any_change(page):
    """One change more that is seen, because the last one may have changed nothing."""
    handle(page, "end").focus()
    before = outcome(page)
    page.keyboard.press("Enter")
    page.wait_for_timeout(0)
    if outcome(page) == before:
        handle(page, 0).focus()
        page.keyboard.press("End")
        page.keyboard.press("Home")
    wait_for_outcome(page)
    wait_until(page, "document.querySelector('.marble-note') !== null")


def test_an_arrangement_that_is_on_no_grid_says_so(open_page):
    page = open_page(SITE / "atlas/observe-on.html")
    note = figure(page).locator(".marble-note")
    assert note.text_content() == ""
    handle(page, 0).focus()
    press(page, "ArrowRight")
    assert "two elements come in the same tick" in note.text_content()


@pytest.mark.parametrize("name", ["range", "generate", "to-array", "materialize", "throttle", "buffer"])
@pytest.mark.parametrize("width", [340, 390, 1280])
def test_nothing_is_cut_at_the_edge_of_the_picture(open_page, name, width):
    page = open_page(SITE / f"atlas/{name}.html", width=width)
    expect(figure(page).locator(".hw-handle").first).to_be_visible()
    cut = figure(page).locator("svg").evaluate(
        """(svg) => {
          const whole = svg.getBoundingClientRect(), shown = [...svg.querySelectorAll('text, .hw-knob, .hw-shape, .hw-bar')]
          const isCut = (box) => box.left < whole.left - 0.5 || box.right > whole.right + 0.5
          return shown.filter((part) => isCut(part.getBoundingClientRect())).map((part) => part.textContent || part.className.baseVal)
        }""")
    assert cut == []


@pytest.mark.parametrize("name", ["zip", "flat-map-latest", "merge", "single-zip", "merge-max-concurrent", "take-until"])
def test_nothing_jumps_at_the_first_touch(open_page, name):
    page = open_page(SITE / f"atlas/{name}.html")
    ticks = "[...document.querySelector('figure.marbles').querySelectorAll('.hw-handle')].map((one) => one.getAttribute('aria-valuenow'))"
    before = page.evaluate(ticks)
    box = handle(page, 0).bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2 + 2, box["y"] + box["height"] / 2)
    page.mouse.up()
    wait_for_outcome(page)
    assert page.evaluate(ticks) == before
    assert figure(page).locator(".marble-note").text_content() == ""


def test_ticks_stay_where_they_are_while_the_widest_marble_becomes_narrower(open_page):
    page = open_page(SITE / "atlas/to-array.html", width=390)
    expect(handle(page, 2)).to_be_visible()
    ticks = "[...document.querySelectorAll('figure.marbles .hw-tick')].map((tick) => tick.getAttribute('d'))"
    before = page.evaluate(ticks)
    handle(page, 2).focus()
    press(page, "Delete", "Delete")
    assert '["1"], tick' in outcome(page)
    assert page.evaluate(ticks) == before != []


def test_without_scripts_the_picture_and_its_text_are_there(open_page):
    page = open_page(THROTTLE, java_script_enabled=False)
    assert figure(page).locator("svg .hw-lanename").count() == 2
    assert figure(page).locator(".marble-controls").count() == 0
    assert "from c of letters" in figure(page).locator(".diagram-text").inner_html()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["zip", "window"])
def test_axe_finds_nothing_when_marbles_have_been_moved(open_page, scheme, name):
    page = open_page(SITE / f"atlas/{name}.html", bypass_csp=True, color_scheme=scheme, reduced_motion="reduce")
    handle(page, 0).focus()
    press(page, "ArrowRight")
    assert problems(page) == []


def test_pages_in_chinese_have_their_words(open_page):
    page = open_page(SITE / "atlas/throttle.zh-Hans.html")
    handle(page, 2).focus()
    press(page, "ArrowRight")
    assert outcome(page).startswith("结果：observer: a，第 1 刻")


def test_nothing_of_it_is_printed(open_page):
    page = open_page(THROTTLE)
    page.emulate_media(media="print")
    assert not figure(page).locator(".marble-controls").is_visible()
    assert figure(page).locator("svg").is_visible()


LANES = {
    "lanes": [
        {"role": "input", "input": 0, "name": "letters", "start": 0, "events": [{"tick": 1, "kind": "next", "text": "a"}]},
        {"role": "result", "name": "observer", "start": 0, "events": [{"tick": 1, "kind": "next", "text": "run"}]},
    ]
}
TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css"}


@pytest.mark.parametrize("answers", [True, False])
def test_a_preview_asks_the_server_for_what_is_not_on_the_grid(browser, answers):
    """A server that runs programs is asked; if it has no such answer, the marbles stay on the grid."""
    asked = []

    def serve(route):
        path = route.request.url.removeprefix("http://preview").partition("?")[0]
        if path == "/_run" and route.request.method == "GET":
            return route.fulfill(json={"token": "a token"})
        if path == "/_run":
            order = route.request.post_data_json
            asked.append((order["program"], order["arguments"]))
            return route.fulfill(status=200 if answers else 403, json=LANES if answers else {})
        if path.endswith("live.js"):
            return route.fulfill(body="", content_type=TYPES[".js"])
        file = SITE / path.lstrip("/")
        text = file.read_text(encoding="utf-8")
        if file.suffix == ".html":
            text = text.replace("</head>", '<script defer src="../scripts/live.js"></script></head>')
        return route.fulfill(body=text, content_type=TYPES.get(file.suffix, "text/plain"))

    context = browser.new_context(bypass_csp=True)
    page = context.new_page()
    page.route("http://preview/**", serve)
    page.goto("http://preview/atlas/throttle.html")
    handle(page, "end").focus()
    page.keyboard.press("ArrowRight")
    assert wait_for_outcome(page).endswith("run, tick 1" if answers else "completed, tick 13")
    assert asked == [("atlas/throttle.swift", ["-abc-d-----e--|"])]
    context.close()


# Numbers of the program


def test_a_number_in_the_box_changes_with_a_tap_a_drag_and_keys(open_page):
    page = open_page(THROTTLE)
    assert value(page) == "3"
    box = knob(page).bounding_box()
    page.mouse.click(box["x"] + 8, box["y"] + box["height"] / 2)
    wait_for_outcome(page)
    assert value(page) == "1"
    box = knob(page).bounding_box()
    page.mouse.click(box["x"] + box["width"] - 8, box["y"] + box["height"] / 2)
    wait_until(page, "document.querySelector('[data-input=value]').getAttribute('aria-valuetext') === '3'")
    box = knob(page).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y + 3, steps=5)
    page.mouse.up()
    wait_until(page, "document.querySelector('[data-input=value]').getAttribute('aria-valuetext') === '6'")
    assert figure(page).locator("g.hw-stagename").text_content() == "throttle(.seconds(6), latest: true)"
    assert page.evaluate("document.activeElement.dataset.input") == "value"
    page.keyboard.press("ArrowRight")
    wait_until(page, "document.querySelector('.marble-note').textContent === 'The program was run for 1, 3, 6.'")
    page.keyboard.press("Home")
    wait_until(page, "document.querySelector('[data-input=value]').getAttribute('aria-valuetext') === '1'")
    assert marbles(shown_lane(page, "observer")) == run_changed("throttle.swift", [("seconds(3)", "seconds(1)")], diagram(page))[0]
    page.get_by_role("button", name="As recorded").click()
    assert value(page) == "3"


@pytest.mark.parametrize("name", ["throttle", "buffer"])
def test_a_number_in_the_box_changes_under_a_finger(open_page, name):
    page = open_page(SITE / f"atlas/{name}.html", has_touch=True, width=390, height=844)
    knob(page).scroll_into_view_if_needed()
    before = value(page)
    box = knob(page).bounding_box()
    # Large enough for a finger, and in the picture.
    assert box["width"] >= 36 and box["height"] >= 30 and box["x"] >= 0 and box["x"] + box["width"] <= 390
    swipe(page, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, by=(-30, 2))
    wait_for_outcome(page)
    after = value(page)
    assert int(after) < int(before)
    box = knob(page).bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] - 6, box["y"] + box["height"] / 2)
    wait_until(page, f"document.querySelector('[data-input=value]').getAttribute('aria-valuetext') === '{before}'")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("number, moment", [(1, "tick 5"), (0, "tick 6"), (2, "tick 7")])
@pytest.mark.parametrize("finger", [True, False])
def test_a_subscription_and_a_disposal_are_dragged(open_page, number, moment, finger):
    page = open_page(SITE / "atlas/share.html", has_touch=finger, width=390 if finger else 1280)
    knob(page, number).scroll_into_view_if_needed()
    box = knob(page, number).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    mark = figure(page).locator(".hw-number").filter(has_text=re.compile(f"^{moment.removeprefix('tick ')}$")).bounding_box()
    far = mark["x"] + mark["width"] / 2 - x
    if finger:
        swipe(page, x, y, by=(far, 2))
    else:
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + far, y, steps=8)
        page.mouse.up()
    wait_until(page, f"document.querySelector('[data-input=value][data-handle=\"{number}\"]').getAttribute('aria-valuetext') === '{moment}'")
    wait_for_outcome(page)
    changes = {1: [("scheduleAt(3)", "scheduleAt(5)")], 2: [("scheduleAt(13)", "scheduleAt(7)")]}
    change, arguments = changes.get(number, []), ["^-----!"] if number == 0 else []
    printed = run_changed("share.swift", change, "-1--2--3-|", *arguments)
    early, late = (marbles(shown_lane(page, name)) for name in ("early", "late"))
    assert [early, late] == printed[:2]


# A page, its handles with what they stand for in the program, and how many inputs it has.
HANDLES = [
    ("buffer", [(".seconds(4)", ".seconds(%)"), ("count: 3", "count: %")]),
    ("take", [("take(2)", "take(%)")]),
    ("timeout", [("seconds(3)", "seconds(%)")]),
    ("retry-count", [("retry(2)", "retry(%)")]),
    ("range", [("start: 5", "start: %"), ("count: 3", "count: %")]),
    ("replay", [("replay(2)", "replay(%)"), ("scheduleAt(7)", "scheduleAt(%)")]),
    ("merge-max-concurrent", [("maxConcurrent: 2", "maxConcurrent: %")]),
    ("window", [(".seconds(4)", ".seconds(%)"), ("count: 3", "count: %")]),
    ("interval", [("seconds(2)", "seconds(%)"), "^", "!"]),
    ("create", ["^", "!"]),
    ("throttle", [("seconds(3)", "seconds(%)"), ("latest: true", "latest: %")]),
    ("take-while", [("behavior: .exclusive", "behavior: %")]),
    ("debounce", [("letters.debounce", "letters.%"), ("seconds(3)", "seconds(%)")]),
    ("combine-latest", [("Observable.combineLatest", "Observable.%")]),
    ("flat-map", [("requests.flatMap", "requests.%")]),
    ("merge", ["^", "!"]),
]


@pytest.mark.parametrize("name, handles", HANDLES)
def test_each_number_has_the_outcome_of_the_program_with_it(open_page, name, handles):
    page = open_page(SITE / f"atlas/{name}.html")
    choice = random.Random(name)
    inputs = page.evaluate("JSON.parse(document.querySelector('figure.marbles').dataset.marbles).inputs.length")
    facts = page.evaluate("JSON.parse(document.querySelector('figure.marbles').dataset.marbles)")
    assert len(facts["handles"]) == len(handles)
    for turns in range(2):
        if inputs:
            figure(page).locator('.hw-handle[data-input="0"]').first.focus()
            page.keyboard.press(choice.choice(["ArrowRight", "End", "Delete"]))
        for number, handle in enumerate(facts["handles"]):
            knob(page, number).focus()
            page.keyboard.press("Home")
            for _ in range(choice.randrange(len(handle["values"]))):
                page.keyboard.press("ArrowRight")
        page.wait_for_timeout(200)
        chosen = [value(page, number).removeprefix("tick ") for number in range(len(handles))]
        changes = [(own[0], own[1].replace("%", chosen[number])) for number, own in enumerate(handles) if isinstance(own, tuple)]
        arguments = [diagram(page, lane) for lane in range(inputs)] if all_whole(page, inputs) else None
        if arguments is None:
            assert name in ("merge-max-concurrent", "flat-map")
            continue
        if "^" in handles:
            start, stop = (chosen[handles.index(sign)] for sign in "^!")
            end = "" if stop == "never" else "-" * (int(stop) - int(start) - 1) + "!"
            arguments.append("-" * int(start) + "^" + end)
        shown = marbles(shown_lane(page, facts["lanes"][-1]["name"] if name in ("replay",) else "observer"))
        printed = run_changed(f"{name}.swift", changes, *arguments)
        line = printed[1] if name == "replay" else next(one for one in printed if not one.startswith("let go"))
        if name == "window":
            # Its elements are sequences, which the program does not print.
            windows = [events for lane, events in all_lanes(page) if lane.startswith("window")]
            assert [marbles(events) for events in windows] == printed
        else:
            assert shown == line, (chosen, arguments)


def all_whole(page, inputs):
    return all(diagram(page, lane)[-1:] in ("|", "#") for lane in range(inputs))


def all_lanes(page):
    """The lanes that the page reads aloud, with their events."""
    found = []
    for sentence in outcome(page).removeprefix("Outcome: ").split(". "):
        name, _, events = sentence.partition(": ")
        pairs = [event.rsplit(", tick ", 1) for event in events.split("; ") if event]
        found.append((name, [(event, int(at)) for event, at in pairs]))
    return found


def test_changed_numbers_are_in_the_address(open_page):
    page = open_page(THROTTLE)
    turn(page, 0, "6")
    page.get_by_role("button", name="Copy a link").click()
    wait_until(page, "location.hash !== ''")
    assert page.evaluate("location.hash") == "#m=-abc-d-----e-|;6,true"
    other = open_page(SITE / "atlas/interval.html")
    other.goto((SITE / "atlas/interval.html").as_uri() + "#m=;3,1,7")
    wait_for_outcome(other)
    assert [value(other, number) for number in range(3)] == ["3", "tick 1", "tick 7"]
    assert marbles(shown_lane(other, "observer")) == run_changed("interval.swift", [("seconds(2)", "seconds(3)")], "-^-----!")[0]


@pytest.mark.parametrize("address", ["#m=-a|;", "#m=-a|;7", "#m=-a|;3,3", "#m=;3", "#m=-a|;x"])
def test_an_address_with_other_numbers_does_no_harm(open_page, address):
    page = open_page(THROTTLE)
    page.goto(THROTTLE.as_uri() + address)
    page.reload()
    knob(page).focus()
    assert value(page) == "3"


@pytest.mark.parametrize("name", ["map", "zip", "distinct-until-changed", "concat-map"])
def test_a_page_on_which_no_number_means_anything_has_no_handle(open_page, name):
    page = open_page(SITE / f"atlas/{name}.html")
    assert figure(page).locator(".hw-handle").count() > 0 and figure(page).locator('[data-input="value"]').count() == 0


def test_the_legend_and_the_text_say_what_is_shown(open_page):
    page = open_page(SITE / "atlas/flat-map.html")
    legend, text = figure(page).locator(".marble-legend"), figure(page).locator(".diagram-text")
    recorded = legend.inner_html(), text.inner_html()
    assert "disposed" not in legend.text_content()
    turn(page, 0, "flatMapLatest")
    assert legend.text_content().endswith("disposedNumbers are ticks of the virtual clock.")
    assert text.locator("p").text_content() == "flatMapLatest { answers[$0]! }"
    row = text.locator("tr").filter(has_text='answers["a"]').first
    assert row.locator("td").text_content() == "1, tick 1 · 2, tick 3 · subscribed to in tick 1 · disposed in tick 4"
    page.get_by_role("button", name="As recorded").click()
    assert (legend.inner_html(), text.inner_html()) == recorded


def test_the_text_of_marbles_that_were_moved_is_that_of_the_build(open_page):
    """The page's script words an outcome as the build does: so the recorded run, shown as an arrangement, reads the same."""
    for name in ("zip", "share", "throttle", "sample"):
        page = open_page(SITE / f"atlas/{name}.html")
        text = figure(page).locator(".diagram-text tbody")
        recorded = text.inner_text()
        handle(page, 0).focus()
        press(page, "Delete", "Insert")
        while tick(page, 0) != 1:
            press(page, "ArrowLeft" if tick(page, 0) > 1 else "ArrowRight")
        assert text.inner_text() == recorded, name


def test_a_picture_without_inputs_offers_only_its_numbers(open_page):
    page = open_page(SITE / "atlas/range.html")
    assert figure(page).get_by_role("button", name="Add a marble").count() == 0
    help = figure(page).locator(".marble-help").text_content()
    assert help.startswith("Change the value in the box") and "Drag the marbles" not in help
    turn(page, 1, "5")
    assert marbles(shown_lane(page, "observer")) == "(56789|)"


def test_outcomes_that_are_not_there_are_said_to_be_missing(browser):
    context = browser.new_context()
    page = context.new_page()
    page.goto(THROTTLE.as_uri())
    page.evaluate("document.querySelector('figure.marbles').dataset.outcomes = 'gone.js'")
    handle(page, 2).focus()
    page.keyboard.press("ArrowRight")
    wait_until(page, "document.querySelector('.marble-note').textContent.includes('could not be loaded')")
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["share", "buffer"])
def test_axe_finds_nothing_when_numbers_have_been_changed(open_page, scheme, name):
    page = open_page(SITE / f"atlas/{name}.html", bypass_csp=True, color_scheme=scheme, reduced_motion="reduce")
    knob(page).focus()
    press(page, "ArrowLeft")
    assert problems(page) == []
