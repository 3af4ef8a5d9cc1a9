/* Puts the page of marbles together: the rows, the axis, the map of the run, and the controls. */
const find = (selector) => document.querySelector(selector)

const rows = new MarbleRows(JSON.parse(find('#marbles').textContent))
const page = find('.timeline'), scroller = find('.lane-scroll'), told = find('.told-event')
page.hidden = false
document.body.classList.add('ready')
scroller.append(find('#lanes').content)
const items = [...scroller.querySelectorAll('.lane')]
rows.all.forEach((row, index) => { items[index].classList.toggle('new-group', index > 0 && row.group !== rows.all[index - 1].group) })

let listed = rows.all, chosen = null, isDue = false
const view = new TimeWindow(rows, 'time', () => redraw())
const ruler = new Ruler(rows, view)
const canvas = new MarbleCanvas(find('.lanes canvas'), rows, view)
if (rows.hasTicks) find('#axis option').textContent = 'virtual time'
const map = new RunMap(find('.map'), rows, view, ruler)

// MARK: Drawing

function redraw() {
  if (isDue) return
  isDue = true
  requestAnimationFrame(draw)
}

function measures() {
  const style = getComputedStyle(page)
  const [lane, line, left, top] = ['lane', 'line', 'left', 'ruler'].map((name) => parseFloat(style.getPropertyValue(`--${name}`)))
  return { lane, line, left, top }
}

function draw() {
  isDue = false
  const { lane, line, left, top } = measures(), box = find('.lanes')
  canvas.resize(box.clientWidth, box.clientHeight, left)
  const first = Math.floor(scroller.scrollTop / lane), last = Math.ceil((scroller.scrollTop + box.clientHeight - top) / lane)
  const lanes = listed.slice(first, last).map((row, index) => ({ row, y: top + (first + index) * lane - scroller.scrollTop + line }))
  const count = canvas.draw(lanes, top, ruler, chosen)
  map.draw(canvas.colours)
  find('.span').textContent = ruler.words
  Object.assign(page.dataset, { from: view.from, to: view.to, inView: count })
}

new ResizeObserver(redraw).observe(find('.lanes'))
scroller.addEventListener('scroll', redraw, { passive: true })
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => { canvas.readColours(); redraw() })

// MARK: Events

/** The row and the event at a place on the screen. */
function eventAt({ x, y }, reach) {
  const row = listed[Math.floor((y + scroller.scrollTop) / measures().lane)]
  const near = row && x >= canvas.left ? canvas.nearest(row, x) : null
  return near && near.distance <= reach ? near : null
}

function tell(near, isSpoken = false) {
  told.setAttribute('aria-live', isSpoken ? 'polite' : 'off')
  if (!near) return told.replaceChildren(`${counted(rows.count, 'event')}. Point at one, or choose a row and an event with the keys.`)
  const { row, place } = near, event = MarbleRows.event(row, place), text = rows.text(row, place)
  told.replaceChildren(
    make('a', { href: `${page.dataset.steps}#step-${row.step[place]}` }, `Step ${row.step[place]}`), ' ',
    make('b', {}, items[row.index].querySelector('b').textContent), ' ',
    make('span', { class: `event ${event}` }, event), ' ', text ? make('code', {}, make('bdi', {}, text)) : '',
    ` ${rows.moment(row.time[place])}`, row.flags[place] & MarbleRows.isLate ? ', too late: not delivered' : '')
}

function choose(near, isSpoken) {
  chosen = near
  for (const item of items) item.classList.toggle('chosen', near !== null && item === items[near.row.index])
  tell(near, isSpoken)
  redraw()
}

/** To another row, at the event that is nearest in time. */
function chooseRow(direction) {
  const at = chosen ? listed.indexOf(chosen.row) : direction > 0 ? -1 : listed.length
  const x = chosen ? canvas.x(chosen.row[view.axis][chosen.place]) : canvas.left + canvas.room / 2
  for (let index = at + direction; listed[index]; index += direction) {
    const near = canvas.nearest(listed[index], x)
    if (!near) continue
    items[listed[index].index].scrollIntoView({ block: 'nearest' })
    return choose(near, true)
  }
}

function chooseEvent(direction) {
  if (!chosen) return chooseRow(1)
  const place = chosen.place + direction, at = chosen.row[view.axis]
  if (place < 0 || place >= at.length) return
  view.reveal(at[place])
  choose({ row: chosen.row, place }, true)
}

/** Shows the surroundings of a step that the address names. */
function followAddress() {
  const [, step] = location.hash.match(/^#step-(\d+)$/) ?? []
  if (step === undefined) return
  const near = rows.all.map((row) => ({ row, place: firstFrom(row.step, Number(step)) }))
    .filter(({ row, place }) => place < row.step.length).sort((one, other) => one.row.step[one.place] - other.row.step[other.place])[0]
  if (!near) return
  const at = near.row[view.axis][near.place]
  view.show(at - view.span / 40, at + view.span / 40)
  choose(near, false)
}
addEventListener('hashchange', followAddress)

// MARK: Controls

const actions = {
  in: () => view.zoom(1 / 2, chosen ? chosen.row[view.axis][chosen.place] : undefined),
  out: () => view.zoom(2),
  whole: () => view.showWhole(),
}
document.addEventListener('click', (event) => { actions[event.target.closest('[data-do]')?.dataset.do]?.() })

new Gestures(scroller, {
  pan: (x) => view.pan((-x * view.span) / canvas.room),
  scroll: (y) => { scroller.scrollTop += y },
  zoom: (factor, x) => view.zoom(factor, canvas.at(Math.max(x, canvas.left))),
  look: (point) => tell(eventAt(point, 12) ?? chosen),
  choose: (point) => choose(eventAt(point, 16), false),
})

const keys = {
  ArrowLeft: (event) => (event.shiftKey ? chooseEvent(-1) : view.pan(-view.span / 8)),
  ArrowRight: (event) => (event.shiftKey ? chooseEvent(1) : view.pan(view.span / 8)),
  ArrowUp: () => chooseRow(-1),
  ArrowDown: () => chooseRow(1),
  Home: () => view.pan(view.first - view.from),
  End: () => view.pan(view.last - view.to),
  Enter: () => told.querySelector('a')?.click(),
}
const keysEverywhere = { '+': actions.in, '=': actions.in, '-': actions.out, 0: actions.whole }

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches('input, select')) return
  const action = (event.target === scroller ? keys[event.key] : undefined) ?? keysEverywhere[event.key]
  if (!action) return
  event.preventDefault()
  action(event)
})

find('#axis').addEventListener('change', (event) => {
  view.setAxis(event.target.value)
  if (chosen) view.reveal(chosen.row[view.axis][chosen.place])
})

find('#stages').addEventListener('input', (event) => {
  const words = event.target.value.toLowerCase().split(/\s+/).filter(Boolean)
  const isListed = items.map((item) => words.every((word) => item.textContent.toLowerCase().includes(word)))
  items.forEach((item, index) => { item.hidden = !isListed[index] })
  listed = rows.all.filter((row) => isListed[row.index])
  find('.no-rows').hidden = listed.length > 0
  redraw()
})

find('.no-rows').hidden = rows.all.length > 0
tell(null)
followAddress()
redraw()
