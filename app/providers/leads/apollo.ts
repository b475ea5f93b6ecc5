import { type ApolloConfig, callApollo, failure, mapResult } from './call'
import { suggestLocally } from './lists'
import { readCount, readPage, readPerson, text } from './people'
import { isObject } from './response'
import {
  type LeadCriteria,
  type LeadDatabase,
  type LeadPerson,
  type LeadSuggestion,
  type LeadSuggestionKind,
  REVEAL_AT_ONCE,
} from './types'

/** How long a user who is typing waits for the vendor's suggestions, in milliseconds. */
const SUGGEST_TIMEOUT = 3_000

/** Apollo's REST API, with its search that returns no addresses (`mixed_people/api_search`). */
export function createApolloDatabase(config: ApolloConfig): LeadDatabase {
  return {
    async search(criteria, { page, perPage }, signal) {
      const body = { ...filtersOf(criteria), page, per_page: perPage }
      const result = await callApollo(config, { path: '/mixed_people/api_search', body }, signal)
      return mapResult(result, (found) => readPage(found, perPage))
    },

    async reveal(ids, signal) {
      if (ids.length > REVEAL_AT_ONCE) throw new RangeError(`at most ${REVEAL_AT_ONCE} people per call`)
      const people = new Map<string, LeadPerson>()
      if (ids.length === 0) return { ok: true, value: { people, credits: 0 } }
      if (ids.length === 1) {
        const result = await callApollo(config, { path: '/people/match', body: { id: ids[0] } }, signal)
        if (!result.ok && result.status === 404) return { ok: true, value: { people, credits: 0 } }
        if (!result.ok) return failure(result)
        const person = readPerson(result.body.person)
        if (person && person.id === ids[0]) people.set(person.id, person)
        return { ok: true, value: { people, credits: person ? null : 0 } }
      }
      const body = { details: ids.map((id) => ({ id })), reveal_personal_emails: false }
      const result = await callApollo(config, { path: '/people/bulk_match', body }, signal)
      return mapResult(result, ({ matches, credits_consumed }) => {
        // By id, never by position: some are missing, and the vendor chooses the order.
        const wanted = new Set(ids)
        for (const match of Array.isArray(matches) ? matches : []) {
          const person = readPerson(match)
          if (person && wanted.has(person.id)) people.set(person.id, person)
        }
        return { people, credits: readCount(credits_consumed) }
      })
    },

    async suggest(kind, query, signal) {
      const call = {
        path: '/tags/search',
        body: { q_tag_fuzzy_name: query, kind: TAG_KINDS[kind], display_mode: 'fuzzy_select_mode' },
        timeoutMs: SUGGEST_TIMEOUT,
        once: true,
      }
      const result = await callApollo(config, call, signal)
      // The endpoint is undocumented: if it fails for any other reason, our own list is used.
      if (!result.ok && (result.why === 'key' || result.why === 'aborted')) return failure(result)
      const tags = result.ok ? readTags(kind, result.body.tags) : []
      return { ok: true, value: tags.length > 0 ? tags : suggestLocally(kind, query) }
    },

    async check(signal) {
      const profile = { method: 'GET', path: '/users/api_profile?include_credit_usage=true' } as const
      const result = await callApollo(config, profile, signal)
      if (result.ok || result.why !== 'scope')
        return mapResult(result, ({ num_credits_remaining }) => ({
          creditsLeft: readCount(num_credits_remaining),
        }))
      // A key may be restricted to a few endpoints; the search is the one that all our features need.
      const body = { page: 1, per_page: 1 }
      const found = await callApollo(config, { path: '/mixed_people/api_search', body }, signal)
      return mapResult(found, () => ({ creditsLeft: null }))
    },
  }
}

const TAG_KINDS: Record<LeadSuggestionKind, string> = {
  person_title: 'person_title',
  location: 'location',
  industry: 'linkedin_industry',
}

const MAX_SUGGESTIONS = 10

function readTags(kind: LeadSuggestionKind, tags: unknown): LeadSuggestion[] {
  const found = new Map<string, LeadSuggestion>()
  for (const tag of Array.isArray(tags) ? tags : []) {
    if (!isObject(tag)) continue
    const name = text(tag.cleaned_name) ?? text(tag.display_name)
    const id = kind === 'industry' ? tagId(tag.id) : null
    if (name && !found.has(name)) found.set(name, { name, id })
  }
  return [...found.values()].slice(0, MAX_SUGGESTIONS)
}

const tagId = (value: unknown) => (isTagId(value) ? value : null)

/** Whether this can be one of the vendor's ids; the vendor refuses names in its place. */
const isTagId = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{24}$/i.test(value)

/** The filters under the vendor's names. Empty lists are left out, because an empty list may match nothing. */
function filtersOf(criteria: LeadCriteria): Record<string, string[]> {
  const { jobTitles, locations, locationType, industries, industryNames, employeeCounts } = criteria
  const all: Record<string, string[]> = {
    person_titles: jobTitles,
    [locationType === 'account' ? 'organization_locations' : 'person_locations']: locations,
    organization_industry_tag_ids: industries.filter(isTagId),
    q_organization_keyword_tags: [...industryNames, ...industries.filter((id) => !isTagId(id))],
    organization_num_employees_ranges: employeeCounts.map(rangeOf),
  }
  return Object.fromEntries(Object.entries(all).filter(([, values]) => values.length > 0))
}

/** `11-20` as `11,20`; the open range ends above the size of any company. */
const rangeOf = (bucket: string) => bucket.replace(/\+$/, '-1000000').replace('-', ',')
