"""The marbles of `headwater open`: an axis that can be zoomed, and a map of the whole run."""

import re
import subprocess

import pytest
from conftest import HEADWATER, ROOT, settle, wait_until
from playwright.sync_api import expect
from seen_by_axe import problems
from test_open import serving

LONG = """import Foundation
import RxSwift

struct Lost: Error {}
let ticks = PublishSubject<Int>()
let shared = ticks.map { $0 * 3 }.share(replay: 1)
let bag = DisposeBag()
shared.filter { $0 % 2 == 0 }.subscribe(onNext: { _ in }).disposed(by: bag)
shared.scan(0, accumulator: +).subscribe(onNext: { _ in }).disposed(by: bag)
ticks.flatMapLatest { tick in
  tick % 500 == 0 ? Observable<Int>.error(Lost()).catchAndReturn(-1) : Observable.just(tick)
}.subscribe(onNext: { _ in }).disposed(by: bag)
for tick in 1...3000 {
  ticks.onNext(tick)
  if tick % 1000 == 0 { usleep(100_000) }
}
ticks.onNext(-7)
"""

HOSTILE = """import RxSwift

let names = PublishSubject<String>()
_ = names.map { $0 + "</script><img src=x onerror=alert(1)>" }.subscribe(onNext: { _ in })
names.onNext("\\u{0}\\u{1B}[31m\\u{202E}abc")
names.onNext(String(repeating: "<b>long", count: 20_000))
"""


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("timeline")
    for name, text in (("long", LONG), ("hostile", HOSTILE)):
        (folder / f"{name}.swift").write_text(text)
        command = [HEADWATER, "record", "-o", folder / f"{name}.hwtrace", folder / f"{name}.swift"]
        ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        assert ended.returncode == 0, ended.stderr
    return folder


@pytest.fixture(scope="module")
def long(runs):
    with serving(runs, "long.hwtrace") as address:
        yield address + "marbles"


@pytest.fixture
def opened(browser, request):
    """Opens a page in a context of its own, which must not complain."""
    contexts, complaints = [], []

    def opened(address, **options):
        contexts.append(browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **options}))
        page = contexts[-1].new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(address)
        if options.get("java_script_enabled", True):
            wait_until(page, "document.querySelector('.timeline').dataset.inView !== undefined")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []


def window(page):
    """The part of the run that is shown."""
    settle(page)
    facts = page.locator(".timeline").evaluate("({ dataset }) => [dataset.from, dataset.to]")
    return [float(fact) for fact in facts]


def span(page):
    start, end = window(page)
    return end - start


def in_view(page):
    """The number of events that were drawn."""
    settle(page)
    return int(page.locator(".timeline").get_attribute("data-in-view"))


def centre(page, selector):
    box = page.locator(selector).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_the_whole_run_is_there_and_only_what_is_in_view_is_drawn(long, opened):
    page = opened(long)
    told = page.locator(".told-event").inner_text()
    assert int(re.search(r"([\d,]+) events", told)[1].replace(",", "")) > 15_000
    names = page.locator(".lane b").all_inner_texts()
    assert {"ticks", "map", "share", "filter", "scan", "flatMapLatest"} <= {re.sub(r"[ #].*", "", name) for name in names}
    # Along the axis of time, events are as close together as the machine is fast.
    page.locator("#axis").select_option("column")
    assert in_view(page) > 15_000
    for _ in range(8):
        page.keyboard.press("+")
    assert 0 < in_view(page) < 1_500


def test_buttons_keys_and_the_wheel_zoom(long, opened):
    page = opened(long)
    whole = span(page)
    page.get_by_role("button", name="Zoom in").click()
    assert span(page) == pytest.approx(whole / 2)
    page.get_by_role("button", name="Zoom out").click()
    assert span(page) == pytest.approx(whole)
    page.keyboard.press("+")
    page.keyboard.press("+")
    page.keyboard.press("-")
    assert span(page) == pytest.approx(whole / 2)
    page.keyboard.press("0")
    assert span(page) == pytest.approx(whole)
    # What is below the pointer stays there.
    x, y = centre(page, ".lane-scroll")
    page.mouse.move(x, y)
    page.keyboard.down("Control")
    page.mouse.wheel(0, -100)
    page.keyboard.up("Control")
    assert span(page) < whole * 0.7
    page.mouse.wheel(0, 100)
    assert span(page) < whole * 0.7, "the wheel alone scrolls"


def test_the_rows_are_dragged_and_moved_with_keys(long, opened):
    page = opened(long)
    page.keyboard.press("+")
    page.keyboard.press("+")
    start, end = window(page)
    x, y = centre(page, ".lane-scroll")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 60, y)
    page.mouse.move(x - 120, y)
    page.mouse.up()
    moved = window(page)
    assert moved[0] > start and moved[1] - moved[0] == pytest.approx(end - start)
    page.locator(".lane-scroll").focus()
    page.keyboard.press("ArrowLeft")
    assert window(page)[0] < moved[0]
    page.keyboard.press("End")
    last = window(page)
    page.keyboard.press("ArrowRight")
    assert window(page) == pytest.approx(last)


