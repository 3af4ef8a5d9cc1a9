"""What readers ask the search of these pages, in both languages, and the page that must be among the first three answers."""

import pytest
from conftest import SITE, wait_until

# A question, and the page that answers it, without its language.
ENGLISH = [
    ("memory leak", "beyond/leak"),
    ("leak", "beyond/leak"),
    ("retain cycle", "beyond/leak"),
    ("weak self", "beyond/leak"),
    ("why called twice", "beyond/share"),
    ("called twice", "beyond/share"),
    ("hot and cold", "subjects/index"),
    ("hot observable", "subjects/index"),
    ("late subscriber", "subjects/index"),
    ("driver and signal", "subjects/index"),
    ("refCount", "atlas/ref-count"),
    ("backpressure", "backpressure/index"),
    ("main thread", "threads/index"),
    ("background thread", "threads/index"),
    ("scheduler", "threads/index"),
    ("event grammar", "core-flow/grammar"),
    ("onNext after onCompleted", "core-flow/grammar"),
    ("unhandled error", "core-flow/errors"),
    ("defaultErrorHandler", "core-flow/errors"),
    ("trampoline", "core-flow/machinery"),
    ("Resources.total", "beyond/disposal"),
    ("run loop", "threads/app"),
    ("quality of service", "threads/app"),
    ("unsubscribe", "beyond/disposal"),
    ("DisposeBag", "beyond/disposal"),
    ("cancel", "beyond/disposal"),
    ("observeOn", "atlas/observe-on"),
    ("observe(on:)", "atlas/observe-on"),
    ("subscribeOn", "atlas/subscribe-on"),
    ("catchError", "atlas/catch"),
    ("catchErrorJustReturn", "atlas/catch-and-return"),
    ("share replay", "atlas/share-replay"),
    ("shareReplay", "atlas/share-replay"),
    ("share", "atlas/share"),
    ("throttle", "atlas/throttle"),
    ("debounce", "atlas/debounce"),
    ("map", "atlas/map"),
    ("flatMapLatest", "atlas/flat-map-latest"),
    ("switchMap", "atlas/flat-map-latest"),
    ("withLatestFrom", "atlas/with-latest-from"),
    ("combineLatest", "atlas/combine-latest"),
    ("zip", "atlas/zip"),
    ("retry", "atlas/retry"),
    ("exponential backoff", "atlas/retry-when"),
    ("timeout", "atlas/timeout"),
    ("removeDuplicates", "atlas/distinct-until-changed"),
    ("error handling", "atlas/catch"),
    ("reentrancy anomaly", "beyond/overlap"),
    ("race condition", "beyond/overlap"),
    ("flight recorder", "reference/recording"),
    ("unit test", "reference/recording"),
    ("HEADWATER_TRACE", "reference/command-line"),
    ("migrate", "reference/moving-from-rxswift"),
    ("performance", "beyond/speed"),
    ("file format", "reference/trace-format"),
    ("tutorial", "tour/index"),
    ("closure throws", "one-input/index"),
    ("nested observables", "flat-map/index"),
    ("error inside flatMap", "flat-map/index"),
    ("view model", "sign-up/index"),
    ("stack trace", "rxswift/index"),
    ("PassthroughSubject", "atlas/publish-subject"),
    ("CurrentValueSubject", "atlas/behavior-subject"),
    ("BehaviorRelay", "atlas/behavior-relay"),
    ("names in RxJS", "atlas/names"),
    ("for await", "async/index"),
    ("Swift concurrency", "async/index"),
    ("from Combine", "combine/index"),
    ("test scheduler", "testing/index"),
    ("common bugs", "gallery/index"),
]
CHINESE = [
    ("RxSwift核心流程简介", "articles/core-flow"),
    ("三部曲", "articles/core-flow"),
    ("闭包C", "articles/core-flow"),
    ("源码文章", "articles/index"),
    ("套路三步", "articles/operators"),
    ("sampleWithFrom", "articles/operators"),
    ("深入解析Using", "articles/using"),
    ("Sink 和 Queue Scheduler", "articles/threads"),
    ("Observable的实现原理", "articles/observable"),
    ("视图模型的状态", "atlas/behavior-relay"),
    ("节流", "atlas/throttle"),
    ("防抖", "atlas/debounce"),
    ("内存泄漏", "beyond/leak"),
    ("循环引用", "beyond/leak"),
    ("事件语法", "core-flow/grammar"),
    ("未处理的错误", "core-flow/errors"),
    ("蹦床", "core-flow/machinery"),
    ("取消订阅", "beyond/disposal"),
    ("怎么取消订阅", "beyond/disposal"),
    ("释放", "beyond/disposal"),
    ("共享", "beyond/share"),
    ("调用两次", "beyond/share"),
    ("冷热信号", "subjects/index"),
    ("新订阅者", "subjects/index"),
    ("背压", "backpressure/index"),
    ("主线程", "threads/index"),
    ("切换线程", "threads/index"),
    ("调度器", "threads/index"),
    ("主队列", "threads/app"),
    ("重试", "atlas/retry"),
    ("去重", "atlas/distinct-until-changed"),
    ("错误处理", "atlas/catch"),
    ("采样", "atlas/sample"),
    ("缓存最新值", "atlas/share-replay"),
    ("数据竞争", "beyond/overlap"),
    ("入门教程", "tour/index"),
    ("单元测试", "reference/recording"),
    ("observeOn", "atlas/observe-on"),
    ("throttle", "atlas/throttle"),
    ("命令行选项", "reference/command-line"),
    ("闭包抛出错误", "one-input/index"),
    ("嵌套序列", "flat-map/index"),
    ("视图模型", "sign-up/index"),
    ("源码阅读", "rxswift/index"),
    ("任务取消", "async/index"),
    ("从Combine迁移", "combine/index"),
    ("常见错误", "gallery/index"),
    # The words of the Chinese documentation of RxSwift.
    ("清除包", "beyond/disposal"),
    ("可被清除的资源", "beyond/disposal"),
    ("可监听序列", "core-flow/index"),
]


