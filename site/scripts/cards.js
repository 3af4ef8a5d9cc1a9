/* A card over a symbol of an excerpt: its declaration and what its comment says. It comes with the pointer or the focus,
   stays while either is on the symbol or on the card, and goes with Escape (WCAG 2.1, 1.4.13). Its content stands in a
   hidden list at the end of the page; without scripts the symbol is only a link. */
(() => {
  const card = document.createElement('div')
  card.className = 'card-shown'
  card.hidden = true
  // The link already has the card's text as its description.
  card.setAttribute('aria-hidden', 'true')
  document.body.append(card)

  let link = null, opening = null, closing = null

  const content = (target) => document.getElementById(target.getAttribute('aria-describedby'))

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

  const show = (target) => {
    const source = content(target)
    if (!source) return
    link = target
    const home = screenful() ?? document.body
    if (card.parentElement !== home) home.append(card)
    card.style.position = screenful() ? 'fixed' : 'absolute'
    card.replaceChildren(...[...source.childNodes].map((node) => node.cloneNode(true)))
    for (const inner of card.querySelectorAll('a')) inner.tabIndex = -1
    card.hidden = false
    place()
  }

  const hide = () => {
    clearTimeout(opening)
    clearTimeout(closing)
    card.hidden = true
    link = null
  }

  const symbol = (event) => event.target.closest?.('a.sym, a.passes[aria-describedby]')

  // A pointer on its way to somewhere else should not leave a trail of cards.
  document.addEventListener('pointerover', (event) => {
    if (event.pointerType === 'touch') return
    if (card.contains(event.target)) return clearTimeout(closing)
    const target = symbol(event)
    clearTimeout(opening)
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
  document.addEventListener('focusout', (event) => { if (event.target === link) hide() })
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || card.hidden) return
    hide()
    event.preventDefault()
  })
  addEventListener('scroll', (event) => {
    if (link && !card.contains(event.target)) place()
  }, { passive: true, capture: true })
})()