def test_the_map_moves_the_window_with_the_mouse_and_with_keys(long, opened):
    page = opened(long)
    for _ in range(3):
        page.keyboard.press("+")
    before, width = window(page), span(page)
    x, y = centre(page, ".map .frame")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 50, y)
    page.mouse.move(x + 200, y)
    page.mouse.up()
    assert window(page)[0] > before[0] and span(page) == pytest.approx(width)
    box = page.locator(".map").bounding_box()
    page.mouse.click(box["x"] + 30, box["y"] + 10)
    assert window(page)[0] < before[0]
    slider = page.get_by_role("slider", name="The part of the run that is shown")
    slider.focus()
    value = int(slider.get_attribute("aria-valuenow"))
    page.keyboard.press("End")
    settle(page)
    assert int(slider.get_attribute("aria-valuenow")) > value
    assert re.search(r"s to .*s of .*s$", slider.get_attribute("aria-valuetext"))
    # An edge makes the window larger.
    frame = page.locator(".map .frame").bounding_box()
    page.mouse.move(frame["x"] + 1, y)
    page.mouse.down()
    page.mouse.move(frame["x"] - 100, y)
    page.mouse.up()
    assert span(page) > width * 1.2


def test_fingers_pan_pinch_and_move_the_map(long, opened):
    page = opened(long, viewport={"width": 390, "height": 800}, has_touch=True, is_mobile=True)
    whole = span(page)
    client = page.context.new_cdp_session(page)

    def touch(kind, *points):
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [
            {"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]})

    x, y = centre(page, ".lane-scroll")
    touch("touchStart", (x - 30, y), (x + 30, y))
    for apart in (45, 60, 90, 120):
        touch("touchMove", (x - apart, y), (x + apart, y))
    touch("touchEnd")
    pinched = span(page)
    assert pinched < whole * 0.5
    before = window(page)
    touch("touchStart", (x, y))
    for moved in (10, 30, 60, 90):
        touch("touchMove", (x - moved, y))
    touch("touchEnd")
    after = window(page)
    assert after[0] > before[0] and after[1] - after[0] == pytest.approx(pinched)
    x, y = centre(page, ".map .frame")
    touch("touchStart", (x, y))
    for moved in (10, 30, 60):
        touch("touchMove", (x - moved, y))
    touch("touchEnd")
    assert window(page)[0] < after[0]


def test_an_event_is_chosen_with_the_mouse_and_with_keys_and_leads_to_its_step(long, opened):
    page = opened(long)
    page.locator(".lane-scroll").focus()
    page.keyboard.press("ArrowDown")
    told = page.locator(".told-event")
    expect(told.get_by_role("link")).to_have_count(1)
    first = told.inner_text()
    page.keyboard.press("Shift+ArrowRight")
    expect(told).not_to_have_text(first)
    assert told.get_attribute("aria-live") == "polite"
    step = re.search(r"Step (\d+)", told.inner_text())[1]
    page.keyboard.press("Enter")
    expect(page.locator(".row.current .number")).to_have_text(step)
    # The page of steps writes its step into its address, which ends the wait of `go_back` too early.
    page.evaluate("history.back()")
    page.wait_for_url(long)
    page.goto(f"{long}#step-{step}")
    expect(told).to_contain_text(f"Step {step} ")
    # In the middle of the first row that has the step.
    chosen = page.locator(".lane.chosen").bounding_box()
    told.evaluate("(element) => element.replaceChildren()")
    left = page.locator(".timeline").evaluate("(element) => parseFloat(getComputedStyle(element).getPropertyValue('--left'))")
    lanes = page.locator(".lanes").bounding_box()
    page.mouse.click(lanes["x"] + left + (lanes["width"] - left) / 2, chosen["y"] + chosen["height"] / 2)
    expect(told).to_contain_text("Step ")


def test_rows_are_found_and_the_axis_can_be_the_order_of_events(long, opened):
    page = opened(long)
    page.get_by_label("Stages").fill("scan")
    expect(page.locator(".lane:visible b")).to_have_text(["share", "scan"])
    page.get_by_label("Stages").fill("nothing like that")
    expect(page.locator(".no-rows")).to_be_visible()
    page.get_by_label("Stages").fill("")
    page.locator("#axis").select_option("column")
    assert window(page)[0] == -1
    expect(page.locator(".timetools .span")).to_have_text(re.compile(r"^steps \d+ to [\d,]+ of [\d,]+$"))


def test_whatever_the_values_hold_the_page_shows_them(runs, opened):
    with serving(runs, "hostile.hwtrace") as address:
        page = opened(address + "marbles")
        page.locator(".lane-scroll").focus()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowDown")
        # The keys choose what is nearest in time, so it may be the second value.
        page.keyboard.press("Shift+ArrowLeft")
        expect(page.locator(".told-event code")).to_contain_text("</script><img src=x")
        assert page.locator("img").count() == 0
        assert len(page.locator(".told-event").inner_text()) < 400
        page = opened(address + "marbles", java_script_enabled=False)
        expect(page.locator(".picture img")).to_be_visible()
        expect(page.locator(".timeline")).to_be_hidden()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1440, 390])
def test_the_marbles_fit_and_can_be_read(long, opened, width, scheme):
    page = opened(long, viewport={"width": width, "height": 800}, color_scheme=scheme)
    settle(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert problems(page) == []
    # The rows are drawn: not all pixels of the picture are alike.
    assert page.locator(".lanes canvas").evaluate(
        """(canvas) => new Set(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data).size""") > 8
