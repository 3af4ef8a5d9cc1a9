/* Puts a part of the page in the place of the link to it, once the link comes into view. */
const watcher = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue
    watcher.unobserve(target)
    addPart(target)
  }
}, { rootMargin: '600px' })

async function addPart(place) {
  try {
    const response = await fetch(place.querySelector('a').href)
    if (!response.ok) return
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    const added = [...page.querySelectorAll('main > *')].map((element) => document.adoptNode(element))
    place.replaceWith(...added)
    watch()
  } catch {
    // The server has ended. The link stays, and says so when it is pressed.
  }
}

function watch() { for (const place of document.querySelectorAll('.more')) watcher.observe(place) }
watch()
