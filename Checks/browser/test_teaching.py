"""For teachers: slides, handouts, and the programs to download."""

import pathlib
import re

import pytest
import seen_by_axe
from conftest import ROOT, SITE, come_to, print_out, wait_until
from playwright.sync_api import expect

CORE_FLOW = SITE / "core-flow" / "in-depth-source.html"
FIRST = "#chain-1"


@pytest.fixture
def slides(open_page):
    """A page that was opened by a link to a step as a slide."""

    def slides(address="?slides#chain-1-step-3", path=CORE_FLOW, **options):
        return open_page(path.as_uri() + address, **options)

    return slides


def current(page, chain=FIRST):
    return int(page.locator(f"{chain} .step.is-current .step-number").inner_text())


def fills_the_window(page, chain=FIRST):
    box, window = page.locator(chain).bounding_box(), page.viewport_size
    return box == {"x": 0, "y": 0, "width": window["width"], "height": window["height"]}


def is_shown(page):
    return page.locator(".is-slides").count() == 1


# Slides


@pytest.mark.parametrize("width, height", [(1280, 720), (1920, 1080), (390, 800)])
@pytest.mark.parametrize("path", [CORE_FLOW, CORE_FLOW.with_name("in-depth-source.zh-Hans.html")], ids=["en", "zh"])
def test_a_link_opens_a_step_as_a_slide(slides, path, width, height):
    page = slides(path=path, width=width, height=height)
    assert current(page) == 3 and fills_the_window(page)
    page.locator(f"{FIRST} .forward").click()
    page.locator(f"{FIRST} .forward").click()
    assert page.locator(f"{FIRST} .steps").is_hidden()
    for part in [".stage-head .call", ".stage-head .object", ".step-body.is-current .step-note", ".objects svg",
                 ".strip svg", ".pane.program mark.lit", ".pane.engine mark.leading"]:
        shown = page.locator(f"{FIRST} .stage {part}").first
        assert shown.is_visible()
        box = shown.bounding_box()
        assert 0 <= box["x"] and box["x"] + box["width"] <= width and 0 <= box["y"] and box["y"] + box["height"] <= height
    size = "(element) => parseFloat(getComputedStyle(element).fontSize)"
    note = page.locator(f"{FIRST} .step-body.is-current .step-note").evaluate(size)
    assert note >= (24 if width >= 1280 else 17)


def test_the_mouse_shows_slides_goes_on_and_back_and_leaves(open_page):
    page = open_page(CORE_FLOW)
    come_to(page, FIRST)
    page.locator(f"{FIRST} .full").click()
    wait_until(page, "document.fullscreenElement?.id === 'chain-1'")
    expect(page).to_have_url(re.compile(r"\?slides#chain-1-step-1$"))
    page.locator(f"{FIRST} .stage-head .call").click()
    assert current(page) == 2
    # Above the call, where there is nothing to press.
    y = page.locator(f"{FIRST} .stage-head").bounding_box()["y"] + 4
    page.mouse.click(700, y)
    assert current(page) == 3
    page.mouse.click(100, y)
    assert current(page) == 2
    page.locator(f"{FIRST} .forward").click()
    assert current(page) == 3
    page.locator(f"{FIRST} .leave").click()
    wait_until(page, "document.fullscreenElement === null")
    assert not is_shown(page)
    expect(page).to_have_url(re.compile(r"in-depth-source\.html#chain-1-step-3$"))
    expect(page.locator(f"{FIRST} .full")).to_be_focused()


def test_a_press_on_what_does_something_by_itself_does_not_go_on(slides):
    page = slides()
    page.locator(f"{FIRST} .inside:visible").last.click()
    # The link within the slide leads to the step that it names.
    wait_until(page, "document.querySelector('#chain-1-step-2').classList.contains('is-current')")
    assert is_shown(page)


