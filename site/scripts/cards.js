/* A card over a symbol of an excerpt: its declaration and what its comment says. It comes with the pointer or the focus,
   stays while either is on the symbol or on the card, and goes with Escape (WCAG 2.1, 1.4.13). The cards of a source file's
   declarations lie in a script beside the file's page, which is loaded for the first of them; without scripts the symbol
   is only a link. */
(() => {
  const card = document.createElement('div')
  card.className = 'card-shown'
  card.id = 'card-shown'
  card.hidden = true
  // The link already has the card's text as its description.
  card.setAttribute('aria-hidden', 'true')
  document.body.append(card)

  let link = null, opening = null, closing = null

  // MARK: Content

  const files = new Map()
  let arrived = null
  window.headwaterCards = (cards) => { arrived = cards }

  /** Comments have one language, and so the script stands beside the page of the site's main language. */
  const cardsBeside = (address) => {
    const page = address.replace(/\.html$/, ''), mark = '.' + document.documentElement.lang
    return (page.endsWith(mark) ? page.slice(0, -mark.length) : page) + '.cards.js'
  }

  /** The cards of the source file that a link leads to, by line and name; none if their script cannot be loaded. */
  const cards = (address) => {
    if (!files.has(address)) {
      files.set(address, new Promise((done) => {
        const script = document.createElement('script')
        script.src = cardsBeside(address)
        // It has run right before.
        script.onload = () => { done(arrived ?? {}); arrived = null }
        script.onerror = () => done({})
        document.head.append(script)
      }))
    }
    return files.get(address)
  }

  const content = async (target) => {
    const described = document.getElementById(target.getAttribute('aria-describedby'))
    if (described && described !== card) return [...described.childNodes].map((node) => node.cloneNode(true))
    const line = target.hash.slice(2)
    const found = await cards(target.href.replace(/#.*/, ''))
    const key = `${line} ${target.textContent}`
    const html = found[key] ?? found[Object.keys(found).find((other) => other.startsWith(line + ' '))]
    if (!html) return null
    const holder = document.createElement('template')
    holder.innerHTML = html
    return [...holder.content.childNodes]
  }

  const place = () => {
    const at = link.getBoundingClientRect(), size = card.getBoundingClientRect()
    const left = Math.max(8, Math.min(at.left, document.documentElement.clientWidth - size.width - 8))
    const isRoomBelow = at.bottom + size.height + 12 < innerHeight
    const top = isRoomBelow || at.top < size.height + 12 ? at.bottom + 6 : at.top - size.height - 6
    const isFixed = screenful() !== null
    card.style.left = `${left + (isFixed ? 0 : scrollX)}px`
    card.style.top = `${top + (isFixed ? 0 : scrollY)}px`
  }

  /** The element that fills the screen: nothing outside of it is painted, or can be pointed at. */
  const screenful = () => document.fullscreenElement ?? document.querySelector('.is-slides')

  let wanted = null

  const show = async (target) => {
    wanted = target
    const parts = await content(target)
    // By the time that the script is there, the reader may point at something else.
    if (!parts || wanted !== target || !target.isConnected) return
    if (link?.getAttribute('aria-describedby') === card.id) link.removeAttribute('aria-describedby')
    link = target
    if (!target.hasAttribute('aria-describedby')) target.setAttribute('aria-describedby', card.id)
    const home = screenful() ?? document.body
    if (card.parentElement !== home) home.append(card)
    card.style.position = screenful() ? 'fixed' : 'absolute'
    card.replaceChildren(...parts)
    for (const inner of card.querySelectorAll('a')) inner.tabIndex = -1
    card.hidden = false
    place()
  }

  const hide = () => {
    clearTimeout(opening)
    clearTimeout(closing)
    card.hidden = true
    wanted = null
    if (link?.getAttribute('aria-describedby') === card.id) link.removeAttribute('aria-describedby')
    link = null
  }

  const symbol = (event) => event.target.closest?.('pre a[href*="#L"], a.passes[aria-describedby]')

  // A pointer on its way to somewhere else should not leave a trail of cards.
  document.addEventListener('pointerover', (event) => {
    if (event.pointerType === 'touch') return
    if (card.contains(event.target)) return clearTimeout(closing)
    const target = symbol(event)
    clearTimeout(opening)
    if (target !== wanted && !link) wanted = null
    if (!target) {
      if (link && link !== document.activeElement) {
        clearTimeout(closing)
        closing = setTimeout(hide, 220)
      }
      return
    }
    clearTimeout(closing)
    if (target === link) return
    opening = setTimeout(() => show(target), card.hidden ? 160 : 60)
  })
  document.addEventListener('focusin', (event) => {
    const target = symbol(event)
    if (target?.matches(':focus-visible')) show(target)
  })
  document.addEventListener('focusout', (event) => { if ([link, wanted].includes(event.target)) hide() })
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || card.hidden) return
    hide()
    event.preventDefault()
  })
  addEventListener('scroll', (event) => {
    if (link && !card.contains(event.target)) place()
  }, { passive: true, capture: true })
})()