def answers(page, question):
    """The addresses of the first three results, and what stands below their titles."""
    if not page.locator("dialog.search-dialog[open]").count():
        page.locator("button.search-open").click()
    page.get_by_role("combobox").fill(question)
    wait_until(page, "!/Loading|载入/.test(document.querySelector('.search-status').textContent)")
    return page.evaluate(
        """[...document.querySelectorAll('.search-result')].slice(0, 3).map((result) => result.getAttribute('href'))"""
    )


def test_the_table_has_fifty_questions():
    assert len(set(ENGLISH + CHINESE)) >= 50


@pytest.mark.parametrize("question, wanted", ENGLISH)
def test_an_english_question(look_at, question, wanted):
    found = answers(look_at(SITE / "index.html"), question)
    assert f"{wanted}.html" in [address.partition("#")[0] for address in found], found


@pytest.mark.parametrize("question, wanted", CHINESE)
def test_a_chinese_question(look_at, question, wanted):
    found = answers(look_at(SITE / "index.zh-Hans.html"), question)
    assert f"{wanted}.zh-Hans.html" in [address.partition("#")[0] for address in found], found


@pytest.mark.parametrize(
    "name, question, word", [("index.html", "weak self", "weak"), ("index.zh-Hans.html", "主线程", "主线程")]
)
def test_a_result_shows_the_words_in_their_sentence(look_at, name, question, word):
    page = look_at(SITE / name)
    answers(page, question)
    marks = ".search-result .search-detail mark"
    wait_until(page, f"[...document.querySelectorAll('{marks}')].some((mark) => mark.textContent.includes('{word[:2]}'))")
    details = page.locator(".search-result:has(.search-kind.page, .search-kind.text) .search-detail").all_inner_texts()
    assert any(word in detail and len(detail) > 40 for detail in details), details


def test_a_symbol_leads_to_the_source_in_the_readers_language(look_at):
    page = look_at(SITE / "index.zh-Hans.html")
    found = answers(page, "Sink.forwardOn(next:)")
    assert found[0].partition("#")[0] == "source/Rx/Observables/Base/Sink.zh-Hans.html"
