/* Puts the page together: the controls and their actions. */
const find = (selector) => document.querySelector(selector)

const recording = new Recording(JSON.parse(find('#recording').textContent))
const repeats = new Repeats(recording)
const listing = new Listing(recording, repeats)
const search = new Search(recording)
const app = find('.app')
app.hidden = false
document.body.classList.add('ready')
app.style.setProperty('--digits', String(recording.stepsInRun).length)
const tree = new TreeView(find('.tree'), recording, listing)
const details = new Details(find('.details'), recording, repeats)
const stepper = new Stepper(recording, listing, tree, details, () => showPlace())
stepper.searchEnded = () => clearControls()

// MARK: The stepper

const number = find('#number'), playButton = find('[data-do=play]'), status = find('.status')
find('.total').textContent = recording.stepsInRun.toLocaleString('en')
number.max = recording.stepsInRun

const actions = {
  first: () => stepper.first(),
  back: () => stepper.move(-1),
  forward: () => stepper.move(1),
  last: () => stepper.last(),
  play: () => (stepper.isPlaying ? stepper.pause() : stepper.play(1000 / Number(find('#speed').value))),
  expand: () => stepper.setAllExpanded(true),
  collapse: () => stepper.setAllExpanded(false),
  help: () => find('dialog').showModal(),
  'end-search': () => { clearControls(); applySearch() },
}

document.addEventListener('click', (event) => {
  const action = event.target.closest('[data-do]')?.dataset.do
  if (action) actions[action]()
})

function showPlace() {
  if (document.activeElement !== number) number.value = recording.numbers[stepper.index] ?? ''
  playButton.classList.toggle('playing', stepper.isPlaying)
  playButton.setAttribute('aria-label', stepper.isPlaying ? 'Pause' : 'Play')
  later('announcement', 150, announce)
  later('address', 250, () => history.replaceState(null, '', stepper.index < 0 ? ' ' : `#step-${recording.numbers[stepper.index]}`))
}

/* In the tree itself, a screen reader announces the position. */
function announce() {
  if (document.activeElement === tree.element) return
  status.textContent = stepper.row === null ? '' : `Step ${recording.numbers[stepper.index]}: ${describe(stepper.row)}`
}

function describe(row) {
  if (row < 0) return `${counted(repeats.all[~row].times, 'repeat')}, folded`
  const index = recording.order[row], value = recording.values[recording.value[index]]
  return [recording.title(index), recording.eventName(index), value === undefined ? '' : printable(beginning(value, 200).text),
    recording.thrown.has(index) ? `threw ${printable(beginning(recording.thrownText(index), 200).text)}` : '',
    recording.undelivered[index] ? 'not delivered' : ''].filter(Boolean).join(' ')
}

const timers = {}
function later(name, milliseconds, action) {
  clearTimeout(timers[name])
  timers[name] = setTimeout(action, milliseconds)
}

number.addEventListener('change', () => { if (!stepper.jump(recording.indexOfNumber(Number(number.value)))) showPlace() })
number.addEventListener('blur', () => showPlace())
find('#speed').addEventListener('change', () => { if (stepper.isPlaying) stepper.play(1000 / Number(find('#speed').value)) })

// MARK: The address

function followAddress(address) {
  const [, step] = new URL(address).hash.match(/^#step-(\d+)$/) ?? []
  return step !== undefined && stepper.jump(recording.indexOfNumber(Number(step)))
}
/* Between a press on a link and this event, the page may write the step it shows into the address: the event has the link's. */
addEventListener('hashchange', (event) => { stepper.pause(); followAddress(event.newURL) })

// MARK: The tree

tree.element.addEventListener('click', (event) => {
  const row = event.target.closest('.row')?.row
  if (row === undefined) return
  stepper.pause()
  stepper.go(row)
  if (event.target.closest('.sign') || row < 0) stepper.toggle(row)
})

const treeKeys = {
  ArrowDown: () => stepper.move(1),
  ArrowUp: () => stepper.move(-1),
  ArrowRight: () => { if (!stepper.setExpanded(stepper.row, true)) stepper.move(1) },
  ArrowLeft: () => { if (!stepper.setExpanded(stepper.row, false)) stepper.out() },
  Enter: () => stepper.toggle(stepper.row),
  Home: () => stepper.first(),
  End: () => stepper.last(),
  PageDown: () => stepper.move(tree.pageSize),
  PageUp: () => stepper.move(-tree.pageSize),
}
const stepperKeys = { ArrowRight: () => stepper.move(1), ArrowLeft: () => stepper.move(-1), Home: () => stepper.first(), End: () => stepper.last() }

// MARK: Keys

const keys = {
  j: () => stepper.move(1),
  k: () => stepper.move(-1),
  J: () => stepper.moveOver(1),
  K: () => stepper.moveOver(-1),
  o: () => { if (stepper.row !== null) stepper.toggle(stepper.row) },
  u: () => stepper.out(),
  c: () => stepper.toCause(),
  e: () => stepper.moveToMark(1),
  E: () => stepper.moveToMark(-1),
  p: actions.play,
  '/': () => { find('#search').focus(); find('#search').select() },
  '?': actions.help,
}

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || find('dialog').open) return
  const isField = event.target.matches('input, select, textarea')
  const own = event.target === tree.element ? treeKeys : event.target.closest('.stepper') && !isField ? stepperKeys : {}
  const action = own[event.key] ?? (isField ? undefined : keys[event.key])
  if (!action) return
  event.preventDefault()
  if (event.key !== 'p') stepper.pause()
  action()
})

