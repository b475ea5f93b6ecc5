/** The byte order mark with which every file begins that we write in Unicode: without it, Excel reads letters as signs. */
export const CSV_START = '\uFEFF'

/** Formats a line of CSV (RFC 4180). Cells that a spreadsheet would read as a formula get a leading apostrophe. */
export const csvLine = (cells: readonly string[], delimiter = ','): string =>
  `${cells.map((cell) => csvCell(cell, delimiter)).join(delimiter)}\r\n`

function csvCell(text: string, delimiter: string): string {
  const escaped = /^\s*[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text
  return /[",\r\n;\t]/.test(escaped) || escaped.includes(delimiter) || escaped !== escaped.trim()
    ? `"${escaped.replaceAll('"', '""')}"`
    : escaped
}
