/* A button for each block of code that copies it. Line numbers are drawn by the style sheet, so they are not copied. */
(() => {
  const label = document.body.dataset.copy
  const done = document.body.dataset.copied
  if (!label) return

  // Some browsers give pages of a file system no clipboard. The older command works there.
  const copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      const area = document.createElement('textarea')
      area.value = text
      area.className = 'visually-hidden'
      document.body.append(area)
      area.select()
      document.execCommand('copy')
      area.remove()
    }
  }

  self.headwaterCopy = copy

  const said = document.createElement('p')
  said.className = 'visually-hidden'
  said.setAttribute('aria-live', 'polite')
  document.body.append(said)

  /* The button stands in the line of the caption, or beside code that has none: never over the code. The excerpts of steps
     have none: they lead to the file, and each would be one more stop for the keyboard. */
  for (const block of document.querySelectorAll('pre.code')) {
    if (block.closest('.chain')) continue
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    button.textContent = label
    const figure = block.parentElement
    const caption = figure.localName === 'figure' ? figure.querySelector(':scope > figcaption') : null
    if (caption) {
      caption.classList.add('has-copy')
      caption.append(button)
    } else {
      const frame = document.createElement('div')
      frame.className = 'code-frame'
      block.replaceWith(frame)
      frame.append(block, button)
    }
    let timer
    button.addEventListener('click', async () => {
      const code = block.cloneNode(true)
      // The notes between the lines of a finding are no part of the program.
      for (const note of code.querySelectorAll('.line-note')) note.remove()
      await copy(code.textContent.replace(/\n$/, ''))
      button.textContent = done
      said.textContent = done
      clearTimeout(timer)
      timer = setTimeout(() => {
        button.textContent = label
        said.textContent = ''
      }, 1600)
    })
  }
})()
