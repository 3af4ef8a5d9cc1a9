/* `?embed=chain-1` shows one stepper, one picture of marbles or one finding by itself: for a frame in another page. A button
   beside each copies that frame. theme.js has hidden the page until the part is known. */
(() => {
  const root = document.documentElement
  const parts = [...document.querySelectorAll('section.chain[id], figure[data-marbles][id], figure.findings[id]')]
  const wanted = new URLSearchParams(location.search).get('embed')
  const shown = parts.find((part) => part.id === wanted)

  if (shown) {
    shown.classList.add('embed-end')
    for (let around = shown.parentElement; around && around !== root; around = around.parentElement) {
      around.classList.add('embed-way')
      // It may be the answer to a question.
      if (around.localName === 'details') around.open = true
    }
    const link = document.createElement('a')
    link.href = `${location.pathname}#${shown.id}`
    link.target = '_top'
    link.textContent = document.title
    const line = document.createElement('p')
    line.className = 'embed-source embed-end'
    line.append(link)
    shown.after(line)
    return
  }
  root.classList.remove('embedded')
  // Other pages cannot show what lies on a disk.
  if (!location.protocol.startsWith('http') || !self.headwaterCopy) return

  const { embed, embedded } = document.body.dataset
  const quoted = (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  for (const part of parts) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'embed'
    button.textContent = embed
    button.addEventListener('click', async () => {
      const address = new URL(location.href)
      address.search = `?embed=${part.id}`
      const height = Math.min(Math.ceil(part.getBoundingClientRect().height) + 48, 720)
      await self.headwaterCopy(`<iframe src="${quoted(address.href)}" title="${quoted(document.title)}" loading="lazy" `
        + `style="width: 100%; height: ${height}px; border: 0"></iframe>`)
      button.textContent = embedded
      setTimeout(() => { button.textContent = embed }, 2400)
    })
    const bar = part.querySelector('.marble-controls')
    if (bar) {
      bar.append(button)
    } else {
      const line = document.createElement('p')
      line.className = 'embed-tools'
      line.append(button)
      // Not in it: a stepper's parts have places in a grid, and its slides show nothing else.
      part.after(line)
    }
  }
})()
