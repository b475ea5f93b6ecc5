/** Finds the delimiter and the header row of a CSV file. Browser-safe: the preview and the import share it. */
import { type CsvRow, type HeaderShape, rowsOf } from './rows'

const DELIMITERS = [',', ';', '\t', '|'] as const
type Delimiter = (typeof DELIMITERS)[number]

/** Rows in which a header is looked for: exports have notes and titles above it. */
const HEADER_ROWS = 20
/** Excel's line that names the delimiter. */
const SEP_LINE = /^\s{0,9}"?sep=(.)"?[,;\t| ]{0,200}\r?$/i

/** How a file is to be read. */
export interface CsvFormat {
  delimiter: Delimiter
  /** The line of the header. */
  headerLine: number
  header: HeaderShape
}

/** What is known about names of columns: the field of a name, and whether it is the one of addresses. */
export interface KnownNames {
  isKnown: (name: string) => boolean
  isEmail: (name: string) => boolean
}

/**
 * Finds the format in the beginning of a file. The header is the row with the most known names, if one of them is that of the address;
 * else the first row as wide as most.
 * @param headerLine the line that the user chose. If the beginning of the file has no such line, the format has another one.
 */
export function findFormat(text: string, names: KnownNames, headerLine?: number): CsvFormat {
  const given = SEP_LINE.exec(text.slice(0, 40).split(/[\r\n]/, 1)[0]!)?.[1]
  const sep = DELIMITERS.find((delimiter) => delimiter === given)
  const found = (sep ? [sep] : DELIMITERS).map((delimiter) => {
    const all = withoutSepLine(text, delimiter)
    const rows = all.slice(0, HEADER_ROWS)
    const header =
      headerLine === undefined ? findHeader(rows, names) : all.find((row) => row.line >= headerLine)
    const width = header?.cells.length ?? 0
    const same = rows.filter((row) => row !== header && row.cells.length === width && width > 1).length
    return {
      format: {
        delimiter,
        headerLine: header?.line ?? 1,
        header: { width, email: Math.max(0, header?.cells.findIndex(names.isEmail) ?? 0) },
      },
      known: header ? countKnown(header, names) : 0,
      // Half a point for a header of its own: a file with only a header has no other rows.
      fit: same + (width > 1 ? 0.5 : 0),
    }
  })
  return found.reduce((best, one) =>
    one.known > best.known || (one.known === best.known && one.fit > best.fit) ? one : best,
  ).format
}

/** The first rows of a text in which the header may be, without Excel's line. */
export const firstRows = (text: string, delimiter: string): CsvRow[] =>
  withoutSepLine(text, delimiter).slice(0, HEADER_ROWS)

const withoutSepLine = (text: string, delimiter: string): CsvRow[] =>
  rowsOf(text, delimiter).filter(({ line, cells }) => !(line === 1 && isSepLine(cells, delimiter)))

/** Whether a row stands above the header. */
export const isBeforeHeader = (row: CsvRow, { headerLine }: CsvFormat): boolean => row.line < headerLine

const isSepLine = (cells: string[], delimiter: string) => SEP_LINE.test(cells.join(delimiter))

function findHeader(rows: CsvRow[], names: KnownNames): CsvRow | undefined {
  const candidates = rows.filter(
    ({ cells }) => cells.some(names.isEmail) && !cells.some((cell) => cell.includes('@')),
  )
  if (candidates.length > 0)
    return candidates.reduce((best, row) => (countKnown(row, names) > countKnown(best, names) ? row : best))
  const widths = rows.map(({ cells }) => cells.length)
  const usual = widths.reduce(
    (best, width) => (count(widths, width) > count(widths, best) ? width : best),
    widths[0] ?? 0,
  )
  const first = rows.find(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  return usual > 1 ? rows.find(({ cells }) => cells.length === usual) : first
}

const count = (list: number[], one: number) => list.filter((other) => other === one).length
const countKnown = ({ cells }: CsvRow, { isKnown }: KnownNames) =>
  cells.length > 1000 ? 0 : cells.filter((cell) => cell.trim() !== '' && isKnown(cell)).length
