/* Keeps in this browser which pages were read to the end, and where the reader was last. The list of the path shows both, and
   how many questions and tasks of each page are done. */
(() => {
  const page = document.querySelector('body.page')
  const root = new URL(document.getElementById('search')?.dataset.root || '.', location.href).href
  if (!page || document.documentElement.classList.contains('embedded')) return

  const key = `headwater-place ${root}`
  const load = () => { try { return JSON.parse(localStorage.getItem(key) ?? '{}') } catch { return {} } }
  const store = (change) => {
    // Another page may have written since this one was loaded.
    try { localStorage.setItem(key, JSON.stringify({ ...load(), ...change })) } catch { /* nothing is kept then */ }
  }
  /** A page as seen from the root of the site, without the place in it. */
  const pathOf = (address) => new URL(address, location.href).href.replace(/[?#].*$/, '').slice(root.length).replace(/(^|\/)$/, '$1index.html')
  const here = pathOf(location.href)
  const section = document.querySelector('.breadcrumbs li:nth-child(2) a')
  const lists = [...document.querySelectorAll('.path[data-read]')]

  // MARK: Keeping

  const end = document.querySelector('.neighbours')
  if (end && section && lists.length === 0) {
    new IntersectionObserver(([entry], observer) => {
      if (!entry.isIntersecting) return
      store({ read: [...new Set([...load().read ?? [], here])] })
      observer.disconnect()
    }).observe(end)
  }

  function keepPlace() {
    if (!section || lists.length > 0) return
    const link = document.querySelector('.contents a[aria-current]')
    const title = [document.querySelector('h1').textContent, link?.textContent].filter(Boolean).join(' › ')
    store({ last: { section: pathOf(section.href), address: here + (link?.hash ?? ''), title } })
  }
  document.addEventListener('visibilitychange', () => { if (document.visibilityState === 'hidden') keepPlace() })
  addEventListener('pagehide', keepPlace)

  // MARK: Showing

  function show() {
    const { read = [], last } = load()
    for (const list of lists) {
      for (const link of list.querySelectorAll('li > a:not(.is-read)')) {
        if (!read.includes(pathOf(link.href))) continue
        link.classList.add('is-read')
        link.closest('li').classList.add('is-read')
        const word = document.createElement('span')
        word.className = 'visually-hidden'
        word.textContent = ` (${list.dataset.read})`
        link.append(word)
      }
    }
    for (const link of document.querySelectorAll('.path[data-read] li > a')) {
      link.parentElement.querySelector('.path-score')?.remove()
      let score
      try { score = localStorage.getItem(`headwater-score ${new URL(link.href).pathname}`) } catch { /* none is kept */ }
      if (!/^\d+\/\d+$/.test(score ?? '')) continue
      const shown = document.createElement('span')
      shown.className = 'path-score'
      shown.textContent = `✓ ${score}`
      link.after(' ', shown)
    }
    const list = lists[0]
    if (!list || !last || last.section !== here || typeof last.title !== 'string') return
    const link = document.createElement('a')
    link.href = root + last.address
    link.textContent = list.dataset.continue.replace('%', () => last.title)
    const line = document.createElement('p')
    line.className = 'path-continue'
    line.append(link)
    document.querySelector('.path-continue')?.remove()
    list.before(line)
  }
  show()
  // The page that a reader comes back to may have been kept as it was.
  addEventListener('pageshow', (event) => { if (event.persisted) show() })
})()
