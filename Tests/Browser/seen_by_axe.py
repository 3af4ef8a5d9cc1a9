"""What axe says of a page, asked so that pages of ten thousand elements, which are made of a few kinds, take seconds."""

from axe_playwright_python.sync_playwright import Axe

# Preloading would fetch style sheets by a way that file: pages do not allow. Of all that is right, axe would say where each
# element is, which on a large page takes longer than looking at it.
OPTIONS = {"preload": False, "resultTypes": ["violations"]}

# One element with text of each kind: where the names of elements and of their parents, their colours and sizes, and all
# grounds behind them are the same, so is the contrast.
SAMPLE = """() => {
  const known = new Map()
  const ground = (element) => {
    if (!element) return ''
    if (!known.has(element)) {
      const style = getComputedStyle(element)
      const own = [style.backgroundColor, style.backgroundImage, style.opacity, style.visibility, style.position]
      known.set(element, [...new Set([own.join(' '), ...ground(element.parentElement).split('|')])].join('|'))
    }
    return known.get(element)
  }
  const name = (element) => `${element.localName} ${element.getAttribute('class')}`
  const kinds = new Map()
  for (const element of document.body.querySelectorAll('*')) {
    if (![...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim())) continue
    const style = getComputedStyle(element)
    const kind = [
      name(element), name(element.parentElement), style.color, style.fontSize, style.fontWeight,
      element.checkVisibility(), ground(element),
    ].join()
    if (!kinds.has(kind)) kinds.set(kind, element)
  }
  return [...kinds.values()]
}"""


def problems(page):
    """What is wrong with a page as it is now, its contrast in both themes."""
    return all_but_contrast(page) + pale(page, "light") + pale(page, "dark")


def all_but_contrast(page):
    """What does not depend on the theme, as reports."""
    results = Axe().run(page, options=OPTIONS | {"rules": {"color-contrast": {"enabled": False}}})
    return [results.generate_report()] if results.violations_count else []


def pale(page, scheme):
    """The HTML of elements that stand out too little in a theme, one of each kind."""
    page.emulate_media(color_scheme=scheme)
    page.evaluate(Axe().axe_script)
    results = page.evaluate(
        f"(options) => axe.run({{ include: ({SAMPLE})() }}, options)", OPTIONS | {"runOnly": ["color-contrast"]}
    )
    return [node["html"] for violation in results["violations"] for node in violation["nodes"]]
