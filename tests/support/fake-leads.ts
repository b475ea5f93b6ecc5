import type { LeadCriteria, LeadDatabase, LeadFailure, LeadPerson } from '~/providers/leads/types'

export const NO_CRITERIA: LeadCriteria = {
  jobTitles: [],
  locations: [],
  locationType: 'contact',
  industries: [],
  industryNames: [],
  employeeCounts: [],
}

export interface FakeLeads {
  database: LeadDatabase
  /** What was asked: pages of searches, ids of reveals. */
  searched: number[]
  revealed: string[][]
  /** Revealed leads: none twice. */
  paid: Set<string>
  /** What the next calls return instead, each once. */
  failures: LeadFailure[]
  /** Credits that are left. */
  credits: number
  /** The number of leads. */
  people: number
  /** Called when a call arrives, and when its work is done. */
  around(when: 'before' | 'after'): Promise<void>
}

export const leadId = (n: number) => n.toString(16).padStart(24, '0')

/**
 * A fake lead database. Of every ten leads the fourth has no address, the seventh needs no reveal, and the ninth is
 * not found.
 */
export function fakeLeads(people: number): FakeLeads {
  const leads: FakeLeads = {
    searched: [],
    revealed: [],
    paid: new Set(),
    failures: [],
    credits: Number.POSITIVE_INFINITY,
    people,
    around: async () => {},
    database: {
      async search(_, { page, perPage }) {
        await leads.around('before')
        leads.searched.push(page)
        const failure = leads.failures.shift()
        const count = Math.max(0, Math.min(perPage, leads.people - (page - 1) * perPage))
        await leads.around('after')
        return (
          failure ?? {
            ok: true,
            value: {
              leads: Array.from({ length: count }, (_, i) => teaser((page - 1) * perPage + i + 1)),
              totalEntries: leads.people,
              totalPages: Math.ceil(leads.people / perPage),
            },
          }
        )
      },
      async reveal(ids) {
        await leads.around('before')
        leads.revealed.push(ids)
        const found = ids.filter((id) => Number.parseInt(id, 16) % 10 !== 9)
        const fresh = found.filter((id) => !leads.paid.has(id))
        const failure =
          leads.failures.shift() ??
          (fresh.length > leads.credits
            ? ({ ok: false, why: 'credits', detail: 'Insufficient credits.' } as const)
            : null)
        if (!failure) {
          leads.credits -= fresh.length
          for (const id of fresh) leads.paid.add(id)
        }
        await leads.around('after')
        if (failure) return failure
        return {
          ok: true,
          value: { people: new Map(found.reverse().map((id) => [id, personOf(id)])), credits: fresh.length },
        }
      },
      suggest: async () => ({ ok: true, value: [] }),
      check: async () => ({ ok: true, value: { creditsLeft: leads.credits } }),
    },
  }
  return leads
}

function teaser(n: number) {
  return {
    id: leadId(n),
    firstName: `First${n}`,
    lastName: 'O***e',
    title: 'CTO',
    organizationName: 'Northwind',
    logoUrl: null,
    linkedinUrl: null,
    city: null,
    state: null,
    country: null,
    hasEmail: n % 10 !== 4,
    email: null,
  }
}

function personOf(id: string): LeadPerson {
  const n = Number.parseInt(id, 16)
  return {
    id,
    email: n % 10 === 7 ? null : `lead${n}@leads.example`,
    firstName: `First${n}`,
    lastName: 'Oakes',
    name: `First${n} Oakes`,
    title: 'CTO',
    headline: null,
    linkedinUrl: null,
    city: 'Berlin',
    state: null,
    country: 'Germany',
    organizationName: 'Northwind',
    organization: { name: 'Northwind', industry: 'software' },
    employmentHistory: null,
  }
}
