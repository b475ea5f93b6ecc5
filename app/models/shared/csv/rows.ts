/** Splits the text of a CSV file into rows. Browser-safe: the preview and the import share it. */

/** A row of a file. `problem` explains why the row cannot be read. */
export interface CsvRow {
  /** The line of the file on which the row starts. The first line is 1. */
  line: number
  cells: string[]
  problem?: string
  /** The rest of the file cannot be read either. */
  fatal?: true
}

/** The number of cells of a header, and the index of its column of addresses. */
export interface HeaderShape {
  width: number
  email: number
}

/** The longest row, in characters. One row is held in memory. */
const MAX_ROW = 1024 * 1024
const NEVER_CLOSED = 'A quotation mark in this row is never closed'
const ADDRESS = /^[^\s@"]+@[^\s@".]+(?:\.[^\s@".]+)+$/

/**
 * Reads rows from text that arrives in parts: a relaxed RFC 4180 that allows any delimiter, any line end, rows of any length and stray
 * quotes. Lines of nothing but spaces are left out.
 *
 * A quotation mark that is never closed costs only its own line: the row gets a problem, and reading continues at the next line. It counts
 * as never closed if the next lone quotation mark stands within a later line, or if the cell would swallow a line that is a row by itself:
 * as many cells as the header, with an address in the column of addresses. The time is linear for any text.
 * @param header what is known of the header: its number of cells, and the column of addresses
 */
export function createRows(delimiter: string, header: HeaderShape = { width: 0, email: 0 }) {
  let text = ''
  let at = 0
  let line = 1
  let isEnd = false
  let heldReturn = ''
  /** From `from` to `to` all runs of quotation marks outside the first one are even, so they close nothing. */
  let even = { from: 0, to: 0 }
  /** No line that starts between `from` and `to` is a row by itself. */
  let rowless = { from: 0, to: 0 }

  /** The end of the line at `from`; -1 if it has not arrived yet. */
  const endOfLine = (from: number): number => {
    NEWLINE.lastIndex = from
    const found = NEWLINE.test(text) ? NEWLINE.lastIndex - 1 : -1
    return found < 0 && isEnd ? text.length : found
  }
  const afterNewline = (end: number) => end + (text.startsWith('\r\n', end) ? 2 : 1)

  /** The next odd run of quotation marks at or after `from`, which is not within a run; the end of the text if there is none. */
  function nextOdd(from: number): { start: number; end: number } {
    const jump = from >= even.from && from < even.to ? even.to : from
    let start = text.indexOf('"', jump)
    while (start >= 0) {
      const end = endOfRun(start)
      if ((end - start) % 2 === 1) break
      start = text.indexOf('"', end)
    }
    if (start < 0) start = text.length
    even = { from: jump === from ? from : even.from, to: start }
    return { start, end: endOfRun(start) }
  }
  const endOfRun = (start: number) => {
    let end = start
    while (text[end] === '"') end++
    return end
  }

  /** Whether a line between two positions is a row by itself. */
  function swallowsRow(from: number, to: number): boolean {
    if (header.width < 2) return false
    let start = from >= rowless.from && from < rowless.to ? rowless.to : from
    if (start === from) rowless = { from, to: from }
    while (start < to) {
      NEWLINE.lastIndex = start
      const end = Math.min(to, NEWLINE.test(text) ? NEWLINE.lastIndex - 1 : text.length)
      const inner = text.slice(start, end)
      if (inner.includes('@')) {
        const cells = inner.split(delimiter)
        if (cells.length === header.width && ADDRESS.test(cells[header.email]?.trim() ?? '')) return true
      }
      if (end === to) return false
      start = afterNewline(end)
      rowless.to = start
    }
    return false
  }

  const isSpace = (index: number) => text[index] === ' ' || (text[index] === '\t' && delimiter !== '\t')
  const afterSpaces = (from: number) => {
    let index = from
    while (isSpace(index)) index++
    return index
  }

  /**
   * Reads a quoted cell. @param open its first quotation mark @param eol the end of its line
   * @returns the cell and the position after it; 'more' if the rest has not arrived; 'unclosed'
   */
  function readQuoted(open: number, eol: number): { cell: string; next: number } | 'more' | 'unclosed' {
    let from = open + 1
    for (;;) {
      const own = text[from] === '"' ? { start: from, end: endOfRun(from) } : null
      const run = own && (own.end - own.start) % 2 === 1 ? own : nextOdd(own ? own.end : from)
      if (run.start - open > MAX_ROW) return 'unclosed'
      const after = afterSpaces(run.end)
      if (after >= text.length && !isEnd) return text.length - open > MAX_ROW ? 'unclosed' : 'more'
      if (run.start >= text.length) return 'unclosed'
      const next = text[after]
      if (next === undefined || next === delimiter || next === '\n' || next === '\r') {
        if (run.start > eol && swallowsRow(afterNewline(eol), run.end - 1)) return 'unclosed'
        return { cell: text.slice(open + 1, run.end - 1).replaceAll('""', '"'), next: after }
      }
      if (run.start > eol) return 'unclosed'
      from = run.end
    }
  }

  /** Reads the row at `at`. @returns the row; null for a line of spaces; undefined if it has not arrived as a whole */
  function readRow(): CsvRow | null | undefined {
    let eol = endOfLine(at)
    if (eol < 0) {
      return text.length - at > MAX_ROW ? tooLong() : undefined
    }
    const whole = text.slice(at, eol)
    if (whole.length > MAX_ROW) return tooLong()
    const row: CsvRow = { line, cells: [] }
    if (!whole.includes('"')) {
      at = afterNewline(eol)
      line++
      if (whole.trim() === '') return null
      row.cells = whole.split(delimiter)
      return row
    }
    let lines = 1
    for (let from = at; ; ) {
      const start = afterSpaces(from)
      if (text[start] === '"') {
        const read = readQuoted(start, eol)
        if (read === 'more') return undefined
        if (read === 'unclosed') {
          row.cells = text.slice(at, eol).split(delimiter)
          row.problem = NEVER_CLOSED
          break
        }
        row.cells.push(read.cell)
        if (read.next > eol) {
          const ended = endOfLine(read.next)
          if (ended < 0) return text.length - at > MAX_ROW ? tooLong() : undefined
          lines += text.slice(eol, ended).split(/\r\n|\n|\r/).length - 1
          eol = ended
        }
        from = read.next
      } else {
        const rest = text.slice(from, eol)
        const length = rest.indexOf(delimiter)
        row.cells.push(length < 0 ? rest : rest.slice(0, length))
        from = length < 0 ? eol : from + length
      }
      if (from >= eol) break
      from++ // the delimiter
    }
    at = afterNewline(eol)
    line += lines
    return row
  }

  const tooLong = (): CsvRow => ({
    line,
    cells: [],
    problem: `Line ${line} is longer than 1 MB. Perhaps it is not a CSV file.`,
    fatal: true,
  })

  function read(): CsvRow[] {
    const rows: CsvRow[] = []
    even = { from: 0, to: 0 }
    rowless = { from: 0, to: 0 }
    while (at < text.length) {
      const row = readRow()
      if (row === undefined) break
      if (row === null) continue
      rows.push(row)
      if (row.fatal) {
        at = text.length
        break
      }
    }
    text = text.slice(at)
    at = 0
    return rows
  }

  return {
    /** @returns the rows that are complete with this part */
    take(part: string): CsvRow[] {
      // Whether a line feed follows is known only with the next part.
      const all = heldReturn + part
      heldReturn = all.endsWith('\r') ? '\r' : ''
      text += heldReturn ? all.slice(0, -1) : all
      return read()
    },
    /** @returns the last rows */
    end(): CsvRow[] {
      text += heldReturn
      heldReturn = ''
      isEnd = true
      return read()
    },
  }
}

const NEWLINE = /[\r\n]/g

/** All rows of a text. */
export function rowsOf(text: string, delimiter: string, header?: HeaderShape): CsvRow[] {
  const rows = createRows(delimiter, header)
  return [...rows.take(text), ...rows.end()]
}
