import { eq, getTableColumns, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as schema from '#drizzle/schema'
import { resealAll, SEALED } from '~/models/accounts/reseal.server'
import { loadAddressKey } from '~/models/suppressions/address-key.server'
import { createSealer } from '~/secrets.server'
import { createTestDatabase, type TestDatabase } from '../../support/db'
import { createTestUser } from '../../support/people'

const OLD = 'the old secret, of more than thirty-two characters'
const NEW = 'the new secret, of more than thirty-two characters'
const ROWS = 10_000
const going = new AbortController().signal

let database: TestDatabase
let userId: string
beforeAll(async () => {
  database = await createTestDatabase()
  userId = await createTestUser(database.db)
})
afterAll(() => database.drop())

const { mailAccounts } = schema

test('reseals every secret column', () => {
  const known = new Set(SEALED.flatMap(({ columns }) => columns))
  const hashed = new Set<unknown>([schema.users.password])
  const forgotten = Object.values(schema)
    .filter((table) => is(table, PgTable))
    .flatMap((table) => Object.values(getTableColumns(table as PgTable)))
    .filter((column) => /(access|refresh)_token$|^password$|api_key$|verifier$|^sealed$/.test(column.name))
    .filter((column) => !known.has(column) && !hashed.has(column))
  expect(forgotten.map((column) => column.name)).toEqual([])
})

test('reseals 10,000 mailboxes while others read them and refresh tokens', async () => {
  const { db } = database
  const before = createSealer(OLD)
  const addressKey = await loadAddressKey(db, before)
  const rows = Array.from({ length: ROWS }, (_, i) => {
    const id = crypto.randomUUID()
    return {
      id,
      email: `box${i}@example.com`,
      access: before.seal(`access ${i}`, id),
      refresh: before.seal(`refresh ${i}`, id),
    }
  })
  await db.execute(sql`
    insert into mail_accounts (id, user_id, provider, email, account_key, access_token, refresh_token)
    select id, ${userId}, 'gmail', email, email, access, refresh
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v(id uuid, email text, access text, refresh text)`)

  // The program after its restart, which knows both, and a process that was not restarted yet and knows both as well.
  const after = createSealer(NEW, [OLD])
  const waiting = createSealer(OLD, [NEW])
  let finished = false
  const renewed = new Map<string, string>()
  const use = async () => {
    for (let n = 0; !finished; n++) {
      const sealer = n % 2 === 0 ? after : waiting
      const index = (n * 7919) % ROWS
      const { id } = rows[index]!
      const [box] = await db.select().from(mailAccounts).where(eq(mailAccounts.id, id))
      expect(sealer.open(box!.accessToken!, id)).toBe(renewed.get(id) ?? `access ${index}`)
      expect(sealer.open(box!.refreshToken!, id)).toBe(`refresh ${index}`)
      await db
        .update(mailAccounts)
        .set({ accessToken: sealer.seal(`renewed ${n}`, id) })
        .where(eq(mailAccounts.id, id))
      renewed.set(id, `renewed ${n}`)
    }
  }
  const using = use()
  await resealAll(db, after, going)
  finished = true
  await using
  // What a process that was not restarted wrote meanwhile is for the next run.
  await resealAll(db, after, going)
  const alone = createSealer(NEW)
  const all = await db.select().from(mailAccounts)
  const wrong = all.filter((box) => {
    const index = Number(/\d+/.exec(box.email)![0])
    return (
      alone.open(box.accessToken!, box.id) !== (renewed.get(box.id) ?? `access ${index}`) ||
      alone.open(box.refreshToken!, box.id) !== `refresh ${index}`
    )
  })
  expect(wrong).toEqual([])
  expect(all).toHaveLength(ROWS)
  expect(renewed.size).toBeGreaterThan(0)
  // "Once ever" and suppressions stay valid: they use the same key, resealed.
  expect(await loadAddressKey(db, alone)).toEqual(addressKey)
  await expect(loadAddressKey(db, before)).rejects.toThrow('APP_SECRET is not the one')
})

test('reports and keeps a value that neither secret opens', async () => {
  const { db } = database
  const strange = createSealer('a third secret, of more than thirty-two characters').seal('token', 'x')
  await db.update(schema.users).set({ apolloApiKey: strange }).where(eq(schema.users.id, userId))
  await expect(resealAll(db, createSealer(NEW, [OLD]), going)).rejects.toThrow(
    `users ${userId} is sealed under neither`,
  )
  const [user] = await db.select().from(schema.users).where(eq(schema.users.id, userId))
  expect(user!.apolloApiKey).toBe(strange)
})
