/** Detects encoding and delimiter of CSV files. Browser-safe: the preview and the import share it. */

export type CsvEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
export type Delimiter = ',' | ';' | '\t'

/** Options of csv-parse: a relaxed RFC 4180 (any line end, rows of any length, stray quotes). Blank lines are skipped. */
export const CSV_OPTIONS = {
  record_delimiter: ['\r\n', '\n', '\r'],
  bom: true,
  ltrim: true,
  relax_quotes: true,
  relax_column_count: true,
  skip_empty_lines: true,
}

/**
 * Detects the encoding of a file from its beginning: by the byte order mark, else UTF-16 by the zero bytes of its ASCII characters,
 * else UTF-8 if valid, else Windows-1252, which spreadsheets in western Europe write.
 * @param isComplete whether `head` is the whole file
 */
export function sniffEncoding(head: Uint8Array, isComplete: boolean): CsvEncoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8'
  const zeros = [0, 0]
  for (let i = 0; i < head.length; i++) if (head[i] === 0) zeros[i % 2]!++
  const half = head.length / 2
  if (zeros[1]! > half * 0.4 && zeros[0]! < half * 0.1) return 'utf-16le'
  if (zeros[0]! > half * 0.4 && zeros[1]! < half * 0.1) return 'utf-16be'
  try {
    // An incomplete head may end within a character, so the decoder must expect more.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: !isComplete })
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

/** Detects the delimiter from the first line: the most frequent candidate outside quotes, by default the comma. */
export function sniffDelimiter(text: string): Delimiter {
  const counts: Record<Delimiter, number> = { ',': 0, ';': 0, '\t': 0 }
  let quoted = false
  for (const character of text.replace(/^[\uFEFF\r\n]+/, '')) {
    if (character === '"') quoted = !quoted
    else if (quoted) continue
    else if (character === '\n' || character === '\r') break
    else if (character in counts) counts[character as Delimiter]++
  }
  const found = (Object.keys(counts) as Delimiter[]).reduce((best, next) =>
    counts[next] > counts[best] ? next : best,
  )
  return found
}
