import { drizzle } from 'drizzle-orm/postgres-js'
import { expect } from 'vitest'
import type { Db } from '~/db.server'
import type { TestDatabase } from './clone'

/** Tables that grow with what a user does. */
const LARGE = [
  'contacts',
  'persona_contacts',
  'email_sends',
  'email_logs',
  'sequence_contacts',
  'conversations',
]

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  /** Rows that a lossy index scan returned and the recheck removed. */
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}

/** Lists what no statement of `run` may do: scan a whole large table, or sort more than `page` rows. */
export type WrongsOf = (run: () => Promise<unknown>, page: number) => Promise<string[]>

const parts = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(parts)]
const rowsOf = (plan: Plan) => plan['Actual Rows'] * plan['Actual Loops']

/** A handle on a database, and a check of the plans of the statements sent through it. */
export function watchPlans({ sql }: TestDatabase): { db: Db; wrongsOf: WrongsOf } {
  /** The statements sent to the database. */
  const sent: { query: string; params: unknown[] }[] = []
  const logger = { logQuery: (query: string, params: unknown[]) => void sent.push({ query, params }) }

  /** The plan and the row counts of a statement. */
  async function planOf({ query, params }: (typeof sent)[number]): Promise<Plan> {
    const [row] = await sql.unsafe(`explain (analyze, format json) ${query}`, params as never[])
    const text = row!['QUERY PLAN'] as string | [{ Plan: Plan }]
    const [top] = (typeof text === 'string' ? JSON.parse(text) : text) as [{ Plan: Plan }]
    return top.Plan
  }

  const wrongsOf: WrongsOf = async (run, page) => {
    sent.length = 0
    await run()
    expect(sent.length).toBeGreaterThan(0)
    const plans = await Promise.all(sent.map(planOf))
    return plans.flatMap(parts).flatMap((part) => {
      const table = part['Relation Name']
      if (part['Node Type'] === 'Seq Scan' && LARGE.includes(table ?? '')) return `reads all of ${table}`
      if ((part['Rows Removed by Index Recheck'] ?? 0) > 50 * page)
        return `gets most of ${table} from an index`
      const sorted = /Sort/.test(part['Node Type'])
        ? (part.Plans ?? []).reduce((sum, one) => sum + rowsOf(one), 0)
        : 0
      return sorted > page * part['Actual Loops'] ? `sorts ${sorted} rows` : []
    })
  }
  return { db: drizzle(sql, { logger }), wrongsOf }
}
