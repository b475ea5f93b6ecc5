import { introductionAt, othersMessageAt } from './quotes'

const MAX_LINES = 2_000
const SIGNATURE = /^--\s?$/
const QUOTED = /^\s{0,3}[>|»]/

/** A text without its quotes and its signature (RFC 3676, 4.3): what the sender just wrote. */
export function ownWords(text: string): string {
  return readOwnWords(text).own
}

/**
 * The sender's own text, and whether anything is quoted. After an introduction with marked lines the sender may continue between and
 * below them; without marks, everything that follows is quoted.
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
