"""Stepping through a chain, and the other aids to reading: themes, cards, copying, print."""

import re

import pytest
import seen_by_axe
from conftest import SITE, come_to, print_out, settle, wait_until
from playwright.sync_api import expect

CORE_FLOW = SITE / "core-flow" / "in-depth-source.html"
SINK = SITE / "source" / "Rx" / "Observables" / "Base" / "Sink.html"
FIRST, LONG = "#chain-1", "#chain-3"


@pytest.fixture
def stepper(open_page):
    """A page with one of its steppers in view."""

    def stepper(chain=FIRST, address="", **options):
        page = open_page(CORE_FLOW.as_uri() + address, **options)
        if not address:
            come_to(page, chain)
        return page

    return stepper


@pytest.fixture
def with_clock(open_page):
    """A page whose time goes on only if the test says so."""

    def with_clock(path):
        page = open_page("about:blank")
        page.clock.install(time=0)
        page.goto(path.as_uri())
        page.clock.pause_at(1000)
        come_to(page, FIRST)
        return page

    return with_clock


def current(page, chain=FIRST):
    # Not the text as it is shown, because a stepper that is not in view is not laid out.
    return int(page.locator(f"{chain} .step.is-current .step-number").text_content())


def shown(page, chain=FIRST):
    """The one body that the stage shows."""
    bodies = page.locator(f"{chain} .stage .step-body").filter(visible=True)
    expect(bodies).to_have_count(1)
    return bodies


def test_the_mouse_steps_forward_and_back_and_to_either_end(stepper):
    page = stepper()
    count = page.locator(f"{FIRST} .step").count()
    assert current(page) == 1
    for name, expected in [("forward", 2), ("forward", 3), ("back", 2), ("last", count), ("forward", count), ("first", 1)]:
        # At an end the button says that it does nothing, and may be pressed all the same.
        page.locator(f"{FIRST} .{name}").click(force=True)
        assert current(page) == expected
        assert page.locator(f"{FIRST} .position").inner_text() == f"{expected} / {count}"
    page.locator(f"{FIRST} .step").nth(3).click()
    assert current(page) == 4
    expect(page).to_have_url(re.compile(f"{FIRST}-step-4$"))


def test_the_stage_shows_what_belongs_to_the_step(stepper):
    page = stepper()
    page.locator(f"{FIRST} .step").nth(4).click()
    head = page.locator(f"{FIRST} .stage-head")
    assert head.locator(".name").inner_text() == "greeting"
    assert head.locator(".call").inner_text() == "AnonymousObservable.run"
    assert "AnonymousObservable#1 → AnonymousObserver#1" in head.inner_text()
    assert "makes the sink" in shown(page).locator(".step-note").inner_text()
    assert "sink.run(subscribeHandler)" in page.locator(f"{FIRST} .pane.engine mark.leading").inner_text()


@pytest.mark.parametrize("address", ["?slides#%", "#%", "#%ff", "?slides#%zz", "?slides=%#chain-1-step-%"])
def test_an_address_that_is_malformed_is_no_step(stepper, address):
    page = stepper(address=address)
    # The page complains about nothing, and works.
    assert page.locator(f"{FIRST} .step.is-current .step-number").count() == 1
    page.evaluate("() => { location.hash = '#chain-1-step-%' }")
    page.evaluate("() => { location.hash = '#chain-1-step-3' }")
    wait_until(page, f"document.querySelector('{FIRST} .step.is-current .step-number').textContent.trim() === '3'")


def test_keys_act_on_the_stepper_in_view(stepper):
    page = stepper(LONG)
    for key, expected in [("j", 2), ("j", 3), ("k", 2)]:
        page.keyboard.press(key)
        assert (current(page, LONG), current(page, FIRST)) == (expected, 1)
    come_to(page, FIRST)
    page.keyboard.press("j")
    assert (current(page, LONG), current(page, FIRST)) == (2, 2)


