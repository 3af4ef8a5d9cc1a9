"""The page that `headwater show --format html` writes, opened from a file, with every kind of screen, theme and setting."""

import re
import subprocess

import pytest
import seen_by_axe
from conftest import HEADWATER, ROOT, settle
from playwright.sync_api import expect
from test_pages import contrasts

GREET = """import RxSwift

let greeting = Observable<String>.create { observer in
  observer.onNext("hello")
  observer.onCompleted()
  return Disposables.create()
}
_ = greeting.map { $0 + "!" }.subscribe(onNext: { print($0) })
"""

HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)>"

# Two threads, an error, an undelivered event, repeats, Chinese text, and text that looks like markup. The worker waits until
# everything was sent: otherwise its error may end the sequence before the last element. The program waits until the worker has
# nothing left to do: otherwise it still disposes among the steps that follow, and parts the repeats.
MIXED = f"""import Foundation
import RxSwift

enum 错误: Error {{ case 网络断开(代码: Int) }}
let queue = DispatchQueue(label: "com.example.work")
let worker = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "com.example.decode")
let (sent, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
func decoded(_ text: String) -> Observable<String> {{
  guard text.hasPrefix("万") else {{ return .error(错误.网络断开(代码: 503)) }}
  sent.wait()
  return .just(text)
}}
_ = Observable.of("万物皆序列", "{HOSTILE}", "\\u{{202E}}abc\\u{{0}}").observe(on: worker).flatMap(decoded)
  .subscribe(onNext: {{ print($0) }}, onError: {{ print("caught: \\($0)\\nand went on"); done.signal() }})
sent.signal()
done.wait()
queue.sync {{}}
let subject = PublishSubject<Int>()
let subscription = subject.map {{ $0 * 2 }}.subscribe(onNext: {{ _ in }})
for number in 1...40 {{ subject.onNext(number) }}
_ = Observable<Int>.create {{ observer in
  observer.onNext(1)
  observer.onCompleted()
  observer.onNext(2)
  return Disposables.create()
}}.take(1).subscribe()
_ = Observable.just("{HOSTILE}").subscribe(onNext: {{ print($0) }})
"""

LARGE = """import RxSwift

let subject = PublishSubject<Int>()
let bag = DisposeBag()
subject.map { $0 + 1 }.filter { $0 % 1000 != 7 }.subscribe(onNext: { if $0 % 997 == 0 { print($0) } }).disposed(by: bag)
for number in 0..<13_000 { subject.onNext(number) }
"""


@pytest.fixture(scope="session")
def make_page(tmp_path_factory):
    """Records a program and gives the path of its page; each program is recorded once."""
    pages = {}

    def make_page(name, program):
        if name not in pages:
            folder = tmp_path_factory.mktemp(name)
            source, run, page = folder / f"{name}.swift", folder / f"{name}.hwtrace", folder / f"{name}.html"
            source.write_text(program, encoding="utf-8")
            for command in (["record", "-o", run, source], ["show", run, "--format", "html", "-o", page]):
                ended = subprocess.run([HEADWATER, *command], cwd=ROOT, capture_output=True, text=True)
                assert ended.returncode == 0, ended.stderr
            pages[name] = page
        return pages[name]

    return make_page


@pytest.fixture
def greet(make_page, open_page):
    return lambda anchor="", **options: open_page(make_page("greet", GREET).as_uri() + anchor, **options)


@pytest.fixture
def mixed(make_page, open_page):
    return lambda anchor="", **options: open_page(make_page("mixed", MIXED).as_uri() + anchor, **options)


@pytest.fixture
def seen(make_page, look_at):
    """The page of a program, shared by tests that leave it at whatever step they like."""
    programs = {"greet": GREET, "mixed": MIXED}
    return lambda name, **options: look_at(make_page(name, programs[name]), **options)


def current(page):
    return int(page.locator(".row.current .number").inner_text())


def steps(page):
    return int(page.locator(".total").inner_text().replace(",", ""))


def test_the_page_opens_at_the_first_step(greet):
    page = greet()
    assert page.title() == "greet.hwtrace – Headwater"
    assert current(page) == 1
    assert page.locator(".details h2").inner_text() == "Map#1.subscribe(onNext:)"
    assert page.locator(".summary").inner_text() == "27 steps 8 objects 1 thread"


def test_stepping_by_mouse(greet):
    page = greet()
    page.get_by_role("button", name="Forward").click()
    page.get_by_role("button", name="Forward").click()
    assert current(page) == 3
    page.get_by_role("button", name="Back").click()
    assert current(page) == 2
    page.get_by_role("button", name="Last step").click()
    assert current(page) == steps(page)
    page.get_by_role("treeitem").nth(4).click()
    assert current(page) == 5
    page.locator("#number").fill("9")
    page.locator("#number").press("Enter")
    assert current(page) == 9


