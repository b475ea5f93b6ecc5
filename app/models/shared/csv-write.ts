/** A line of CSV (RFC 4180) that no spreadsheet runs: a cell that would be a formula gets an apostrophe before it. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`

function csvCell(text: string): string {
  const harmless = /^\s*[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n;\t]/.test(harmless) || harmless !== harmless.trim()
    ? `"${harmless.replaceAll('"', '""')}"`
    : harmless
}
