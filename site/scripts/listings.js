/* The symbols of a listing are one stop for the tab key; the arrow keys go from one to the next. Without scripts each is a
   stop of its own. */
(() => {
  const symbols = (code) => [...code.querySelectorAll('a')]

  /** Leaves one symbol of a listing as a stop: the one that had the focus last. */
  const settle = (code) => {
    const all = symbols(code)
    // A symbol in a folded part cannot be reached.
    const stop = all.find((symbol) => symbol.checkVisibility()) ?? all[0]
    for (const symbol of all) symbol.tabIndex = symbol === stop ? 0 : -1
    // Whoever goes through the symbols scrolls the listing with them.
    if (all.length > 0) code.removeAttribute('tabindex')
  }
  for (const code of document.querySelectorAll('pre.code')) settle(code)

  const go = (from, to) => {
    from.tabIndex = -1
    to.tabIndex = 0
    to.focus()
  }

  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const from = event.target.closest?.('pre.code a')
    if (!from) return
    const all = symbols(from.closest('pre'))
    const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key]
    const place = { Home: 0, End: all.length - 1 }[event.key] ?? (by ? all.indexOf(from) + by : null)
    if (place === null || !all[place]) return
    event.preventDefault()
    go(from, all[place])
  })
  // A symbol that is focused in another way, like with the mouse, becomes the stop.
  document.addEventListener('focusin', (event) => {
    const symbol = event.target.closest?.('pre.code a')
    if (!symbol || symbol.tabIndex === 0) return
    for (const other of symbols(symbol.closest('pre'))) other.tabIndex = -1
    symbol.tabIndex = 0
  })
})()