def test_stepping_by_keys(greet):
    page = greet()
    for key, step in (("j", 2), ("j", 3), ("k", 2), ("u", 1)):
        page.keyboard.press(key)
        assert current(page) == step
    page.keyboard.press("ArrowDown")
    assert current(page) == 1, "arrows mean nothing outside of the tree and the stepper"
    page.locator(".tree").focus()
    for key, step in (("ArrowDown", 2), ("End", steps(page)), ("Home", 1), ("ArrowRight", 2), ("PageUp", 1)):
        page.keyboard.press(key)
        assert current(page) == step, key
    page.get_by_role("button", name="Forward").focus()
    page.keyboard.press("ArrowRight")
    assert current(page) == 2


def test_keys_are_text_where_text_is_written(greet):
    page = greet()
    page.keyboard.press("/")
    page.keyboard.type("jk")
    expect(page.locator("#search")).to_have_value("jk")
    page.keyboard.press("Escape")
    expect(page.locator("#search")).to_have_value("")


def test_a_step_has_an_address(greet):
    page = greet("#step-13")
    assert current(page) == 13
    page.keyboard.press("j")
    page.wait_for_url("**#step-14")
    page.locator(".details dd a").first.click()
    expect(page.locator(".row.current .number")).to_have_text("13")
    page.go_back()
    expect(page.locator(".row.current .number")).to_have_text("14")


def test_folding_and_unfolding_a_call(greet):
    page = greet("#step-8")
    rows = page.get_by_role("treeitem").count()
    page.keyboard.press("o")
    assert page.get_by_role("treeitem").count() < rows
    assert page.locator(".row.current").get_attribute("aria-expanded") == "false"
    assert "steps inside" in page.locator(".row.current").inner_text()
    page.locator(".row.current .sign").click()
    assert page.get_by_role("treeitem").count() == rows


def test_repeats_are_folded_with_a_count(mixed):
    # Below the findings, there has to be room for the fold and all that follows it.
    page = mixed(height=1400)
    page.get_by_label("Search the steps").fill("object:PublishSubject#1 event:next")
    expect(page.locator(".found")).to_contain_text("40 of")
    page.get_by_role("button", name="Show all").first.click()
    page.locator(".tree").evaluate("(tree) => { tree.scrollTop = 1e6 }")
    fold = page.locator(".row.fold").first
    expect(fold).to_have_text(re.compile(r"\b39 ×\s+the same again"))
    number = page.locator(".row.fold + .row .number").inner_text()
    fold.click()
    expect(page.locator(".row.fold").first).to_have_attribute("aria-expanded", "true")
    assert int(page.locator(".row.fold + .row .number").inner_text()) < int(number)


def test_a_link_into_folded_repeats_unfolds_them(mixed):
    page = mixed()
    page.get_by_label("Search the steps").fill("object:MapSink* value:62 kind:forwardOn")
    expect(page.locator(".found")).not_to_be_empty()
    target = current(page)
    page = mixed(f"#step-{target}")
    expect(page.locator(".row.current .number")).to_have_text(str(target))
    expect(page.locator(".row.current")).to_be_visible()


def test_playing_goes_on_to_the_end(greet):
    page = greet(f"#step-{20}")
    page.locator("#speed").select_option(index=0)
    page.keyboard.press("p")
    # Slow until the button has been seen: at full speed, playing may end before a busy machine looks at it.
    assert page.get_by_role("button", name="Pause").is_visible()
    page.locator("#speed").select_option("30")
    page.get_by_role("button", name="Play").wait_for()
    assert current(page) == steps(page)


def test_the_value_the_thread_and_the_source_are_beside_the_step(mixed):
    page = mixed()
    page.keyboard.press("e")
    details = page.locator(".details").inner_text()
    assert "错误" in details or "网络断开(代码: 503)" in details
    assert "com.example.decode" in details
    assert page.locator(".details mark.lit").count() >= 1
    lit = page.locator(".details mark.lit").first
    assert lit.evaluate("(line) => getComputedStyle(line).backgroundColor") != "rgba(0, 0, 0, 0)"


def test_the_object_is_shown_with_its_links(greet):
    page = greet("#step-12")
    graph = page.locator(".graph")
    assert graph.locator(".self b").inner_text() == "MapSink#1"
    assert "AnonymousObserver#1" in graph.inner_text()
    graph.get_by_role("link", name="AnonymousObserver#1").click()
    expect(page.locator(".row.current .number")).not_to_have_text("12")


