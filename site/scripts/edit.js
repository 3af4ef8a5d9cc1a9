// Only in previews: a button beside each block, which opens the block's line in the author's editor.
//
// There is one button for the whole page, so that Tab passes it once. It goes to the block under the pointer or the
// finger; from the keyboard, the arrow keys move it from block to block.
(() => {
  'use strict'
  const { file, open, opened, failed } = document.currentScript.dataset
  const blocks = () => [...document.querySelectorAll('main [data-source-line]')].filter((block) => block.getClientRects().length > 0)

  const layer = document.createElement('div')
  layer.className = 'edit'
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: '✎' })
  button.setAttribute('aria-keyshortcuts', 'ArrowDown ArrowUp')
  const answer = document.createElement('p')
  answer.setAttribute('role', 'status')
  layer.append(button, answer)

  let block
  const place = () => `${file}:${block.dataset.sourceLine}`
  const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name])

  /** Puts the button beside a block: into the page's margin, or into the block's corner if the margin is too small. */
  function moveTo(next) {
    if (next !== block) answer.textContent = ''
    block?.classList.remove('is-edited')
    block = next
    const box = block.getBoundingClientRect()
    const margin = document.querySelector('main').getBoundingClientRect().left - button.offsetWidth
    layer.style.top = `${box.top + scrollY}px`
    layer.style.left = `${margin >= 0 ? Math.max(margin - 4, 0) : box.right - button.offsetWidth}px`
    layer.classList.add('is-placed')
    layer.classList.toggle('is-inside', margin < 0)
    button.setAttribute('aria-label', filled(open, { place: place() }))
    button.title = button.getAttribute('aria-label')
  }

  function blockAt(target) {
    return target instanceof Element ? target.closest('main [data-source-line]') : null
  }

  function hide() {
    if (document.activeElement !== button) layer.classList.remove('is-placed')
  }

  // A pointer on its way to the button in the margin passes no other block.
  addEventListener('pointerover', ({ target, pointerType }) => {
    const next = pointerType === 'mouse' && blockAt(target)
    if (next) moveTo(next)
  })
  addEventListener('pointerup', ({ target, pointerType }) => {
    if (pointerType === 'mouse' || layer.contains(target)) return
    const next = blockAt(target)
    if (next && !target.closest('a, button, input, textarea, summary, [tabindex="0"]')) moveTo(next)
    else hide()
  })
  addEventListener('resize', hide)

  button.addEventListener('focus', () => {
    block?.classList.remove('is-edited')
    // The first block that can be seen, unless the button was clicked.
    const isSeen = (one) => one.getBoundingClientRect().bottom > 0
    if (!layer.classList.contains('is-placed')) moveTo(blocks().find(isSeen) ?? blocks().at(-1))
    if (button.matches(':focus-visible')) block.classList.add('is-edited')
  })
  button.addEventListener('blur', () => {
    block?.classList.remove('is-edited')
    layer.classList.remove('is-placed')
  })
  button.addEventListener('keydown', (event) => {
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!way) return
    event.preventDefault()
    const all = blocks()
    const next = all[Math.min(Math.max(all.indexOf(block) + way, 0), all.length - 1)]
    next.scrollIntoView({ block: 'nearest' })
    moveTo(next)
    block.classList.add('is-edited')
    answer.textContent = place()
  })
  button.addEventListener('click', async () => {
    const where = place()
    const say = (text, reason) => { answer.textContent = filled(text, { place: where, reason }) }
    try {
      const query = new URLSearchParams({ file, line: block.dataset.sourceLine }).toString().replaceAll('+', '%20')
      const response = await fetch(`/_editor?${query}`, { method: 'POST' })
      if (response.ok) say(opened)
      else say(failed, (await response.text()).trim())
    } catch (error) {
      say(failed, error.message)
    }
  })

  if (location.protocol.startsWith('http') && blocks().length > 0) document.querySelector('main').before(layer)
})()
