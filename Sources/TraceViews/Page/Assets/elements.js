/* Makes an element. Text becomes text, never markup. */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, '')
    else if (value !== false && value !== undefined && value !== null) element.setAttribute(name, value)
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== ''))
  return element
}

function makeDrawing(width, height, ...paths) {
  const space = 'http://www.w3.org/2000/svg'
  const drawing = document.createElementNS(space, 'svg')
  for (const [name, value] of Object.entries({ width, height, viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true' })) {
    drawing.setAttribute(name, value)
  }
  for (const path of paths) {
    const line = document.createElementNS(space, 'path')
    line.setAttribute('d', path)
    drawing.append(line)
  }
  return drawing
}

/* Hidden characters, as Swift would write them; a joiner within an emoji stays. */
function printable(text, keepsLines = false) {
  return text.replace(hiddenCharacters, (character) => {
    if (keepsLines && (character === '\n' || character === '\t')) return character
    const short = { '\0': '\\0', '\n': '\\n', '\r': '\\r', '\t': '\\t' }[character]
    return short ?? `\\u{${character.codePointAt(0).toString(16).toUpperCase()}}`
  })
}

/* The beginning of a text, and the number of the remaining characters. No pair of surrogates is split. */
function beginning(text, limit) {
  if (text.length <= limit) return { text, more: 0 }
  const isTorn = /[\uD800-\uDBFF]/.test(text[limit - 1])
  const kept = text.slice(0, isTorn ? limit - 1 : limit)
  return { text: kept, more: text.length - kept.length }
}

function counted(number, noun) { return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}` }

/* Nanoseconds as a person would say them: `1.25 ms`. */
function duration(nanoseconds) {
  const [unit, size] = [['s', 1e9], ['ms', 1e6], ['µs', 1e3], ['ns', 1]].find(([, size]) => Math.abs(nanoseconds) >= size) ?? ['ns', 1]
  const number = nanoseconds / size
  return `${size === 1 ? number : number.toPrecision(number >= 100 ? Math.ceil(Math.log10(number + 1)) : 3)} ${unit}`
}