def test_arrows_act_only_with_the_focus_in_the_stepper(stepper):
    page = stepper()
    page.keyboard.press("ArrowDown")
    assert current(page) == 1
    page.locator(f"{FIRST} .forward").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    assert current(page) == 3
    page.keyboard.press("End")
    assert current(page) == page.locator(f"{FIRST} .step").count()
    page.keyboard.press("Home")
    assert current(page) == 1
    # In a listing they go from symbol to symbol.
    symbols = page.locator(f"{FIRST} .pane.engine pre a")
    symbols.first.focus()
    page.keyboard.press("ArrowRight")
    assert current(page) == 1
    expect(symbols.nth(1)).to_be_focused()


def test_letter_keys_can_be_turned_off_and_stay_off(stepper):
    page = stepper()
    page.locator(f"{FIRST} .keys").click()
    page.keyboard.press("j")
    assert current(page) == 1
    page.reload()
    come_to(page, FIRST)
    page.keyboard.press("j")
    assert current(page) == 1
    assert page.locator(f"{FIRST} .keys").get_attribute("aria-pressed") == "false"


def test_a_link_opens_the_stepper_at_the_step(stepper):
    page = stepper(address="#chain-3-step-8")
    assert current(page, LONG) == 8
    wait_until(page, "Math.abs(document.querySelector('#chain-3').getBoundingClientRect().top) < 300")
    page.evaluate("location.hash = '#chain-3-step-2'")
    wait_until(page, "document.querySelector('#chain-3-step-2').classList.contains('is-current')")


def test_a_link_leads_to_its_step_though_a_stepper_that_plays_writes_its_own_into_the_address(stepper):
    page = stepper(address="#chain-3-step-8")
    page.evaluate("() => { location.hash = '#chain-3-step-2'; history.replaceState(null, '', '#chain-3-step-9') }")
    wait_until(page, "document.querySelector('#chain-3-step-2').classList.contains('is-current')")


def test_the_address_follows_and_leaves_no_history(stepper):
    page = stepper()
    length = page.evaluate("history.length")
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.wait_for_url("**#chain-1-step-3")
    assert page.evaluate("history.length") == length


def test_a_live_region_says_which_step_it_is(stepper):
    page = stepper()
    region = page.locator(f"{FIRST} .stage [aria-live]")
    assert region.inner_text() == ""
    page.keyboard.press("j")
    assert region.inner_text() == "Step 2 of 6: greeting Producer.subscribe"
    assert page.locator(f"{FIRST} [aria-current=step]").inner_text() == "2"


def test_the_objects_are_those_of_the_step(stepper):
    page = stepper()

    def visible():
        nodes = page.locator(f"{FIRST} .objects .node:not(.is-absent) text:first-of-type").all_text_contents()
        return set(nodes)

    assert "AnonymousObservableSink#1" not in visible()
    page.locator(f"{FIRST} .step").nth(4).click()
    assert {"AnonymousObservableSink#1", "SinkDisposer#1"} <= visible()
    assert "AnonymousObservableSink#1" in page.locator(f"{FIRST} .node.is-new").all_text_contents()[0]
    assert page.locator(f"{FIRST} .node.is-acting text").first.text_content() == "AnonymousObservable#1"
    assert page.locator(f"{FIRST} .node.is-receiving text").first.text_content() == "AnonymousObserver#1"


def test_playing_goes_on_by_itself_until_it_is_paused(with_clock):
    page = with_clock(CORE_FLOW)
    play = page.locator(f"{FIRST} .play")
    page.clock.run_for(60_000)
    assert current(page) == 1
    for _ in range(2):
        page.locator(f"{FIRST} .speed").click()
    assert page.locator(f"{FIRST} .speed").inner_text().split() == ["Speed", "2×"]
    play.click()
    assert play.get_attribute("aria-label") == "Pause"
    note = page.locator(f"{FIRST} .step-body.is-current .step-note").text_content()
    reading = (1400 + 38 * len(note)) // 2
    page.clock.run_for(reading - 100)
    assert current(page) == 1
    page.clock.run_for(200)
    assert current(page) == 2
    play.click()
    assert play.get_attribute("aria-label") == "Play"
    page.clock.run_for(60_000)
    assert current(page) == 2


def test_nothing_jumps_while_stepping(stepper):
    page = stepper(LONG)
    def height():
        return page.locator(f"{LONG} .stage-bodies").bounding_box()["height"]
    before = height()
    for _ in range(6):
        page.keyboard.press("j")
        assert height() == before


