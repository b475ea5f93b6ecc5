import { type Place, peopleInOrder, type SimulatedPerson } from './world'

/** Search filters as received, from the body (`person_titles`) or the query (`person_titles[]`). */
export type Filters = Record<string, unknown>

const texts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]).map((text) =>
    String(text).trim().toLowerCase(),
  )

type Test = (person: SimulatedPerson) => boolean

/** The people who match all filters, in the service's own order. */
export function findPeople(filters: Filters): SimulatedPerson[] {
  const tests = [
    anyOf(filters.person_titles, (title) => {
      const words = title.split(/\s+/)
      return ({ title: own }) => !!own && words.every((word) => own.toLowerCase().split(' ').includes(word))
    }),
    anyOf(filters.person_locations, (place) => inPlace(place, (person) => person.place)),
    anyOf(filters.organization_locations, (place) => inPlace(place, (person) => person.company.place)),
    anyOf(filters.organization_industry_tag_ids, (id) => (person) => person.company.industry.id === id),
    anyOf(
      filters.q_organization_keyword_tags,
      (tag) =>
        ({ company }) =>
          company.keywords.some((keyword) => keyword.includes(tag)) || company.industry.name.includes(tag),
    ),
    anyOf(filters.organization_num_employees_ranges, (range) => {
      const [low = 0, high = Number.POSITIVE_INFINITY] = range.split(',').map(Number)
      return ({ company }) => company.employees >= low && company.employees <= high
    }),
    anyOf(filters.q_keywords, (words) => (person) => wordsOf(person).includes(words)),
  ].filter((test) => test !== null)
  return peopleInOrder().filter((person) => tests.every((test) => test(person)))
}

/** A test that one of the values must pass; null if there are no values, which then do not restrict. */
function anyOf(value: unknown, make: (text: string) => Test): Test | null {
  const tests = texts(value).filter(Boolean).map(make)
  return tests.length === 0 ? null : (person) => tests.some((test) => test(person))
}

/** `Austin, Texas, United States` must match in all parts; `Texas` matches everyone there. */
function inPlace(wanted: string, placeOf: (person: SimulatedPerson) => Place): Test {
  const parts = wanted.split(',').map((part) => part.trim())
  return (person) => {
    const { city, state, country } = placeOf(person)
    const own = [city, state ?? '', country].map((part) => part.toLowerCase())
    return parts.every((part) => own.includes(part))
  }
}

const wordsOf = ({ firstName, lastName, title, company }: SimulatedPerson) =>
  `${firstName} ${lastName} ${title ?? ''} ${company.name}`.toLowerCase()
