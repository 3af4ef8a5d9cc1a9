"""Asks axe about a page in such a way that pages of ten thousand elements, which are of a few kinds, take seconds."""

from axe_playwright_python.sync_playwright import Axe
from conftest import settle

# Preloading would fetch style sheets by a way that file: pages do not allow. Without `resultTypes`, axe would work out the
# place of each element that is right, which takes longer on a large page than the checks themselves.
OPTIONS = {"preload": False, "resultTypes": ["violations"]}

# The rules that look at colours. They find out what lies behind each element, which makes them the slowest by far.
COLOUR_RULES = ["color-contrast", "link-in-text-block"]

# One element with text of each kind, and one link: if the names of two elements and of their parents, their colours,
# sizes and lines, and all grounds behind them are the same, then so are their contrasts.
SAMPLE = """() => {
  const grounds = new Map()
  const ground = (element) => {
    if (!element) return ''
    if (!grounds.has(element)) {
      const style = getComputedStyle(element)
      const own = [style.backgroundColor, style.backgroundImage, style.opacity, style.visibility, style.position]
      grounds.set(element, [...new Set([own.join(' '), ...ground(element.parentElement).split('|')])].join('|'))
    }
    return grounds.get(element)
  }
  const name = (element) => `${element.localName} ${element.getAttribute('class')}`
  const look = (element) => {
    const style = getComputedStyle(element)
    return [
      name(element), name(element.parentElement), style.color, style.fontSize, style.fontWeight, style.textDecorationLine,
      style.borderBottomStyle, element.checkVisibility(), ground(element),
    ].join()
  }
  const block = (element) => {
    let parent = element.parentElement
    while (parent.parentElement && getComputedStyle(parent).display.startsWith('inline')) parent = parent.parentElement
    return parent
  }
  const letters = (elements) => elements.reduce((sum, element) => sum + element.textContent.replace(/\\s/g, '').length, 0)
  const around = new Map()
  const surroundings = (parent) => {
    if (!around.has(parent)) {
      const isText = letters([parent]) > letters([...parent.querySelectorAll('a')])
      around.set(parent, `${look(parent)} ${isText}`)
    }
    return around.get(parent)
  }
  const kinds = new Map()
  const add = (kind, element) => { if (!kinds.has(kind)) kinds.set(kind, element) }
  for (const element of document.body.querySelectorAll('*')) {
    if ([...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim())) add(look(element), element)
    if (element.localName === 'a') add(`link ${look(element)} in ${surroundings(block(element))}`, element)
  }
  return kinds
}"""

# Kinds in which axe found nothing, on whatever page: pages share their style sheets, and with them most kinds.
sound = set()


def problems(page):
    """Everything that is wrong with a page as it is now, its colours in both themes."""
    return all_but_colours(page) + pale(page, "light") + pale(page, "dark")


def ask(page, arguments, function):
    """Evaluates a function that calls axe."""
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(Axe().axe_script)
    return page.evaluate(function, arguments)


def all_but_colours(page):
    """The names and elements of the rules that do not depend on the theme and that the page breaks."""
    options = OPTIONS | {"rules": {rule: {"enabled": False} for rule in COLOUR_RULES}}
    return told(ask(page, options, "(options) => axe.run(options)"))


def pale(page, scheme):
    """The elements that stand out too little in a theme, one of each kind."""
    page.emulate_media(color_scheme=scheme)
    settle(page)
    sample = page.evaluate_handle(SAMPLE)
    kinds = sample.evaluate("(sample) => [...sample.keys()]")
    fresh = [kind for kind in kinds if kind not in sound]
    if not fresh:
        return []
    results = ask(
        page,
        [sample, fresh, OPTIONS | {"runOnly": COLOUR_RULES}],
        "([sample, fresh, options]) => axe.run({ include: fresh.map((kind) => sample.get(kind)) }, options)",
    )
    found = told(results)
    if not found:
        sound.update(fresh)
    return found


def told(results):
    return [f"{rule['id']}: {node['html']}" for rule in results["violations"] for node in rule["nodes"]]