def test_keys_show_slides_go_on_and_back_and_leave(open_page):
    page = open_page(CORE_FLOW)
    come_to(page, FIRST)
    page.keyboard.press("f")
    wait_until(page, "document.fullscreenElement?.id === 'chain-1'")
    expected = 1
    for key, by in [("ArrowRight", 1), ("PageDown", 1), ("Space", 1), ("Shift+Space", -1), ("PageUp", -1), ("j", 1),
                    ("k", -1), ("ArrowDown", 1), ("ArrowLeft", -1), ("Enter", 1)]:
        page.keyboard.press(key)
        expected += by
        assert current(page) == expected, key
    page.keyboard.press("End")
    assert current(page) == page.locator(f"{FIRST} .step").count()
    page.keyboard.press("Escape")
    wait_until(page, "document.fullscreenElement === null && !document.querySelector('.is-slides')")
    page.keyboard.press("f")
    assert is_shown(page)
    page.keyboard.press("f")
    assert not is_shown(page)


@pytest.fixture
def scripted(open_page):
    """A page on which a script of the test ran before those of the page, with its first stepper in view."""

    def scripted(script):
        page = open_page("about:blank")
        page.add_init_script(script)
        page.goto(CORE_FLOW.as_uri())
        come_to(page, FIRST)
        return page

    return scripted


def instead_of_changes(body):
    """A script that runs `body` for each change to and from full screen; `change()` is the change itself."""
    return f"""
      for (const [type, name] of [[Element, 'requestFullscreen'], [Document, 'exitFullscreen']]) {{
        const original = type.prototype[name]
        type.prototype[name] = async function () {{
          const change = () => original.call(this)
          {body}
        }}
      }}"""


def full_screen_is(is_left):
    return f"document.fullscreenElement === {'null' if is_left else f'document.querySelector({FIRST!r})'}"


# Counts the changes to and from full screen that were asked for and have not happened yet.
COUNT_CHANGES = "window.asked = window.pending = 0; window.isLate = false" + instead_of_changes("""
          window.asked += 1
          window.pending += 1
          window.isLate ||= name === 'requestFullscreen' && !navigator.userActivation.isActive
          await change().finally(() => { window.pending -= 1 })""")


@pytest.mark.parametrize("presses", [2, 3, 4, 5])
def test_who_leaves_and_begins_at_once_gets_what_was_asked_for_last(scripted, presses):
    page = scripted(COUNT_CHANGES)
    for _ in range(presses):
        page.keyboard.press("f")
    # A change that is asked for when another one ends is asked for before this condition can be evaluated.
    wait_until(page, "window.asked > 0 && window.pending === 0")
    is_left = presses % 2 == 0
    assert is_shown(page) != is_left
    # On a busy machine a change can come more than five seconds after the last key. The browser refuses it then, and the
    # slides stay in the window.
    if not page.evaluate("window.isLate"):
        wait_until(page, full_screen_is(is_left))


# Each change to and from full screen happens, but the page does not hear of it before `goOn()`.
HOLD_CHANGES = instead_of_changes("""
          await change()
          await new Promise((goOn) => { window.goOn = goOn })""")


@pytest.mark.parametrize("presses", [5, 6, 7, 8])
def test_who_changes_their_mind_during_each_change_gets_what_was_asked_for_last(scripted, presses):
    page = scripted(HOLD_CHANGES)
    page.keyboard.press("f")
    for _ in range(presses - 1):
        wait_until(page, "window.goOn !== undefined")
        page.keyboard.press("f")
        page.evaluate("window.goOn = window.goOn()")
    wait_until(page, "window.goOn !== undefined")
    page.evaluate("window.goOn()")
    is_left = presses % 2 == 0
    assert is_shown(page) != is_left
    wait_until(page, full_screen_is(is_left))


def test_arrows_go_on_whatever_was_pressed_before(slides):
    page = slides()
    page.locator(f"{FIRST} .pane.engine pre").click(position={"x": 300, "y": 5})
    assert current(page) == 4
    page.keyboard.press("ArrowRight")
    assert current(page) == 5
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowLeft")
    assert current(page) == 4


