import { INDUSTRIES } from '~/providers/leads/industries'
import { LOCATIONS } from '~/providers/leads/lists'
import { COMPANY_HEADS, COMPANY_TAILS, FIRST_NAMES, JOB_TITLES, KEYWORDS, LAST_NAMES } from './words'

/** The number of people, and how many work at each company. */
const PEOPLE = 20_000
const AT_EACH = 10

export interface Place {
  city: string
  state: string | null
  country: string
}

export interface Company {
  id: string
  name: string
  domain: string
  industry: { name: string; id: string }
  keywords: string[]
  employees: number
  place: Place
}

export interface SimulatedPerson {
  id: string
  firstName: string
  lastName: string
  title: string | null
  place: Place
  company: Company
  /** The address; null if the vendor has none. */
  email: string | null
  /** The search says that there is an address, but paying returns the placeholder. */
  locked: boolean
  /** The search finds the person, but no other call does. */
  gone: boolean
}

/** A stable hash of a text, below 2^32. */
export function hash(text: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

const pick = <T>(list: T[], seed: string): T => list[hash(seed) % list.length]!
const hex = (value: number) => value.toString(16).padStart(8, '0')

const PLACES: Place[] = LOCATIONS.map((name) => name.split(', '))
  .filter((parts) => parts.length === 3 || (parts.length === 2 && parts[1] !== 'United States'))
  .map((parts) => ({
    city: parts[0]!,
    state: parts.length === 3 ? parts[1]! : null,
    country: parts.at(-1)!,
  }))

/** Company sizes by their upper end, small ones most often. */
const SIZES: [number, number][] = [
  [1, 10],
  [1, 10],
  [11, 20],
  [11, 20],
  [21, 50],
  [21, 50],
  [51, 100],
  [101, 200],
  [201, 500],
  [501, 1000],
  [1001, 2000],
  [2001, 5000],
  [5001, 10_000],
  [10_001, 60_000],
]

function makeCompany(number: number): Company {
  const seed = `company ${number}`
  const head = COMPANY_HEADS[number % COMPANY_HEADS.length]!
  const tail = COMPANY_TAILS[(Math.floor(number / COMPANY_HEADS.length) * 7 + number) % COMPANY_TAILS.length]!
  const [low, high] = pick(SIZES, `${seed} size`)
  return {
    id: `${hex(hash(seed))}${hex(hash(`${seed} id`))}${hex(number)}`,
    name: `${head} ${tail}`,
    // Reserved for examples: email to it reaches nobody (RFC 2606).
    domain: `${head}-${tail}-${number}.example`.toLowerCase(),
    industry: pick(INDUSTRIES, `${seed} industry`),
    keywords: [pick(KEYWORDS, `${seed} keyword`), pick(KEYWORDS, `${seed} other keyword`)],
    employees: low + (hash(`${seed} employees`) % (high - low + 1)),
    place: pick(PLACES, `${seed} place`),
  }
}

const idOf = (number: number) =>
  `${hex(hash(`person ${number}`))}${hex(hash(`id of ${number}`))}${hex(number)}`

function makePerson(number: number, company: Company): SimulatedPerson {
  const seed = `person ${number}`
  const firstName = pick(FIRST_NAMES, `${seed} first`)
  // Adjacent last names, so that no two people of one company share an address.
  const lastName = LAST_NAMES[(hash(company.id) + (number % AT_EACH)) % LAST_NAMES.length]!
  const chance = hash(`${seed} address`) % 100
  return {
    id: idOf(number),
    firstName,
    lastName,
    title: hash(`${seed} untitled`) % 50 === 0 ? null : pick(JOB_TITLES, `${seed} title`),
    place: hash(`${seed} away`) % 4 === 0 ? pick(PLACES, `${seed} place`) : company.place,
    company,
    email: chance < 8 ? null : `${firstName}.${lastName}@${company.domain}`.toLowerCase(),
    locked: chance >= 8 && chance < 11,
    gone: chance >= 11 && chance < 13,
  }
}

let everybody: SimulatedPerson[] | undefined

/** All people, created on first use; always the same ones. */
export function allPeople(): SimulatedPerson[] {
  if (!everybody) {
    const companies = Array.from({ length: PEOPLE / AT_EACH }, (_, number) => makeCompany(number))
    everybody = Array.from({ length: PEOPLE }, (_, number) =>
      makePerson(number, companies[Math.floor(number / AT_EACH)]!),
    )
  }
  return everybody
}

let inOrder: SimulatedPerson[] | undefined

/** The same people in the service's own, meaningless order. */
export function peopleInOrder(): SimulatedPerson[] {
  inOrder ??= [...allPeople()].sort((a, b) => (a.id < b.id ? -1 : 1))
  return inOrder
}

/** The person with an id; undefined if there is none. */
export function personById(id: string): SimulatedPerson | undefined {
  const person = /^[0-9a-f]{24}$/.test(id) ? allPeople()[Number.parseInt(id.slice(16), 16)] : undefined
  return person?.id === id ? person : undefined
}
