/* Marks the section in view in the table of contents, keeps both lists at the side in sight of the reader, and opens the menu
   of a narrow screen. */
(() => {
  // Where a list stands above the text, it would hide the text if it were open.
  for (const [name, width] of [['.tree', '67.99rem'], ['.contents', '83.99rem']]) {
    const list = document.querySelector(name)
    if (!list) continue
    const narrow = matchMedia(`(max-width: ${width})`)
    const details = list.querySelector('details')
    if (narrow.matches) details.open = false
    list.classList.add('is-ready')
    // A list that was closed there has no button to open it on a wide one.
    narrow.addEventListener('change', () => { details.open = !narrow.matches })
  }

  // Only a narrow screen shows this button.
  const menu = document.querySelector('.menu')
  if (menu) {
    menu.hidden = false
    menu.addEventListener('click', () => {
      menu.setAttribute('aria-expanded', String(menu.getAttribute('aria-expanded') === 'false'))
    })
  }

  /** Scrolls the nearest list with a scroll bar of its own, never the page. */
  const show = (entry) => {
    let box = entry.parentElement
    while (box && !(box.scrollHeight > box.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(box).overflowY))) {
      box = box.parentElement
    }
    if (!box || box === document.body || box === document.documentElement) return
    const at = entry.getBoundingClientRect(), around = box.getBoundingClientRect()
    if (at.top >= around.top + 24 && at.bottom <= around.bottom - 24) return
    box.scrollTop += at.top - around.top - (box.clientHeight - at.height) / 2
  }

  const page = document.querySelector('.tree [aria-current]')
  if (page) show(page)

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
    current = found
    if (link) show(link)
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