def test_without_full_screen_the_slides_take_the_window(scripted):
    page = scripted("Object.defineProperty(document, 'fullscreenEnabled', { value: false })")
    page.locator(f"{FIRST} .full").click()
    assert fills_the_window(page)
    assert page.locator(f"{FIRST} .full").is_hidden()
    page.keyboard.press("Escape")
    expect(page.locator(".is-slides")).to_have_count(0)
    expect(page.locator(f"{FIRST} .full")).to_be_visible()


def test_slides_of_a_link_can_have_the_whole_screen(slides):
    page = slides()
    assert page.evaluate("document.fullscreenElement") is None
    full = page.locator(f"{FIRST} .full")
    assert full.get_attribute("aria-label") == "Full screen"
    full.click()
    wait_until(page, "document.fullscreenElement?.id === 'chain-1'")


def test_the_focus_stays_in_the_slides(slides):
    page = slides()
    dialog = page.locator(FIRST)
    assert dialog.get_attribute("role") == "dialog" and dialog.get_attribute("aria-modal") == "true"
    inside = "(section) => section.contains(document.activeElement) || document.activeElement === document.body"
    wait_until(page, "document.querySelector('#chain-1 .stage') === document.activeElement")
    for _ in range(40):
        page.keyboard.press("Tab")
        assert dialog.evaluate(inside)
    # The link that has the focus may have a card, which Escape would close first.
    page.locator(f"{FIRST} .stage").focus()
    page.keyboard.press("Escape")
    expect(page.locator("[inert]")).to_have_count(0)
    assert dialog.get_attribute("role") is None
    # Arrows belong to the page again.
    assert page.locator(f"{FIRST} .stage").get_attribute("tabindex") is None


def test_slides_say_which_step_it_is(slides):
    page = slides()
    page.keyboard.press("ArrowRight")
    expect(page.locator(f"{FIRST} .stage [aria-live]")).to_have_text(re.compile("^Step 4 of 6: "))
    expect(page).to_have_url(re.compile(r"\?slides#chain-1-step-4$"))


def test_a_card_shows_in_slides_and_goes_first(slides):
    page = slides()
    page.locator(f"{FIRST} .pane.engine pre a").first.hover()
    card = page.locator(".card-shown")
    expect(card).to_be_visible()
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    assert is_shown(page)


def test_the_letter_for_slides_can_be_turned_off(open_page):
    page = open_page(CORE_FLOW)
    come_to(page, FIRST)
    page.locator(f"{FIRST} .keys").click()
    page.keyboard.press("f")
    assert not is_shown(page)


def test_nothing_moves_for_those_who_want_it_so(slides):
    page = slides(reduced_motion="reduce")
    moves = "(style) => parseFloat(style.transitionDuration) > 0 || style.animationName !== 'none'"
    moving = f"(all) => all.filter((element) => ({moves})(getComputedStyle(element))).length"
    assert page.locator(f"{FIRST}, {FIRST} *").evaluate_all(moving) == 0


def test_a_link_without_a_step_shows_the_first_chain(slides):
    page = slides("?slides")
    assert fills_the_window(page, "#chain-1")
    # The address of another chain, typed over that of this one, which loads nothing.
    page.evaluate("location.hash = '#chain-3-step-2'")
    expect(page.locator("#chain-3.is-slides")).to_be_visible()
    assert fills_the_window(page, "#chain-3") and current(page, "#chain-3") == 2
    assert page.locator(".is-slides").count() == 1
    expect(page).to_have_url(re.compile(r"\?slides#chain-3-step-2$"))


@pytest.mark.parametrize("width", [390, 1280])
def test_axe_finds_nothing_in_slides(slides, width):
    assert seen_by_axe.problems(slides(width=width, bypass_csp=True)) == []


# Handouts


def test_the_page_has_a_button_that_prints_it(open_page):
    page = open_page(CORE_FLOW)
    page.evaluate("window.print = () => { window.wasPrinted = true }")
    page.get_by_role("button", name="Print as a handout").click()
    assert page.evaluate("window.wasPrinted")


def test_without_scripts_there_is_no_button_that_does_nothing(look_at):
    page = look_at(CORE_FLOW, java_script_enabled=False)
    assert page.locator(".print-page").is_hidden()


