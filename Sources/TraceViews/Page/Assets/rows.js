/* The first place in a sorted array whose number is at least as large. */
function firstFrom(numbers, least, start = 0, end = numbers.length) {
  while (start < end) {
    const middle = (start + end) >> 1
    if (numbers[middle] < least) start = middle + 1
    else end = middle
  }
  return start
}

/*
 * The rows of a marble diagram, with their events as one typed array for each fact, in the order of the run.
 *
 * There are two axes: `time`, in nanoseconds or in ticks of a virtual clock, and `column`, where events that one event causes have the same place.
 */
class MarbleRows {
  static isLate = 4
  static isLater = 32

  constructor({ hasTicks, numbers, values }) {
    const stream = new NumberStream(numbers)
    this.hasTicks = hasTicks
    this.values = values
    this.readColumns(stream)
    this.all = Array.from({ length: stream.next() }, (_, index) => this.readRow(stream, index))
    this.count = this.all.reduce((sum, row) => sum + row.step.length, 0)
    this.spans = { time: this.timeSpan(), column: [-1, Math.max(this.stepOfColumn.length, 1)] }
    this.leastSpans = { time: hasTicks ? 4 : 1000, column: 6 }
  }

  readColumns(stream) {
    const count = stream.next()
    this.stepOfColumn = new Int32Array(count)
    this.timeOfColumn = new Float64Array(count)
    for (let column = 0, step = 0, time = 0; column < count; column++) {
      this.stepOfColumn[column] = step = stream.near(step)
      this.timeOfColumn[column] = time = stream.near(time)
    }
  }

  readRow(stream, index) {
    const row = {
      index, group: stream.next(), startColumn: stream.next(), startTime: stream.near(0), endColumn: stream.near(0),
      stopTime: stream.near(0),
    }
    const count = stream.next()
    for (const name of ['column', 'step', 'value', 'causeRow', 'causeColumn']) row[name] = new Int32Array(count)
    row.flags = new Uint8Array(count)
    row.source = new Int32Array(count)
    row.time = new Float64Array(count)
    for (let place = 0, column = 0; place < count; place++) this.readEvent(stream, row, place, column += stream.next())
    row.failures = Array.from(row.flags.keys()).filter((place) => MarbleRows.event(row, place) === 'error' || row.flags[place] & MarbleRows.isLate)
    return row
  }

  readEvent(stream, row, place, column) {
    const flags = row.flags[place] = stream.next()
    row.column[place] = column
    row.source[place] = stream.next()
    row.step[place] = stream.near(this.stepOfColumn[column])
    row.time[place] = stream.near(this.timeOfColumn[column])
    row.value[place] = flags & 8 ? stream.next() : -1
    row.causeRow[place] = flags & 16 ? stream.next() : -1
    row.causeColumn[place] = flags & 16 ? column - stream.next() : -1
  }

  static event(row, place) { return ['next', 'error', 'completed'][row.flags[place] & 3] }

  timeSpan() {
    let first = Infinity, last = -Infinity
    for (const { time, startTime, stopTime } of this.all) {
      if (startTime >= 0) [first, last] = [Math.min(first, startTime), Math.max(last, startTime)]
      if (time.length > 0) [first, last] = [Math.min(first, time[0]), Math.max(last, time[time.length - 1])]
      if (stopTime >= 0) last = Math.max(last, stopTime)
    }
    if (first > last) [first, last] = [0, 1]
    const margin = Math.max((last - first) * 0.01, 1)
    return [first - margin, last + margin]
  }

  /** A time in words: `1.25 ms`, `at 250`. */
  moment(time) { return this.hasTicks ? `at ${time}` : duration(time) }

  // MARK: A row on an axis

  /** Where a row begins; far before the run for one whose beginning is not known. */
  start(row, axis) {
    if (row.startTime < 0) return -Infinity
    return axis === 'time' ? row.startTime : row.startColumn - 0.5
  }

  /** Where a row ends; far behind the run for one that goes on. */
  end(row, axis) {
    if (row.endColumn < 0) return Infinity
    if (row.stopTime >= 0) return axis === 'time' ? row.stopTime : row.endColumn + 0.5
    return axis === 'time' ? row.time[firstFrom(row.column, row.endColumn)] : row.endColumn
  }

  isDisposed(row) { return row.stopTime >= 0 }

  text(row, place) { return row.value[place] < 0 ? '' : this.values[row.value[place]] }
}