def test_a_link_leads_to_its_step_though_the_page_writes_its_own_into_the_address(greet):
    page = greet("#step-12")
    page.evaluate("() => { location.hash = '#step-5'; history.replaceState(null, '', '#step-12') }")
    expect(page.locator(".row.current .number")).to_have_text("5")
    expect(page).to_have_url(re.compile("#step-5$"))


def test_a_schedule_and_its_action_on_another_thread_lead_to_each_other(mixed):
    page = mixed()
    page.get_by_label("Search the steps").fill("kind:scheduledAction thread:2")
    expect(page.locator(".found")).not_to_be_empty()
    action = current(page)
    page.keyboard.press("Escape")
    page.locator(".tree").focus()
    page.keyboard.press("c")
    assert current(page) != action
    assert page.locator(".details dt", has_text="Runs as").is_visible()


def test_errors_and_lost_events_are_marked_and_can_be_gone_to(mixed):
    page = mixed()
    page.keyboard.press("e")
    assert "failed" in page.locator(".row.current").get_attribute("class")
    page.get_by_label("Undelivered").check()
    expect(page.locator(".row.lost .mark").first).to_have_text("not delivered: disposed")
    expect(page.locator(".found")).to_have_text(re.compile("^1 of "))
    page.get_by_role("button", name="Show all").first.click()
    page.get_by_label("Error events").check()
    expect(page.locator(".found")).not_to_have_text(re.compile("^1 of "))
    expect(page.locator(".row.failed").nth(1)).to_be_visible()


def test_output_stands_where_it_happened(mixed):
    page = mixed()
    page.get_by_label("Output").check()
    expect(page.locator(".row.printed samp").first).to_be_visible()
    printed = page.locator(".row.printed samp").all_inner_texts()
    assert printed[0].endswith("万物皆序列")
    assert any("and 1 more line" in text for text in printed)


def test_a_search_for_nothing_says_so(greet):
    page = greet()
    page.get_by_label("Search the steps").fill("no such thing")
    expect(page.get_by_text("No step is like that.")).to_be_visible()
    page.locator(".nothing button").click()
    expect(page.get_by_role("treeitem").nth(10)).to_be_attached()


@pytest.mark.parametrize(
    "query, title",
    [
        ("anonymousobserver#1.oncore", "AnonymousObserver#1.onCore"),
        ("kind:forwardOn object:Map*", "MapSink#1.forwardOn"),
        ("event:completed -sink", "AnonymousObserver#1.on"),
        ('value:"hello!"', "MapSink#1.forwardOn"),
        ("source:Map.swift", "MapSink#1 closure"),
        ("step:7-9", "AnonymousObservable#1.run"),
    ],
)
def test_what_a_search_finds_first(greet, query, title):
    page = greet()
    page.get_by_label("Search the steps").fill(query)
    expect(page.locator(".found")).not_to_be_empty()
    expect(page.locator(".details h2")).to_have_text(title)


def test_hostile_text_is_shown_and_never_run(mixed):
    page = mixed()
    page.get_by_label("Search the steps").fill("alert(2)")
    expect(page.locator(".details pre").first).to_contain_text(HOSTILE)
    assert page.locator("img, iframe").count() == 0
    page.get_by_label("Search the steps").fill("kind:forwardOn abc")
    expect(page.locator(".details pre").first).to_contain_text("u{202E}")
    assert "\u202e" not in page.locator("body").inner_text()


def test_every_step_is_there_without_a_script(seen):
    page = seen("greet", java_script_enabled=False)
    items = page.locator("ol li")
    assert items.count() == 27
    assert items.last.is_visible()
    assert "MapSink#1.forwardOn" in page.locator("#step-13").inner_text()
    assert not page.locator(".app").is_visible()


@pytest.mark.parametrize("width", [320, 390, 768, 1280, 1920])
@pytest.mark.parametrize("scripts", [True, False])
def test_the_page_is_never_wider_than_the_screen(seen, width, scripts):
    page = seen("mixed", width=width, java_script_enabled=scripts)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    if scripts:
        page.keyboard.press("e")
        expect(page.locator(".row.current")).to_be_visible()
        assert page.locator(".details h2").is_visible()
        assert page.get_by_role("button", name="Forward").is_visible()


def test_a_low_window_is_scrolled_as_a_whole(mixed):
    page = mixed(width=740, height=360)
    page.get_by_role("button", name="Forward").click()
    assert current(page) == 2


