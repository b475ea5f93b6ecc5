/** Formats a line of CSV (RFC 4180). Cells that a spreadsheet would read as a formula get a leading apostrophe. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`

function csvCell(text: string): string {
  const escaped = /^\s*[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n;\t]/.test(escaped) || escaped !== escaped.trim()
    ? `"${escaped.replaceAll('"', '""')}"`
    : escaped
}
