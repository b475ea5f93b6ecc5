/** What a CSV file is, judged by its first bytes. Browser-safe: the preview and the import judge alike. */

export type CsvEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
export type Delimiter = ',' | ';' | '\t'

/**
 * The encoding of a file from its beginning: the byte order mark where there is one; else UTF-16 shows by the zero half of
 * its ASCII characters, and what is not UTF-8 is what spreadsheets in western Europe write. @param whole whether `head` is all
 */
export function sniffEncoding(head: Uint8Array, whole: boolean): CsvEncoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8'
  const zeros = [0, 0]
  for (let i = 0; i < head.length; i++) if (head[i] === 0) zeros[i % 2]!++
  const half = head.length / 2
  if (zeros[1]! > half * 0.4 && zeros[0]! < half * 0.1) return 'utf-16le'
  if (zeros[0]! > half * 0.4 && zeros[1]! < half * 0.1) return 'utf-16be'
  try {
    // A head that is cut may end inside a character: then the decoder is told that more follows.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: !whole })
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

/** The delimiter of a file from its first line: the most frequent candidate outside quotes, the comma in doubt. */
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