def test_steps_that_were_left_out_can_be_opened(stepper):
    page = stepper()
    gap = page.locator(f"{FIRST} .gap details")
    assert gap.locator("li").first.is_hidden()
    gap.locator("summary").click()
    assert gap.locator("li").first.is_visible()
    assert current(page) == 1


def test_without_scripts_every_step_has_all_that_belongs_to_it(look_at):
    page = look_at(CORE_FLOW, java_script_enabled=False)
    assert page.locator(".stage:visible, .theme:visible, .copy").count() == 0
    bodies = page.locator(f"{LONG} .step .step-body")
    assert bodies.count() > 5
    hidden = bodies.filter(visible=False)
    assert [text for text in hidden.all_text_contents() if text.strip()] == []
    order = page.locator(f"{FIRST} :is(.step-number, .step-note, .excerpt, .objects svg)")
    tops = order.evaluate_all("(parts) => parts.map((part) => part.getBoundingClientRect().top)")
    assert len(tops) > 12 and tops == sorted(tops)


def test_in_print_every_step_is_open_and_in_its_place(open_page):
    page = open_page(CORE_FLOW, color_scheme="dark")
    come_to(page, FIRST)
    page.keyboard.press("j")
    print_out(page)
    assert page.locator(f"{FIRST} .step:nth-of-type(5) .step-note").is_visible()
    assert page.locator(f"{FIRST} .stage").is_hidden()
    assert page.locator(f"{FIRST} .gap li").first.is_visible()
    assert page.locator("header.site-header").is_hidden()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    page.emulate_media(media="screen")
    expect(page.locator(f"{FIRST} .stage .step-body.is-current")).to_be_visible()
    assert current(page) == 2


def test_a_page_of_paper_can_be_made(look_at):
    assert len(look_at(CORE_FLOW).pdf()) > 100_000


# Themes

BACKGROUND = "getComputedStyle(document.body).backgroundColor"


@pytest.mark.parametrize("system", ["light", "dark"])
def test_the_chosen_theme_holds_against_the_system_and_over_pages(open_page, system):
    page = open_page(CORE_FLOW, color_scheme=system)
    auto = page.evaluate(BACKGROUND)
    other = "light" if system == "dark" else "dark"
    page.locator(f".theme [value={other}]").click()
    chosen = page.evaluate(BACKGROUND)
    assert chosen != auto
    page.goto((SITE / "index.html").as_uri())
    assert page.evaluate(BACKGROUND) == chosen
    page.locator(".theme [value=auto]").click()
    assert page.evaluate(BACKGROUND) == auto


def test_a_dark_page_does_not_flash(open_page):
    page = open_page(CORE_FLOW, color_scheme="light")
    page.locator(".theme [value=dark]").click()
    # The theme that the page has when its body begins is the first one that is painted.
    page.add_init_script(
        """new MutationObserver((_, observer) => {
          if (!document.body) return
          window.first = document.documentElement.dataset.theme
          observer.disconnect()
        }).observe(document, { childList: true, subtree: true })"""
    )
    page.reload()
    assert page.evaluate("window.first") == "dark"


# Cards over symbols

def symbol(page, name):
    return page.locator(f"{FIRST} .stage pre a", has_text=re.compile(f"^{name}$")).filter(visible=True).first


def test_a_card_comes_with_the_pointer_and_can_be_reached(with_clock):
    page = with_clock(CORE_FLOW)
    page.locator(f"{FIRST} .step").nth(3).click()
    card = page.locator(".card-shown")
    symbol(page, "SinkDisposer").hover()
    page.clock.run_for(100)
    assert card.is_hidden()
    page.clock.run_for(100)
    expect(card).to_be_visible()
    assert "class SinkDisposer" in card.inner_text() and "disposes the sink" in card.inner_text()
    box = card.bounding_box()
    page.mouse.move(box["x"] + 40, box["y"] + 20, steps=4)
    page.clock.run_for(60_000)
    assert card.is_visible()
    page.mouse.move(5, 5, steps=4)
    page.clock.run_for(1000)
    expect(card).to_be_hidden()


