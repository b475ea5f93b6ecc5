import { afterAll, beforeAll, expect, test } from 'vitest'
import { runSeed, seeded } from '../load/random'
import { type Campaign, seedCampaign, seedPeople } from '../load/seed'
import { createTestDatabase, type TestDatabase } from '../support/db'
import { bySize } from '../support/sizes'
import { type Doomed, finish, openDoomed, type Post, syncInbox } from './support/doomed'

/** People in each broken run: each replies twice, and the user answers in between, in another mail program. */
const PEOPLE = 2
/** More than the number of fail points. */
const MAX_POINTS = 400
/** Breaks every Nth fail point, from a random start; the full size breaks each. */
const STRIDE = bySize(60, 30, 1)

let database: TestDatabase
let campaign: Campaign
let rescuer: Doomed
let mailboxId: string
const post: Post = { ids: {}, inbox: [] }

beforeAll(async () => {
  database = await createTestDatabase()
  campaign = await seedCampaign(database, { port: 9, mailboxes: 1 })
  mailboxId = campaign.mailboxIds[0]!
  await database.sql`update mail_accounts set imap_host = '127.0.0.1'`
  rescuer = await openDoomed(database, post)
  await syncInbox(rescuer.app, 'first', mailboxId)
})
afterAll(async () => {
  await rescuer?.close()
  await database?.drop()
})

let messages = 0

/** Puts a message into the mailbox. @returns its Message-ID */
function receive(from: string, repliesTo: string[], text: string, sent = false): string {
  messages += 1
  const messageId = `<message-${messages}@people.example>`
  const raw = Buffer.from(
    [
      `From: ${sent ? 'box0@bench.example' : from}`,
      `To: ${sent ? from : 'box0@bench.example'}`,
      'Subject: Re: Hello',
      `Message-ID: ${messageId}`,
      `References: ${repliesTo.join(' ')}`,
      '',
      text,
      '',
    ].join('\r\n'),
  )
  post.inbox!.push({
    providerId: `INBOX:1:${messages}`,
    raw,
    receivedAt: new Date(),
    attachments: [],
    ...(sent ? { sent } : {}),
  })
  return messageId
}

/** Sends an email to new people, and fills the mailbox with their conversations. */
async function correspond(prefix: string): Promise<void> {
  await seedPeople(database, campaign, PEOPLE, '-1 minute', prefix)
  await finish(database, rescuer.app, 'rescuer')
  const sends = await database.sql<{ to: string; messageId: string }[]>`
    select recipient_email as to, message_id as "messageId" from email_sends where recipient_email like ${`${prefix}%`}`
  expect(sends).toHaveLength(PEOPLE)
  for (const { to, messageId } of sends) {
    const reply = receive(to, [messageId], `Tell me more, says ${to}`)
    const own = receive(to, [messageId, reply], `Here it is, ${to}`, true)
    // Some programs name only the message that they reply to.
    receive(to, [own], `Thank you, says ${to}`)
    receive('friend@home.example', ['<elsewhere@home.example>'], 'This is private')
  }
}

test.each(['before', 'after'] as const)(
  'no message is lost or shown twice when a sync dies at any await, %s the database acted',
  async (when) => {
    const random = seeded(runSeed(`inbox, ${when}`))
    let at = 1 + Math.floor(random() * STRIDE)
    for (let wasHit = true; wasHit; at += STRIDE) {
      await correspond(`${when}-${at}-`)
      const doomed = await openDoomed(database, post, { at, when, fault: 'process' })
      await Promise.race([syncInbox(doomed.app, `${when}-${at}`, mailboxId), doomed.died])
      wasHit = doomed.hit()
      const ports = doomed.ended()
      while (
        (await database.sql`select 1 from pg_stat_activity where client_port = any(${ports})`).length > 0
      );
      if (!wasHit) await doomed.close()
      await syncInbox(rescuer.app, 'rescuer', mailboxId)
    }
    expect(at).toBeGreaterThan(60)
    expect(at).toBeLessThan(MAX_POINTS)
    await check()
  },
)

/** Each person has one conversation with each of the three messages once; no other message is stored. */
async function check(): Promise<void> {
  const people = await database.sql<
    { kinds: string[]; unread: boolean; notified: number; snippet: string }[]
  >`
    select array(select kind from inbound_messages m where m.conversation_id = c.id order by m.received_at, m.id) as kinds,
      unread, snippet, (select count(*)::int from notifications n where n.metadata ->> 'contactId' = c.contact_id::text) as notified
    from conversations c`
  const [enrolled] = await database.sql`select count(*)::int as n from sequence_contacts`
  expect(people).toHaveLength(enrolled!.n)
  for (const person of people)
    expect(person).toEqual({
      kinds: ['reply', 'own', 'reply'],
      unread: true,
      notified: 2,
      snippet: expect.stringMatching(/^Thank you/),
    })
  expect(await database.sql`select 1 from inbound_messages where conversation_id is null`).toHaveLength(0)
  const private_ = await database.sql`
    select 1 from inbound_messages where from_email like '%home.example' or text like '%private%' or body like '%private%'`
  expect(private_).toHaveLength(0)
}
