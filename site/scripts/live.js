// Only in previews: asks the server for the next build, loads the page anew, and says what is wrong with the site.
(() => {
  'use strict'
  const root = document.documentElement
  let version

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

  async function wait() {
    try {
      const answer = await fetch(`/_live?after=${version ?? -1}`, { cache: 'no-store' })
      const status = await answer.json()
      if (version !== undefined && status.version !== version) {
        location.reload()
        return
      }
      version = status.version
      show(status.problems, true)
    } catch {
      // The server was stopped, or starts anew.
      show(['the preview server does not answer'], false)
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
    wait()
  }

  document.body.append(panel)
  root.classList.add('preview')
  if (location.protocol.startsWith('http')) wait()
})()
