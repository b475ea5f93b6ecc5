import { introductionAt, othersMessageAt } from './quotes'

const MAX_LINES = 2_000
const SIGNATURE = /^--\s?$/
const QUOTED = /^\s{0,3}[>|»]/

/** A text without what it quotes and without its signature (RFC 3676, 4.3): what the writer wrote just now. */
export function ownWords(text: string): string {
  return readOwnWords(text).own
}

/**
 * Own words, and whether anything is quoted. After an introduction with marked lines the writer goes on between
 * and below them; without marks all that follows is the other's.
 */
export function readOwnWords(text: string): { own: string; quotes: boolean } {
  const lines = text.replace(/\r\n?/g, '\n').split('\n', MAX_LINES)
  const bare = lines.map((line) => line.trim())
  const own: string[] = []
  let quotes = false
  let signed = false
  for (let index = 0; index < lines.length; index += 1) {
    if (QUOTED.test(lines[index]!)) {
      quotes = true
      continue
    }
    if (othersMessageAt(bare, index)) return { own: tidy(own), quotes: true }
    const introduced = introductionAt(bare, index)
    if (introduced > 0) {
      quotes = true
      index += introduced - 1
      const next = bare.slice(index + 1, index + 4).find((line) => line !== '')
      if (!next || !QUOTED.test(next)) break
    } else {
      signed ||= SIGNATURE.test(lines[index]!)
      if (!signed) own.push(lines[index]!)
    }
  }
  return { own: tidy(own), quotes }
}

const tidy = (lines: string[]): string =>
  lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
