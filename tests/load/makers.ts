/** The people of the benches and of `npm run seed -- large`: those of the sample data, combined into any number of contacts. */
import { COMPANIES, samplePeople } from '~/jobs/sandbox/sample-people'

/** Plain words fit into addresses, and the shortest come first, so that rows of few names are short. */
const plain = (texts: string[]) =>
  [...new Set(texts)].filter((text) => /^[A-Za-z]+$/.test(text)).sort((a, b) => a.length - b.length)
const all = samplePeople()
const FIRST_NAMES = plain(all.map(({ firstName }) => firstName))
const LAST_NAMES = plain(all.map(({ lastName }) => lastName))

/**
 * First and last names in these numbers. Numbers without a common divisor combine into the most names.
 * @throws RangeError for more than there are
 */
export function namePool(first: number, last: number): { first: string[]; last: string[] } {
  if (first > FIRST_NAMES.length || last > LAST_NAMES.length) throw new RangeError('not so many names')
  return { first: FIRST_NAMES.slice(0, first), last: LAST_NAMES.slice(0, last) }
}

/** All job titles. */
export const TITLES = [...new Set(all.map(({ title }) => title))].sort((a, b) => a.length - b.length)

const FEW_TITLES = TITLES.slice(0, 4)
const NAMES = namePool(7, 11)
const PLACES = COMPANIES.slice(0, 5)

const HEADER =
  'Email,First Name,Last Name,Name,Title,Organization,City,State,Country,LinkedIn URL,Headline,Apollo ID'

/** The cells of a contact, about 80 characters, so that a million fit into an import file. */
export function personOf(i: number): string[] {
  const first = NAMES.first[i % NAMES.first.length]!
  const last = NAMES.last[i % NAMES.last.length]!
  const [, city, country] = PLACES[i % PLACES.length]!
  const email = `${first}.${last}.${i.toString(36)}@people.example`.toLowerCase()
  const company = `Company ${i % 5000}`
  return [email, first, last, '', FEW_TITLES[i % FEW_TITLES.length]!, company, city, '', country, '', '', '']
}

/** The same for a short list that people look at: every name once, at the companies of the sample data. */
export function visitorOf(i: number): string[] {
  const [company, city, country] = COMPANIES[i % COMPANIES.length]!
  const first = FIRST_NAMES[i % FIRST_NAMES.length]!
  const last = LAST_NAMES[(i * 7 + 3) % LAST_NAMES.length]!
  const email = `${first}.${last}@visitors.example`.toLowerCase()
  return [email, first, last, '', TITLES[i % TITLES.length]!, company, city, '', country, '', '', '']
}

/** The kind of a row: in every hundred, one repeats an address and one has none. */
export const kindOf = (i: number): 'good' | 'twice' | 'bad' =>
  i % 100 === 50 ? 'twice' : i % 100 === 99 ? 'bad' : 'good'

/** A file with this many data rows. */
export function csvOf(rows: number, rowOf = personOf): Blob {
  const parts: string[] = [`${HEADER}\r\n`]
  for (let from = 0; from < rows; from += 10_000) {
    const lines: string[] = []
    for (let i = from; i < Math.min(rows, from + 10_000); i++) {
      const kind = kindOf(i)
      const cells = rowOf(kind === 'twice' ? i - 1 : i)
      if (kind === 'bad') cells[0] = 'no address'
      lines.push(`${cells.join(',')}\r\n`)
    }
    parts.push(lines.join(''))
  }
  return new Blob(parts, { type: 'text/csv' })
}
