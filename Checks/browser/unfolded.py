"""Counts the words that the pages of the main path show unfolded: `python Checks/browser/unfolded.py`, after a build.

A stepper shows one step at a time; its list of calls, the listing and the note of that step count. What is folded does not.
The last column is the time that it takes to work through a page, by the rule that the page which lists the path states.
"""

import re

from conftest import SITE, found_chromium, settle

# The columns of the table.
KINDS = ["prose", "notes", "figures", "code"]

COUNT = """() => {
  const counts = {prose: 0, notes: 0, figures: 0, code: 0}
  const isWord = /[\\p{L}\\p{N}]/u
  const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const element = text.parentElement
    if (element.closest('nav, aside, footer, script, style, template') || !element.checkVisibility()) continue
    if (element.closest('details:not([open])') && !element.closest('summary')) continue
    const kind = element.closest('pre, samp') ? 'code'
      : element.closest('.step-note') ? 'notes'
      : element.closest('figure, svg, section.chain') ? 'figures' : 'prose'
    counts[kind] += text.data.split(/\\s+/).filter((word) => isWord.test(word)).length
  }
  return counts
}"""

# What a reader of the path does on a page. A step has its own time, so a stepper's words count only as steps. What follows
# the heading of the further exercises is not of the path.
WORK = """() => {
  const more = document.getElementById('more-exercises')
  const isOfPath = (element) =>
    element !== more && !(more && more.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING)
  const isOpen = (element) => isOfPath(element) && element.checkVisibility() && !element.closest('details:not([open])')
  const isSkipped = (element) => element.closest('nav, aside, footer, script, style, template, section.chain')
  const work = {text: 0, code: 0, steps: 0, questions: 0, answers: 0, tasks: 0}
  const isWord = /[\\p{L}\\p{N}]/u
  const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const element = text.parentElement
    if (isSkipped(element) || !(isOpen(element) || element.closest('summary') && isOfPath(element))) continue
    const kind = element.closest('pre') && !element.closest('.output, .run-output') ? 'code' : 'text'
    work[kind] += text.data.split(/\\s+/).filter((word) => isWord.test(word)).length
  }
  const isDone = (found) => isOfPath(found) && isOpen(found.parentElement)
  const number = (selector) => [...document.querySelectorAll(selector)].filter(isDone).length
  work.steps = number('section.chain li.step')
  work.questions = number('.predict')
  work.tasks = number('.task')
  work.answers = number('details.answer') - number('.task details.answer') - number('.predict details.answer')
  return work
}"""


def minutes(page):
    """How long it takes to work through an open page of the path, after `counts`."""
    work = page.evaluate(WORK)
    reading = work["text"] / 200 + work["code"] / 100 + work["steps"] / 4
    return reading + work["questions"] + 2 * work["answers"] + 4 * work["tasks"]


def counts(page):
    """Of an open page, the words of each kind. A stepper draws the listing of its step when it comes into view."""
    for chain in page.locator("section.chain:visible").all():
        chain.scroll_into_view_if_needed()
        settle(page)
    return page.evaluate(COUNT)


def main_path():
    """The pages of the path in their order, as the page that lists them links to them."""
    learn = SITE / "learn" / "index.html"
    (path,) = re.findall('<ol class="path"[^>]*>(.*?)</ol>', learn.read_text(encoding="utf-8"), re.DOTALL)
    return [(learn.parent / link).resolve() for link in re.findall('<a href="([^"#]+)"', path)]


def print_table():
    from playwright.sync_api import sync_playwright

    print("| page | " + " | ".join(KINDS) + " | all | KB | min |\n| --- |" + " --- |" * (len(KINDS) + 3))
    sums = dict.fromkeys(KINDS, 0)
    time = 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found_chromium(), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        for path in main_path():
            page.goto(path.as_uri())
            settle(page)
            words = counts(page)
            sums = {kind: sums[kind] + words[kind] for kind in KINDS}
            time += minutes(page)
            print(row(path.relative_to(SITE.resolve()), words, path.stat().st_size // 1024, minutes(page)))
        browser.close()
    print(row("all", sums, "", time))


def row(name, words, size, time):
    columns = [name, *(words[kind] for kind in KINDS), sum(words.values()), size, round(time)]
    return "| " + " | ".join(str(column) for column in columns) + " |"


if __name__ == "__main__":
    print_table()
