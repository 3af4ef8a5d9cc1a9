// Only in previews: asks the server for the next build, reloads the page, and shows the problems of the site.
(() => {
  'use strict'
  const root = document.documentElement

  /** The build that the server answered this page from; undefined if the browser does not say. */
  let version = pageVersion()
  /** Whether the problems of that build were shown. */
  let isAsked = false

  function pageVersion() {
    const [page] = performance.getEntriesByType('navigation')
    const build = page?.serverTiming?.find((entry) => entry.name === 'build')
    return build && Number(build.description)
  }

  const panel = document.createElement('aside')
  panel.className = 'live'
  panel.setAttribute('role', 'status')
  panel.hidden = true

  function show(problems, isError) {
    panel.hidden = problems.length === 0
    panel.classList.toggle('error', isError)
    panel.replaceChildren(...problems.map((text) => {
      const line = document.createElement('pre')
      line.textContent = text
      return line
    }))
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
      const answer = await fetch(`/_live?after=${isAsked ? version : -1}`, { cache: 'no-store', signal: waiting.signal })
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
        isAsked = true
        show(next.problems, true)
      } catch {
        // The server was stopped, is restarting, or has too many readers.
        show(['the preview server does not answer'], false)
        await new Promise((resolve) => setTimeout(resolve, 500))
      }
    }
  }

  document.body.append(panel)
  root.classList.add('preview')
  if (location.protocol.startsWith('http')) wait()
})()