@pytest.mark.parametrize("state", ["start", "error", "output", "help", "narrow"])
def test_nothing_keeps_anyone_out(mixed, state):
    page = mixed(bypass_csp=True, width=390 if state == "narrow" else 1280)
    if state in ("error", "narrow"):
        page.keyboard.press("e")
        expect(page.locator(".row.current.failed")).to_be_visible()
    if state == "output":
        page.get_by_label("Output").check()
        expect(page.locator(".row.printed").first).to_be_visible()
    if state == "help":
        page.keyboard.press("?")
        expect(page.get_by_role("dialog")).to_be_visible()
    assert seen_by_axe.problems(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_in_both_themes(mixed, scheme):
    page = mixed(color_scheme=scheme)
    page.keyboard.press("e")
    expect(page.locator(".row.current.failed")).to_be_visible()
    for selector in (".row .object", ".row .event", ".row .value", ".row .where", ".current .event", "mark.lit span", "dt", "h1"):
        for contrast in contrasts(page, selector, 6):
            assert contrast >= 4.5, selector


def test_the_theme_is_there_from_the_first_paint(seen):
    page = seen("greet", color_scheme="dark", java_script_enabled=False)
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(22, 25, 29)"


def test_focus_can_be_seen(greet):
    page = greet()
    for _ in range(12):
        page.keyboard.press("Tab")
        style = page.evaluate(
            """() => {
              const element = document.activeElement, row = document.querySelector('.row.current')
              const shown = element.matches('.tree') ? getComputedStyle(row).boxShadow : getComputedStyle(element).outlineStyle
              return [element.className || element.id, shown]
            }"""
        )
        assert style[1] != "none", style[0]


def test_a_screen_reader_hears_the_steps(greet):
    page = greet()
    page.keyboard.press("j")
    expect(page.get_by_role("status").and_(page.locator(".unseen"))).to_have_text("Step 2: Map#1.subscribe")
    page.locator(".tree").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".row.current .number")).to_have_text("3")
    active = page.locator(".tree").get_attribute("aria-activedescendant")
    assert "CurrentThreadScheduler#1.schedule" in page.locator(f"#{active}").inner_text()


def test_what_is_printed_has_the_steps(greet):
    page = greet("#step-12")
    page.emulate_media(media="print")
    expect(page.locator(".print li")).to_have_count(27)
    assert page.locator(".print li").last.is_visible()
    assert not page.locator(".stepper").is_visible()
    assert page.locator(".details h2").is_visible()


def test_a_strict_policy_holds(greet):
    page = greet()
    policy = page.locator("meta[http-equiv='Content-Security-Policy']").get_attribute("content")
    assert "unsafe" not in policy and "default-src 'none'" in policy
    page.evaluate("document.body.append(Object.assign(document.createElement('p'), { onclick: null }))")
    assert page.locator("[onclick], [style*=url]").count() == 0


def test_colours_are_those_of_the_site():
    def colours(path):
        text = (ROOT / path).read_text(encoding="utf-8").split("/* Ground")[0]
        # The site says both colours at once, the page first all light ones and then all dark ones.
        both = re.findall(r"(--[a-z-]+): light-dark\((#\w+), (#\w+)\);", text)
        fonts = re.findall(r"(--(?:prose|ui|mono)): ([^;]+);", text)
        plain = re.findall(r"(--[a-z-]+): (#[^;]+);", text)
        return fonts, [(name, light) for name, light, _ in both] + [(name, dark) for name, _, dark in both] + plain

    assert colours("site/styles/site.css") == colours("Sources/TraceViews/Page/Assets/tokens.css")


@pytest.fixture
def processor_time():
    """How many seconds the page's main thread has worked since this was asked for the first time."""
    sessions = {}

    def processor_time(page):
        if page not in sessions:
            sessions[page] = page.context.new_cdp_session(page)
            sessions[page].send("Performance.enable", {"timeDomain": "threadTicks"})
        metrics = sessions[page].send("Performance.getMetrics")["metrics"]
        return next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration")

    return processor_time


def test_a_hundred_thousand_steps_open_at_once_and_stay_quick(make_page, open_page, processor_time):
    path = make_page("large", LARGE)
    assert path.stat().st_size < 30 * 100_000
    # From one file to another, the browser keeps the process that the page's work is counted in.
    page = open_page(make_page("greet", GREET))
    before = processor_time(page)
    page.goto(path.as_uri())
    settle(page)
    loading = processor_time(page) - before
    assert steps(page) > 100_000
    # The page's own work in seconds of the processor, which other programs do not lengthen as they do the time that passes.
    assert loading < 1
    actions = {
        "jump": "location.hash = '#step-90000'",
        "unfold": "document.querySelector('[data-do=expand]').click()",
        "end": "document.querySelector('[data-do=last]').click()",
        "scroll": "document.querySelector('.tree').scrollTop = 1e6",
    }
    for name, action in actions.items():
        before = processor_time(page)
        page.evaluate(f"() => {{ {action} }}")
        settle(page)
        assert processor_time(page) - before < 0.25, name
    assert page.locator(".row").count() < 120
    page.get_by_label("Search the steps").fill("onCore value:12345")
    expect(page.locator(".found")).to_contain_text("1 of ")
