import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConversationsQuery } from '~/models/inbox/conversation'
import { listConversations } from '~/models/inbox/conversations.server'
import { type Outreach, openOutreach } from '../../support/outreach'

/** More than are looked through before the index of words is asked. */
const ROWS = 2500

let outreach: Outreach
let db: Outreach['db']
let userId: string
beforeAll(async () => {
  outreach = await openOutreach()
  ;({ db, userId } = outreach)
  // The newest is number 1; two share each moment.
  await db.execute(sql`
    with people as (
      insert into contacts (user_id, email, name) select ${userId}::uuid, n || '@many.example', '' from generate_series(1, ${ROWS}::int) n
      returning id, split_part(email, '@', 1)::int as n
    )
    insert into conversations (user_id, contact_id, subject, state, last_message_at, search)
    select ${userId}::uuid, id, n, case when n % 2 = 0 then 'done' else 'open' end, '2026-03-01'::timestamptz - n / 2 * interval '1 second',
      array_to_tsvector(array_remove(array['u' || replace(${userId}::text, '-', ''), case when n % 3 = 0 then 'often' end,
        case when n % 300 = 0 then 'seldom' end, case when n > 2000 then 'olden' end, case when n = 2400 then 'unique' end], null))
    from people`)
})
afterAll(() => outreach?.drop())

/** The numbers of all conversations that a search finds, page by page. */
async function find(query: Record<string, string>): Promise<number[]> {
  const found: number[] = []
  let cursor: string | null = null
  do {
    const asked = ConversationsQuery.parse({ ...query, limit: 50, ...(cursor ? { cursor } : {}) })
    const page: Awaited<ReturnType<typeof listConversations>> = await listConversations(db, userId, asked)
    found.push(...page.rows.map(({ subject }) => Number(subject)))
    cursor = page.cursor
  } while (cursor)
  return found
}

const all = Array.from({ length: ROWS }, (_, i) => i + 1)
test.each<[string, Record<string, string>, (n: number) => boolean]>([
  ['a frequent word', { q: 'often' }, (n) => n % 3 === 0],
  ['a rare word', { q: 'seldom' }, (n) => n % 300 === 0],
  ['a word of one old conversation', { q: 'unique' }, (n) => n === 2400],
  ['a word of old conversations only', { q: 'olden' }, (n) => n > 2000],
  ['the beginning of words', { q: 'o' }, (n) => n % 3 === 0 || n > 2000],
  ['two words', { q: 'often olden' }, (n) => n % 3 === 0 && n > 2000],
  ['a word in one state', { q: 'often', state: 'done' }, (n) => n % 6 === 0],
  ['a rare word in one state', { q: 'seldom', state: 'open' }, () => false],
  ['nothing but punctuation', { q: '?!' }, () => false],
])('a search of many conversations finds %s everywhere, newest first', async (_, query, matches) => {
  const found = await find(query)
  expect(found.toSorted((a, b) => a - b)).toEqual(all.filter(matches))
  const moments = found.map((n) => Math.floor(n / 2))
  expect(moments).toEqual(moments.toSorted((a, b) => a - b))
})
