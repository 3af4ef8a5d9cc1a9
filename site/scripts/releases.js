/* The list of releases in the header, and the notice on the pages of an older one. This page may be older than the releases
   that there are: `releases.js` beside their folders tells them, the newest first. */
(() => {
  const place = document.querySelector('nav.releases')
  const all = self.headwaterReleases
  if (!place || !all) return
  const { release, page, root, suffix, old, same, gone } = place.dataset
  const filled = (text, value) => text.replace('%', () => value)
  const link = (path, text) => {
    const made = document.createElement('a')
    made.href = root + path
    made.textContent = text
    return made
  }

  const details = document.createElement('details')
  const summary = document.createElement('summary')
  summary.textContent = place.textContent
  const list = document.createElement('ul')
  for (const name of all) {
    const item = document.createElement('li')
    const entry = link(`${name}/index${suffix}.html`, name)
    if (name === release) entry.setAttribute('aria-current', 'true')
    item.append(entry)
    list.append(item)
  }
  details.append(summary, list)
  place.replaceChildren(details)
  details.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    details.open = false
    summary.focus()
  })
  addEventListener('click', (event) => { if (!details.contains(event.target)) details.open = false })

  const [newest] = all
  if (newest === release) return
  const script = document.createElement('script')
  script.src = `${root}${newest}/pages.js`
  script.addEventListener('load', () => {
    const notice = document.createElement('p')
    notice.className = 'notice old-release'
    notice.setAttribute('role', 'note')
    const isThere = self.headwaterPages.includes(page)
    notice.append(filled(old, release), ' ', link(isThere ? `${newest}/${page}` : `${newest}/index${suffix}.html`, filled(isThere ? same : gone, newest)))
    document.getElementById('content').prepend(notice)
  })
  document.head.append(script)
})()
