import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMicrosoftProvider } from '~/providers/mail/microsoft/microsoft'
import { createMicrosoftOAuth } from '~/providers/microsoft/oauth'
import { createSealer } from '~/secrets.server'
import { BENCH_ENV } from '../load/programs'
import { runSeed, seeded } from '../load/random'
import { type Campaign, seedCampaign, seedPeople } from '../load/seed'
import { startMicrosoft, type TestMicrosoft } from '../providers/support/microsoft'
import { createTestDatabase, type TestDatabase } from '../support/db'
import { bySize } from '../support/sizes'
import { type Doomed, type DoomedCall, type FailPoint, openDoomed, recover, sendDue } from './support/doomed'

/**
 * The process dies at every await on PostgreSQL or Microsoft while it sends: no email is lost, none is sent twice, and none is uncertain, because
 * its draft says what became of it.
 */

const STRIDE = bySize(48, 16, 1)
/** One email a mailbox and run: Microsoft's pace would space more of them. */
const MAILBOXES = 3
/** More than the number of fail points. */
const MAX_POINTS = 300

let database: TestDatabase
let microsoft: TestMicrosoft
let campaign: Campaign
let rescuer: Doomed
const closing: (() => Promise<void>)[] = []

/** A way to Microsoft with the fail points of `call`. @returns its address */
async function openWay(call: DoomedCall): Promise<string> {
  const server = createServer(async (req, res) => {
    const body = await bodyOf(req)
    const { host: _, connection: __, 'content-length': ___, ...headers } = req.headers
    let reply: Response | undefined
    let bytes = Buffer.alloc(0)
    await call(async () => {
      reply = await fetch(microsoft.base + req.url, {
        method: req.method!,
        headers: headers as Record<string, string>,
        ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
      })
      bytes = Buffer.from(await reply.arrayBuffer())
    })
    // Microsoft's own addresses lead back to this way.
    const text = bytes.toString('latin1').replaceAll(microsoft.base, base)
    const { date = '', 'content-type': type = '' } = Object.fromEntries(reply!.headers)
    res.writeHead(reply!.status, { date, 'content-type': type })
    res.end(Buffer.from(text, 'latin1'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  closing.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return base
}

async function bodyOf(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function open(point?: FailPoint): Promise<Doomed> {
  let callNow: DoomedCall = async (work) => void (await work())
  const way = await openWay((work, isMail) => callNow(work, isMail))
  return openDoomed(database, { ids: {} }, point, (call, real) => {
    callNow = call
    return {
      ...real,
      microsoft: createMicrosoftOAuth(microsoft.config),
      microsoftMailbox: (credentials) =>
        createMicrosoftProvider({ ...credentials, config: { ...microsoft.config, apiBaseUrl: way } }),
    }
  })
}

beforeAll(async () => {
  database = await createTestDatabase()
  microsoft = await startMicrosoft()
  campaign = await seedCampaign(database, { port: 9, mailboxes: MAILBOXES })
  const sealer = createSealer(BENCH_ENV.APP_SECRET)
  for (const [i, id] of campaign.mailboxIds.entries()) {
    const { tokens, user } = await microsoft.connect(`box${i}@bench.example`)
    await database.sql`
      update mail_accounts set provider = 'microsoft', account_key = ${`microsoft:${user.sub}`}, smtp_host = null,
        access_token = ${sealer.seal(tokens.accessToken, id)}, refresh_token = ${sealer.seal(tokens.refreshToken!, id)},
        token_expires_at = ${tokens.expiresAt!.toISOString()} where id = ${id}`
  }
  rescuer = await open()
})
afterAll(async () => {
  await rescuer?.close()
  await Promise.all(closing.map((close) => close()))
  await microsoft?.close()
  await database?.drop()
})

/** Makes one pending email of each mailbox due. */
async function makeDue(): Promise<void> {
  for (const mailboxId of campaign.mailboxIds)
    await database.sql`
      update sequence_contacts set next_action_at = now() - interval '1 minute', slot_at = now() - interval '1 minute',
        planned_at = now() - interval '1 minute'
      where id in (select id from sequence_contacts
        where mailbox_id = ${mailboxId} and next_action_at > now() + interval '100 days' order by id limit 1)`
}

/** Another worker finishes, without the pauses between attempts and between two emails of a mailbox. */
async function finish(): Promise<void> {
  const { sql } = database
  for (;;) {
    await sql`
      update email_sends set lease_ends_at = now(), started_at = started_at - interval '3 minutes'
      where state in ('claimed', 'sending')`
    await sql`update email_sends set scheduled_for = now() where state = 'scheduled'`
    await sql`update mailbox_paces set last_slot_at = null`
    await sql`
      update sequence_contacts set next_action_at = now() - interval '1 minute', slot_at = now() - interval '1 minute',
        planned_at = now() - interval '1 minute', hold_reason = null
      where status = 'active' and next_action = 'send' and next_action_at between now() and now() + interval '100 days'`
    await recover(rescuer.app, 'rescuer')
    await sendDue(rescuer.app, 'rescuer')
    const [row] = await sql<{ open: boolean }[]>`
      select exists (select 1 from email_sends where state in ('scheduled', 'claimed', 'sending'))
        or exists (select 1 from sequence_contacts
          where status = 'active' and next_action = 'send' and next_action_at < now() + interval '100 days') as open`
    if (!row!.open) return
  }
}

/** Breaks a run at one fail point and finishes it. @returns whether the run reached that point */
async function breakAt(point: FailPoint, name: string): Promise<boolean> {
  await makeDue()
  const doomed = await open(point)
  await Promise.race([sendDue(doomed.app, name).catch(() => {}), doomed.died])
  const wasHit = doomed.hit()
  if (!wasHit) await doomed.close()
  await finish()
  return wasHit
}

/** How often each address got an email, and what is left of drafts. */
async function outcome() {
  const { db } = microsoft
  const mails = await db.execute<{ recipient: string; n: number }>(
    `select recipient, count(*)::int as n from sandbox.mails where service = 'microsoft' group by 1`,
  )
  const [drafts] = await db.execute<{ n: number }>(
    'select count(*)::int as n from sandbox.microsoft_drafts where entry_id is null and not is_deleted',
  )
  return { twice: mails.filter(({ n }) => n > 1), sent: mails.length, drafts: drafts!.n }
}

test.each(['before', 'after'] as const)(
  'dying at each await, %s the other side acted, loses and doubles nothing',
  async (when) => {
    const random = seeded(runSeed(`microsoft, ${when}`))
    await seedPeople(database, campaign, MAILBOXES * Math.ceil(MAX_POINTS / STRIDE + 1), '1 year', `${when}-`)
    let at = 1 + Math.floor(random() * STRIDE)
    while (await breakAt({ at, when, fault: 'process' }, `${when}-${at}`)) at += STRIDE
    process.stdout.write(`microsoft: killed ${when} ${at - STRIDE} awaits\n`)
    expect(at).toBeGreaterThan(30)
    expect(at - STRIDE).toBeLessThan(MAX_POINTS)
    await database.sql`delete from sequence_contacts where next_action_at > now() + interval '100 days'`
    const states = await database.sql`
      select c.status, s.state, count(*)::int as n from sequence_contacts c
      join email_sends s on s.sequence_contact_id = c.id where s.state <> 'cancelled' group by 1, 2`
    const [people] = await database.sql`select count(*)::int as n from sequence_contacts`
    expect(states).toEqual([{ status: 'active', state: 'sent', n: people!.n }])
    expect(await outcome()).toEqual({ twice: [], sent: people!.n, drafts: 0 })
  },
)