def printed(page, selector):
    return page.locator(selector).filter(visible=True)


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_handout_has_every_step_with_its_number_note_excerpt_and_picture(look_at, scripts):
    page = look_at(CORE_FLOW, color_scheme="dark", java_script_enabled=scripts)
    print_out(page)
    count = page.locator(f"{FIRST} .step").count()
    for part in [".step-number", ".step-note", ".runs"]:
        assert printed(page, f"{FIRST} .step {part}").count() == count
    # A listing is printed once, at the first step that names it.
    named = page.locator(f"{FIRST} .runs a").evaluate_all("(links) => links.map((link) => link.hash.slice(1))")
    assert len(named) > len(set(named)) > 2
    for listing in set(named):
        assert printed(page, f"#{listing}").count() == 1
    assert page.locator(f"{FIRST} .objects svg").is_visible()
    assert printed(page, f"{FIRST} .step-number").all_inner_texts() == [str(number + 1) for number in range(count)]
    assert printed(page, "button, .stage, .download, .site-header, .site-footer, nav").count() == 0


def test_a_handout_is_dark_on_light(open_page):
    page = open_page(CORE_FLOW, color_scheme="dark")
    page.locator(".theme [value=dark]").click()
    print_out(page)
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
    keyword = page.locator(f"{FIRST} .hl-keyword").first.evaluate("(word) => getComputedStyle(word).color")
    assert max(int(part) for part in re.findall(r"\d+", keyword)[:3]) < 170


def test_no_step_is_on_two_pages(look_at):
    page = look_at(CORE_FLOW)
    print_out(page)
    inside = "(steps) => steps.map((step) => getComputedStyle(step).breakInside)"
    assert set(page.locator(".step").evaluate_all(inside)) == {"avoid"}


def test_a_handout_says_where_links_lead(look_at):
    page = look_at(SITE / "beyond" / "disposal.html")
    print_out(page)
    shown = "(links) => links.map((link) => [link.getAttribute('href'), getComputedStyle(link, '::after').content])"
    links = page.locator("article p > a[href*='.html']:not([href*='source/'], .term)").evaluate_all(shown)
    assert links != []
    for address, after in links:
        assert address in after
    terms = page.locator("article p > a.term").evaluate_all(shown)
    assert terms != [] and {after for _, after in terms} == {"none"}


def test_a_handout_has_each_listing_once(look_at):
    page = look_at(SITE / "threads" / "in-depth-operators.html")
    print_out(page)
    assert len(page.locator("figure.excerpt[id]").all()) > 20
    captions = printed(page, ".step figure.excerpt figcaption").all_inner_texts()
    assert len(captions) == len(set(captions))
    page.emulate_media(media="screen")
    expect(page.locator(".stage .step-body.is-current").first).to_be_attached()


def test_a_handout_from_slides_is_that_of_the_page(slides):
    page = slides()
    print_out(page)
    assert page.locator(f"{FIRST} .step:nth-of-type(5) .step-note").is_visible()
    assert page.locator("h1").is_visible()
    assert len(page.pdf()) > 100_000


# Programs


@pytest.mark.parametrize("name", ["core-flow/index.html", "core-flow/index.zh-Hans.html", "index.html"])
def test_the_programs_of_a_page_can_be_downloaded(look_at, name):
    page = look_at(SITE / name)
    links = page.locator(".pipelines a.download").evaluate_all(
        "(links) => links.map((link) => [decodeURIComponent(new URL(link.href).pathname), link.getAttribute('download')])"
    )
    assert links != []
    for address, download in links:
        target = pathlib.Path(address)
        source = ROOT / "content" / target.relative_to(SITE)
        assert target.read_bytes() == source.read_bytes()
        # A browser shows or saves a file of a disk as it sees fit; this attribute has a server's file saved.
        assert download == ""


def test_a_program_stands_beside_its_command(look_at):
    page = look_at(CORE_FLOW)
    commands = page.locator(".pipelines .command").all_inner_texts()
    assert "headwater trace create-subscribe-send.swift" in commands