def test_a_card_comes_with_the_focus_and_goes_with_escape(stepper):
    page = stepper()
    page.locator(f"{FIRST} .step").nth(4).click()
    page.locator(f"{FIRST} .pane.program pre a").first.focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    focused = page.locator(f"{FIRST} .pane.engine pre a:focus")
    expect(focused).to_have_count(1)
    expect(page.locator(".card-shown")).to_be_visible()
    assert focused.get_attribute("aria-describedby") == "card-shown"
    page.keyboard.press("Escape")
    expect(page.locator(".card-shown")).to_be_hidden()
    expect(focused).to_have_count(1)


def test_a_symbol_leads_to_its_declaration(stepper):
    page = stepper()
    page.locator(f"{FIRST} .step").nth(3).click()
    symbol(page, "SinkDisposer").click()
    expect(page).to_have_url(re.compile(r"source/Rx/Observables/Base/SinkDisposer\.html#L\d+$"))
    expect(page.locator(".line:target")).to_contain_text("class SinkDisposer")


def test_a_source_page_leads_back_to_the_steps(open_page):
    page = open_page(SINK)
    marker = page.locator("a.passes").first
    marker.hover()
    page.locator(".card-shown").wait_for(state="visible")
    page.locator(".card-shown a").first.click()
    expect(page).to_have_url(re.compile(r"/[a-z-]+\.html#chain-\d+-step-\d+$"))
    number = page.url.rsplit("-", 1)[1]
    expect(page.locator(f"#{page.url.split('#')[1]}.is-current .step-number")).to_have_text(number)


# The rest of the frame

def test_code_can_be_copied_without_its_line_numbers(with_clock):
    page = with_clock(CORE_FLOW)
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text }")
    frame = page.locator("article > .excerpt").first
    frame.hover()
    frame.locator(".copy").click()
    # The clock stands still: the word stays until it has been seen.
    expect(frame.locator(".copy")).to_have_text("Copied")
    copied = page.evaluate("window.copied")
    assert copied.strip() and not re.search(r"^\s*\d+\s", copied, re.M)
    page.clock.run_for(5000)
    expect(frame.locator(".copy")).not_to_have_text("Copied")


def test_the_table_of_contents_marks_the_section_in_view(open_page):
    page = open_page(CORE_FLOW)
    heading = page.locator("main h2").nth(3)
    heading.evaluate("(heading) => heading.scrollIntoView()")
    expect(page.locator(".contents [aria-current]")).to_have_count(1)
    expect(page.locator(".contents [aria-current]")).to_have_attribute("href", "#" + heading.get_attribute("id"))


def test_on_a_narrow_screen_the_list_is_a_window_above_the_stage(stepper):
    page = stepper(LONG, width=390, height=844)
    steps, stage = (page.locator(f"{LONG} {part}").bounding_box() for part in (".steps", ".stage"))
    assert steps["height"] <= 220 and steps["y"] + steps["height"] <= stage["y"] + 1
    page.locator(f"{LONG} .last").click()
    item, window = page.locator(f"{LONG} .is-current.step").bounding_box(), page.locator(f"{LONG} .steps").bounding_box()
    assert window["y"] - 1 <= item["y"] < window["y"] + window["height"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


PAGES = ["index.html", "core-flow/in-depth-source.html", "source/index.html", "source/Rx/Observables/Base/Sink.html"]


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("width", [390, 1280])
def test_axe_finds_nothing_also_in_the_middle_of_stepping(look_at, path, width):
    page = look_at(SITE / path, width=width, bypass_csp=True)
    if "core-flow" in path:
        come_to(page, LONG)
        page.keyboard.press("j")
    assert seen_by_axe.problems(page) == []


@pytest.mark.parametrize("options", [{"forced_colors": "active"}, {"contrast": "more"}, {"reduced_motion": "reduce"}])
def test_the_current_step_stands_out_with_whatever_the_reader_asks_for(stepper, options):
    page = stepper(**options)
    page.keyboard.press("j")
    style = "(item) => { const s = getComputedStyle(item); return s.backgroundColor + s.borderLeftColor + s.outlineStyle }"
    settle(page)
    steps = page.locator(f"{FIRST} .step")
    assert steps.nth(1).evaluate(style) != steps.nth(2).evaluate(style)
    if "reduced_motion" in options:
        assert page.locator(f"{FIRST} .node").first.evaluate("(node) => getComputedStyle(node).transitionDuration") == "0s"
