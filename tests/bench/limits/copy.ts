import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import postgres from 'postgres'
import { kindOf, personOf } from '../../load/makers'

/** COPY alone: ready rows into the table of contacts, with all its indexes and triggers. */
const { DATABASE_URL, USER_ID, ROWS } = process.env
const sql = postgres(DATABASE_URL!, { max: 1, onnotice() {} })
const parts: string[] = []
let lines: string[] = []
for (let i = 0; i < Number(ROWS); i++) {
  if (kindOf(i) !== 'good') continue
  const [email, first, last, , title, company, city, , country] = personOf(i)
  lines.push(
    `${USER_ID}\t${email}\t${first}\t${last}\t${first} ${last}\t${title}\t${company}\t${city}\t${country}\tSoftware\n`,
  )
  if (lines.length === 1_000) {
    parts.push(lines.join(''))
    lines = []
  }
}
parts.push(lines.join(''))
await sql`select 1`

process.send?.({ id: 0, value: {} })
process.once('message', async ({ id }: { id: number }) => {
  const since = performance.now()
  const copy = await sql`
    copy contacts (user_id, email, first_name, last_name, name, title, organization_name, city, country, industry)
    from stdin`.writable()
  await pipeline(Readable.from(parts), copy)
  const [stored] = await sql<
    { n: number }[]
  >`select total as n from contact_stats where user_id = ${USER_ID!}`
  process.send?.({ id, value: { seconds: (performance.now() - since) / 1000, rows: stored!.n } })
})
