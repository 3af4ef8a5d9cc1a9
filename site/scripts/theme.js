/* The reader's choice of theme. Loaded in the head without defer, because the page must not be painted before it is
   known: a dark page must not flash white. Without a choice, the style sheet follows the system. */
(() => {
  const key = 'headwater-theme'
  const root = document.documentElement
  // Storage may be refused altogether, for example to pages of a file system.
  const stored = () => { try { return localStorage.getItem(key) } catch { return null } }
  const store = (theme) => { try { localStorage.setItem(key, theme) } catch { /* holds for this page then */ } }
  const apply = (theme) => {
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
    else delete root.dataset.theme
  }
  apply(stored())
  // Only a part of the page is wanted: embed.js shows it.
  if (new URLSearchParams(location.search).has('embed')) root.classList.add('embedded')
  root.classList.add('scripted')

  document.addEventListener('DOMContentLoaded', () => {
    const chooser = document.querySelector('.theme')
    if (!chooser) return
    chooser.hidden = false
    const buttons = [...chooser.querySelectorAll('button')]
    const show = () => {
      const theme = root.dataset.theme ?? 'auto'
      for (const button of buttons) button.setAttribute('aria-pressed', String(button.value === theme))
    }
    for (const button of buttons) {
      button.addEventListener('click', () => {
        apply(button.value)
        store(button.value)
        show()
      })
    }
    show()
    // The same choice in every open page.
    addEventListener('storage', (event) => {
      if (event.key !== key) return
      apply(event.newValue)
      show()
    })
  })
})()
