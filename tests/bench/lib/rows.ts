const FIRST = ['Ann', 'Bo', 'Chloe', 'Dmitri', 'Elena', 'Farid', 'Grace']
const LAST = [
  'Lee',
  'Okafor',
  'Schmidt',
  'Novak',
  'Garcia',
  'Tanaka',
  'Byrne',
  'Costa',
  'Dubois',
  'Hansen',
  'Iqbal',
]
const TITLES = ['CTO', 'Head of Sales', 'Buyer', 'Founder']
const CITIES = ['Berlin', 'Austin', 'Lyon', 'Porto', 'Leeds']
const COUNTRIES = ['Germany', 'United States', 'France', 'Portugal', 'United Kingdom']

const HEADER =
  'Email,First Name,Last Name,Name,Title,Organization,City,State,Country,LinkedIn URL,Headline,Apollo ID'

/** The cells of a contact, about 80 characters, so that a million fit into an import file. */
export function personOf(i: number): string[] {
  const first = FIRST[i % FIRST.length]!
  const last = LAST[i % LAST.length]!
  const place = i % CITIES.length
  const email = `${first}.${last}.${i.toString(36)}@people.example`.toLowerCase()
  const company = `Company ${i % 5000}`
  return [
    email,
    first,
    last,
    '',
    TITLES[i % TITLES.length]!,
    company,
    CITIES[place]!,
    '',
    COUNTRIES[place]!,
    '',
    '',
    '',
  ]
}

/** The kind of a row: in every hundred, one repeats an address and one has none. */
export const kindOf = (i: number): 'good' | 'twice' | 'bad' =>
  i % 100 === 50 ? 'twice' : i % 100 === 99 ? 'bad' : 'good'

/** A file with this many data rows. */
export function csvOf(rows: number): Blob {
  const parts: string[] = [`${HEADER}\r\n`]
  for (let from = 0; from < rows; from += 10_000) {
    const lines: string[] = []
    for (let i = from; i < Math.min(rows, from + 10_000); i++) {
      const kind = kindOf(i)
      const cells = personOf(kind === 'twice' ? i - 1 : i)
      if (kind === 'bad') cells[0] = 'no address'
      lines.push(`${cells.join(',')}\r\n`)
    }
    parts.push(lines.join(''))
  }
  return new Blob(parts, { type: 'text/csv' })
}