// MARK: Searching

const searchField = find('#search'), threadField = find('#thread')
const markFields = [...document.querySelectorAll('[name=mark]')]

recording.threads.forEach((_, thread) => threadField.append(make('option', { value: thread }, recording.threadName(thread))))
threadField.closest('label').hidden = recording.threads.length < 2
for (const field of markFields) {
  let count = 0
  for (let index = 0; index < recording.count; index++) if (Search.marks[field.value](recording, index)) count += 1
  field.disabled = count === 0
  field.parentElement.querySelector('.count').textContent = count.toLocaleString('en')
}

function applySearch() {
  const marks = new Set(markFields.filter((field) => field.checked).map((field) => field.value))
  listing.found = search.matches(searchField.value, threadField.value === '' ? -1 : Number(threadField.value), marks)
  listing.build()
  const found = listing.found ? listing.found.reduce((sum, hit) => sum + hit, 0) : recording.count
  find('.found').textContent = listing.found ? `${found.toLocaleString('en')} of ${counted(recording.count, 'step')}` : ''
  app.classList.toggle('searching', listing.found !== null)
  find('.nothing').hidden = found > 0 || recording.count === 0
  stepper.relisted()
}

function clearControls() {
  searchField.value = ''
  threadField.value = ''
  for (const field of markFields) field.checked = false
  find('.found').textContent = ''
  find('.nothing').hidden = true
  app.classList.remove('searching')
}

searchField.addEventListener('input', () => later('search', recording.count > 20_000 ? 150 : 0, applySearch))
searchField.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') actions['end-search']()
  if (event.key === 'Enter') tree.element.focus()
})
for (const field of [threadField, ...markFields]) field.addEventListener('change', applySearch)

// MARK: Printing

/* Only some rows exist at any time, so the rows for printing are made for the purpose. */
const mostPrinted = 5000
function preparePrint() {
  const list = make('ol')
  for (const row of listing.rows.subarray(0, mostPrinted)) {
    const index = row < 0 ? -1 : recording.order[row]
    const line = row < 0 ? tree.foldText(repeats.all[~row], listing.isExpanded(row)) : tree.stepText(index, row)
    const item = make('li', { value: index < 0 ? null : recording.numbers[index], class: row < 0 ? 'fold' : tree.rowClasses(row) }, line)
    item.style.paddingInlineStart = `${Math.min(tree.indents[row < 0 ? repeats.all[~row].start : row], 260) / 16}rem`
    list.append(item)
  }
  const more = listing.length - mostPrinted
  find('.print').replaceChildren(list, more > 0 ? make('p', {}, `${counted(more, 'more row')} are not printed.`) : '')
}
addEventListener('beforeprint', preparePrint)
matchMedia('print').addEventListener('change', (event) => { if (event.matches) preparePrint() })
addEventListener('afterprint', () => find('.print').replaceChildren())

// MARK: The beginning

find('.empty').hidden = recording.count > 0
tree.element.hidden = recording.count === 0
tree.redraw()
if (recording.count > 0 && !followAddress(location.href)) {
  stepper.first()
  clearTimeout(timers.address)
  clearTimeout(timers.announcement)
}
document.documentElement.dataset.ready = Math.round(performance.now())
