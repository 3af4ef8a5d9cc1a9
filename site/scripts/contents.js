/* Marks the section in view in the table of contents. */
(() => {
  // On a narrow screen the list stands above the text, and an open list would hide the text.
  for (const nav of document.querySelectorAll('.contents')) {
    if (matchMedia('(max-width: 67.99rem)').matches) nav.querySelector('details').open = false
    nav.classList.add('is-ready')
  }

  const links = new Map()
  for (const link of document.querySelectorAll('.contents a[href^="#"]')) {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)))
    if (heading) links.set(heading, link)
  }
  if (links.size === 0) return
  const headings = [...links.keys()]
  let current = null

  // The last heading above a line near the top of the window: the reader is at that line.
  const update = () => {
    const line = Math.min(innerHeight / 4, 120)
    let found = null
    for (const heading of headings) {
      if (heading.getBoundingClientRect().top > line) break
      found = heading
    }
    if (found === current) return
    links.get(current)?.removeAttribute('aria-current')
    const link = links.get(found)
    link?.setAttribute('aria-current', 'location')
    // The list has its own scroll bar if it is longer than the window.
    const list = link?.closest('.contents')
    if (list && list.scrollHeight > list.clientHeight) {
      const middle = link.offsetTop - list.clientHeight / 2
      list.scrollTop = middle
    }
    current = found
  }

  let isWaiting = false
  addEventListener('scroll', () => {
    if (isWaiting) return
    isWaiting = true
    requestAnimationFrame(() => {
      isWaiting = false
      update()
    })
  }, { passive: true })
  addEventListener('resize', update)
  update()
})()
