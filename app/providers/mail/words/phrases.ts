import { wordsOf } from './words'

/**
 * Phrases of one language by purpose, one per line or between bars. They are written as people write them, with these signs:
 *
 *     a/b       one of these words; a hyphen joins the words of one choice: right-now/now
 *     (a/b)     the same, or nothing
 *     word*     every word that begins so; *word*: every word that has this in it
 *     _         any one word
 *     …         at most three words, but no comma
 *     !a/b      what follows is none of these
 *     .         the edge of a clause: the start or end of the sentence, a comma, or a word of `edges`
 *     # ####    a number of one or two digits, a year
 *     NAME      a phrase of the list with that name
 *
 * Accents make no difference. Words of `fillers` may stand between all others.
 */
export type PhraseLists = Record<string, string>

/** Finds the first place where words have a phrase of a list, at `from` or later: from `start` up to, but not including, `end`. */
export type FindPhrase = (
  list: string,
  words: string[],
  from?: number,
) => { start: number; end: number } | null

/** A phrase, a part of one, or a choice of them. */
interface Part {
  /** Every place where it can end if it starts at `at`. */
  ends: (words: string[], at: number) => number[]
  /** The words that it can start with; null if there are too many to tell. */
  first: string[] | null
  /** Whether it can be empty. */
  optional?: boolean
}

const SIGNS: Record<string, (word: string) => boolean> = {
  _: (word) => word !== ',',
  '#': (word) => /^\d{1,2}(?:st|nd|rd|th|er|e|o)?$/.test(word),
  '####': (word) => /^20\d\d$/.test(word),
}
const GAP = 3

const fitsPart = (text: string, part: string) => {
  if (!text.endsWith('*')) return null
  return (word: string) => (text.startsWith('*') ? word.includes(part) : word.startsWith(part))
}

/**
 * Reads the lists of a language. Phrases are followed word by word with all the places reached so far, so the work grows with the words
 * and not with the ways to match.
 */
export function finderOf(lists: PhraseLists): FindPhrase {
  const edges = new Set(wordsOf(lists.edges!))
  const fillers = new Set(wordsOf(lists.fillers!))
  const read = new Map<string, Part>()
  const listOf = (name: string): Part => {
    const known = read.get(name)
    if (known) return known
    const phrases = lists[name]!.split(/[\n|]/).map((phrase) => phrase.trim())
    const list = choice(phrases.filter(Boolean).map((phrase) => sequence(phrase.split(/ +/).map(partOf))))
    read.set(name, list)
    return list
  }

  const partOf = (text: string, index: number): Part => {
    if (text === '.' && index === 0) return { ends: startsClause, first: [], optional: true }
    if (text === '…') return { ends: gap, first: null }
    const { ends, first } = choice(text.replace(/[!()]/g, '').split('/').map(oneOf))
    if (text.startsWith('(')) return { ends: (words, at) => [at, ...ends(words, at)], first, optional: true }
    if (!text.startsWith('!')) return { ends, first }
    const isAllowed = (words: string[], at: number) => ends(words, passFillers(words, at)).length === 0
    return { ends: (words, at) => (isAllowed(words, at) ? [at] : []), first: [], optional: true }
  }
  const oneOf = (text: string): Part => {
    if (text === '.') return { ends: endsClause, first: null }
    if (/^[A-Z]{2,}$/.test(text)) return listOf(text.toLowerCase())
    const wanted = text.startsWith('<') ? [text] : wordsOf(text)
    const fits = SIGNS[text] ?? fitsPart(text, wanted.at(-1)!)
    const whole = fits ? wanted.slice(0, -1) : wanted
    const isHere = (words: string[], at: number) => {
      if (!whole.every((word, index) => words[at + index] === word)) return false
      const last = words[at + whole.length]
      return !fits || (last !== undefined && fits(last))
    }
    const length = fits ? whole.length + 1 : whole.length
    return {
      ends: (words, at) => (isHere(words, at) ? [at + length] : []),
      first: whole.length > 0 ? [whole[0]!] : null,
    }
  }

  const passFillers = (words: string[], at: number): number =>
    fillers.has(words[at]!) ? passFillers(words, at + 1) : at
  const isEdge = (word: string | undefined) => word === undefined || word === ',' || edges.has(word)
  const endsClause: Part['ends'] = (words, at) => (isEdge(words[at]) ? [at] : [])
  const startsClause: Part['ends'] = (words, at) => {
    let before = at - 1
    while (fillers.has(words[before]!)) before--
    return isEdge(words[at - 1]) || isEdge(words[before]) ? [at] : []
  }

  function sequence(parts: Part[]): Part {
    const ends = (words: string[], start: number) => {
      let reached = [start]
      for (const part of parts) {
        const next: number[] = []
        for (const place of reached)
          for (let at = place; ; at++) {
            for (const end of part.ends(words, at)) if (!next.includes(end)) next.push(end)
            // No phrase starts with a filler.
            if (place === start || !fillers.has(words[at]!)) break
          }
        if (next.length === 0) return next
        reached = next
      }
      return reached
    }
    const needed = parts.findIndex(({ optional }) => !optional)
    return { ends, first: firstOf(parts.slice(0, needed + 1)) }
  }

  for (const name of Object.keys(lists)) listOf(name)
  return (list, words, from = 0) => {
    const { ends } = read.get(list)!
    for (let start = from; start < words.length; start++) {
      const found = ends(words, start)
      if (found.length > 0) return { start, end: Math.max(...found) }
    }
    return null
  }
}

/** Any of the parts. Only those that can start with the next word are tried. */
function choice(parts: Part[]): Part {
  const anywhere = parts.filter(({ first }) => first === null)
  const named = new Map(
    (firstOf(parts.filter(({ first }) => first)) ?? []).map((word) => [word, [...anywhere]]),
  )
  for (const part of parts) for (const word of new Set(part.first)) named.get(word)!.push(part)
  const ends: Part['ends'] = (words, at) => {
    const tried = named.get(words[at]!) ?? anywhere
    return tried.length > 1
      ? tried.flatMap((part) => part.ends(words, at))
      : (tried[0]?.ends(words, at) ?? [])
  }
  return { ends, first: firstOf(parts) }
}

const firstOf = (parts: Part[]): string[] | null =>
  parts.some(({ first }) => first === null) ? null : parts.flatMap(({ first }) => first!)

const gap: Part['ends'] = (words, at) => {
  const ends = [at]
  for (let end = at; ends.length <= GAP && words[end] !== undefined && words[end] !== ','; ) ends.push(++end)
  return ends
}
