// Only in previews: asks the server for the next build, reloads the page, and shows the problems of the site.
(() => {
  'use strict'
  const root = document.documentElement

  /** The build that the server answered this page from; undefined if the browser does not say. */
  let version = pageVersion()
  /** Whether the problems of that build were shown. */
  let isAsked = false
  /** What the server told last. */
  let news = -1

  function pageVersion() {
    const [page] = performance.getEntriesByType('navigation')
    const build = page?.serverTiming?.find((entry) => entry.name === 'build')
    return build && Number(build.description)
  }

  const words = document.currentScript.dataset
  /** The page's path in the site, as the server names it. */
  const path = decodeURIComponent(location.pathname).replace(/^\//, '').replace(/(^|\/)$/, '$1index.html')

  const panel = document.createElement('div')
  panel.className = 'live'
  panel.setAttribute('role', 'status')
  panel.hidden = true

  const sign = document.createElement('p')
  // Nobody wants to hear it read aloud again and again.
  sign.setAttribute('aria-live', 'off')

  /** This page's problems, which are told in full, and a line about those of other files. */
  function show({ problems, problemsOfPages }) {
    const here = problemsOfPages[path] ?? []
    const elsewhere = problems.filter((text) => !here.includes(text))
    const files = new Set(elsewhere.map((text) => text.replace(/:\d+:\d+: .*/s, '')))
    const count = words.elsewhere.replace('{problems}', elsewhere.length).replace('{files}', files.size)
    const lists = [list('here', words.here.replace('%', here.length), here, true), list('elsewhere', count, elsewhere, false)]
    tell(sign, ...lists)
    panel.classList.toggle('error', problems.length > 0)
  }

  /** Says how far the build is. The lists stay what they are, because the reader may be in one of them. */
  function tellProgress({ building }) {
    const { made, total } = building ?? {}
    sign.hidden = !building
    sign.textContent = total ? words.made.replace('{made}', made).replace('{total}', total) : words.building
    panel.hidden = [...panel.children].every((part) => part.hidden)
  }

  function tell(...parts) {
    const shown = parts.filter(Boolean)
    panel.hidden = shown.length === 0
    panel.classList.remove('error')
    panel.replaceChildren(...shown)
  }

  /** A list that folds, and stays as the reader left it. */
  function list(name, title, problems, isOpen) {
    if (problems.length === 0) return undefined
    const made = (tag, ...children) => {
      const element = document.createElement(tag)
      element.append(...children)
      return element
    }
    const summary = made('summary', title)
    const details = made('details', summary, ...problems.map((text) => made('pre', text)))
    details.open = choices.read(name) ?? isOpen
    // The event `toggle` comes later, and the reader may have left for another page by then.
    summary.addEventListener('click', () => choices.write(name, !details.open))
    return details
  }

  const choices = {
    key: (name) => `headwater-problems ${name}`,
    read(name) { try { return JSON.parse(localStorage.getItem(this.key(name))) ?? undefined } catch { return undefined } },
    write(name, isOpen) { try { localStorage.setItem(this.key(name), isOpen) } catch { /* forgotten with the page then */ } },
  }

  /** Waits until the page is visible: a browser has few connections to one server, and waiting pages would take them all. */
  async function visible() {
    while (document.hidden) {
      await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }))
    }
  }

  /** The next build; undefined if the page was hidden while it waited. */
  async function status() {
    const waiting = new AbortController()
    const stop = () => { if (document.hidden) waiting.abort() }
    document.addEventListener('visibilitychange', stop)
    try {
      const answer = await fetch(`/_live?after=${isAsked ? version : -1}&news=${news}`, { cache: 'no-store', signal: waiting.signal })
      return await answer.json()
    } catch (error) {
      if (waiting.signal.aborted) return undefined
      throw error
    } finally {
      document.removeEventListener('visibilitychange', stop)
    }
  }

  async function wait() {
    for (;;) {
      await visible()
      try {
        const next = await status()
        if (!next) continue
        if (version !== undefined && next.version !== version) {
          location.reload()
          return
        }
        version = next.version
        news = next.news
        if (!isAsked) show(next)
        isAsked = true
        tellProgress(next)
      } catch {
        // The server was stopped, is restarting, or has too many readers.
        tell(Object.assign(document.createElement('p'), { textContent: words.silent }))
        isAsked = false
        await new Promise((resolve) => setTimeout(resolve, 500))
      }
    }
  }

  document.body.append(panel)
  root.classList.add('preview')
  if (location.protocol.startsWith('http')) wait()
})()
