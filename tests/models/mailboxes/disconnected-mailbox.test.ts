import { and, eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  emailSends,
  inboundMessages,
  mailAccounts,
  sequenceContacts,
  sequences,
  users,
} from '#drizzle/schema'
import type { Db } from '~/db.server'
import { listWatchable, startSync } from '~/models/inbound/sync.server'
import { saveConsented } from '~/models/mailboxes/consent/consented.server'
import { disconnectMailbox } from '~/models/mailboxes/disconnect.server'
import { checkMailboxDomains } from '~/models/mailboxes/domain-health.server'
import {
  getMailbox,
  listMailboxes,
  listMailboxesByEmail,
  listMailboxesToSync,
  listQuotas,
  listSenders,
  setDefaultMailbox,
} from '~/models/mailboxes/mailbox.server'
import { openMailbox } from '~/models/mailboxes/open.server'
import { expireMailbox } from '~/models/mailboxes/status.server'
import { claimSends, nextSlotAt } from '~/models/outbox/claim.server'
import { prepareSends } from '~/models/outbox/mail-content.server'
import { listMailboxesToSearch, listUnknownSends } from '~/models/outbox/recovery.server'
import { startSends } from '~/models/outbox/start.server'
import { startTestSend } from '~/models/outbox/test-mail.server'
import { updateSequence } from '~/models/sequences/sequence.server'
import { getTemplate } from '~/models/templates/template.server'
import type { Providers } from '~/providers/factory.server'
import type { OAuthTokens } from '~/providers/net/oauth'
import { claimReady, lockAwaited, WORKER } from '../../faults/support/race'
import { addSmtp, change, fakeServers, findMailbox } from '../../support/mailing'
import { LATER, NOW, refused, secrets } from '../../support/outreach'
import { DUE, disconnectByJob, openStage, queued, remove, type Stage } from '../../support/removal'
import { scanDue } from '../../support/sending'

/** A mailbox with many enrollments, just disconnected, before its job runs. */

let stage: Stage
let db: Db
beforeEach(async () => {
  stage = await openStage()
  db = stage.db
})
afterEach(() => stage?.drop())

/** A message that was read in it is enough to name a mailbox. @returns the token to revoke */
async function disconnectNamed(userId: string, id: string): Promise<string | null> {
  const message = { userId, mailAccountId: id, providerId: id, kind: 'reply' as const, receivedAt: NOW }
  await db.insert(inboundMessages).values(message)
  return (await disconnectMailbox(db, userId, id, DUE, secrets, 0)).token
}

const links = { appUrl: 'https://links.example', appIsLoopback: false, google: null, microsoft: null }

test('is not listed and cannot be chosen', async () => {
  const { userId, gone, other } = stage
  await disconnectByJob(stage)
  expect((await listMailboxes(db, userId)).map((box) => box.id)).toEqual([other])
  expect((await listSenders(db, userId)).map((box) => box.accountId)).toEqual([other])
  expect((await listQuotas(db, userId, DUE)).map((quota) => quota.accountId)).toEqual([other])
  expect(await listMailboxesByEmail(db, 'gone@sender.example')).toEqual([])
  const unknown = 'NOT_FOUND: Mailbox not found'
  const template = await getTemplate(db, userId, stage.templateId)
  const test = (senderAccountId: string | null) =>
    startTestSend(
      db,
      userId,
      template,
      { email: 'me@sender.example', senderAccountId, sendAsEmail: null, templateId: stage.templateId },
      DUE,
      links,
    )
  for (const work of [
    () => getMailbox(db, userId, gone),
    () => setDefaultMailbox(db, userId, gone),
    () => change(db, userId, gone, { displayName: 'Ann' }, DUE),
    () => updateSequence(db, userId, stage.alone, { mailboxIds: [other, gone] }, DUE),
    () => updateSequence(db, userId, stage.alone, { senderAccountId: gone }, DUE),
    () => disconnectMailbox(db, userId, gone, DUE, secrets),
    () => checkMailboxDomains(db, userId, gone, fakeServers().providers.domains),
    () => test(gone),
  ])
    expect(await refused(work())).toBe(unknown)
  expect((await test(null)).mailboxId).toBe(other)
  const sendAs = updateSequence(db, userId, stage.alone, { sendAsEmail: 'gone@sender.example' }, DUE)
  expect(await refused(sendAs)).toMatch(/^INVALID/)
  const named = await db.select().from(sequences)
  for (const { mailboxIds, senderAccountId } of named)
    expect([...mailboxIds, senderAccountId]).not.toContain(gone)
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  expect(user!.defaultSenderAccountId).toBe(other)
})

test('is not synced, and its secrets stay deleted', async () => {
  const { userId } = stage
  let renew: (tokens: OAuthTokens) => Promise<void> = async () => {}
  const providers = {
    ...fakeServers().providers,
    gmail: ({ onTokens }: { onTokens: typeof renew }) => {
      renew = onTokens
      return { close: async () => {} }
    },
  } as unknown as Providers
  const gmail = await addGmail(userId, 'sub-1')
  await openMailbox(db, gmail, { providers, secrets })
  for (const id of [stage.gone, gmail]) {
    await disconnectNamed(userId, id)
    expect(await listMailboxesToSync(db, 0)).not.toContain(id)
    expect((await listWatchable(db, 100)).map((box) => box.id)).not.toContain(id)
    expect(await startSync(db, id)).toBeNull()
    expect(await refused(openMailbox(db, id, { providers, secrets }))).toMatch(/^NOT_FOUND/)
    await expireMailbox(db, id, 'revoked', NOW)
    await renew({ accessToken: 'new', refreshToken: 'new', expiresAt: LATER })
    expect(await findMailbox(db, id)).toMatchObject({
      ...{ userId: null, status: 'disconnected', statusDetail: null },
      ...{ accessToken: null, refreshToken: null, tokenExpiresAt: null, password: null },
    })
  }
})

test('plans, claims and prepares no sends, and holds no slots', async () => {
  const open = () => db.select().from(emailSends).where(eq(emailSends.stage, 'open')).orderBy(emailSends.id)
  const before = await open()
  const own = before.filter((send) => send.senderAccountId === stage.gone)
  expect(new Set(own.map((send) => send.state))).toEqual(new Set(['scheduled', 'claimed', 'sending']))
  await disconnectByJob(stage)
  expect(await claimSends(db, stage.other, 'another', DUE)).not.toEqual([])
  expect(await claimSends(db, stage.gone, 'another', DUE)).toEqual([])
  expect(await nextSlotAt(db, stage.gone, DUE)).toBeNull()
  const ids = own.filter((send) => send.state === 'claimed').map((send) => send.id)
  expect(await prepareSends(db, ids, links)).toEqual([])
  const people = () =>
    db
      .select()
      .from(sequenceContacts)
      .where(and(eq(sequenceContacts.mailboxId, stage.gone), eq(sequenceContacts.nextAction, 'send')))
  await db.execute(sql`update sequence_contacts set next_action_at = ${DUE.toISOString()}::timestamptz
    where status = 'active' and hold_reason is null and id not in (
      select sequence_contact_id from email_sends where state = 'sending')`)
  await scanDue(db, DUE, new Date(DUE.getTime() + 60_000), secrets)
  const planned = (await open()).filter((send) => !before.some(({ id }) => id === send.id))
  for (const send of planned) expect(send.senderAccountId).toBe(stage.other)
  const reasons = (await people()).map((one) => one.holdReason)
  expect(reasons).toContain('no_mailbox')
  expect(reasons).not.toContain('mailbox_not_connected')
})

test('keeps prepared sends pending', async () => {
  await db.execute(sql`update email_sends set state = 'scheduled', claimed_by = null where state = 'claimed'`)
  const ready = await claimReady(db, DUE)
  const sends = await db.select().from(emailSends).where(eq(emailSends.sequenceId, stage.byDefault))
  const ofDefault = ready.filter(({ sendId }) => sends.some(({ id }) => id === sendId))
  expect(ofDefault).not.toEqual([])
  let starting: Promise<Set<string>> = Promise.resolve(new Set())
  await db.transaction(async (tx) => {
    await disconnectByJob({ ...stage, db: tx })
    starting = startSends(db, ofDefault, WORKER, DUE)
    starting.catch(() => {})
    await lockAwaited(db, starting)
  })
  expect(await starting).toEqual(new Set())
})

test('makes unanswered hand-overs uncertain', async () => {
  await db.execute(sql`update email_sends set lease_ends_at = now() where state = 'sending'`)
  const ids = async (mailboxId: string | null) =>
    (await listUnknownSends(db, DUE, mailboxId)).map(({ id }) => id)
  expect(await listMailboxesToSearch(db, DUE)).toContain(stage.gone)
  const asked = await ids(stage.gone)
  expect(asked).not.toEqual([])
  await disconnectByJob(stage)
  expect(await listMailboxesToSearch(db, DUE)).not.toContain(stage.gone)
  expect(await ids(stage.gone)).toEqual([])
  expect(await ids(null)).toEqual(expect.arrayContaining(asked))
})

const addGmail = (userId: string, sub: string, refreshToken: string | null = 'refresh') =>
  saveConsented(
    db,
    userId,
    {
      ...{ provider: 'gmail', googleUserId: sub },
      identity: { sub, email: `${sub}@gmail.example`, name: 'Ann', organization: null },
      tokens: { accessToken: 'access', refreshToken, expiresAt: LATER },
      ...{ scopes: [], aliases: [], timezone: 'UTC' },
    },
    NOW,
    secrets,
  )

describe('the token to revoke', () => {
  test('is returned unless another mailbox shares the address', async () => {
    const { userId, strangerId } = stage
    const [own, shared] = [await addGmail(userId, 'own'), await addGmail(userId, 'shared')]
    const theirs = await addGmail(strangerId, 'shared')
    expect(await disconnectNamed(userId, own)).toBe('refresh')
    expect(await disconnectNamed(userId, shared)).toBeNull()
    // Only one mailbox is left, although the other's row still exists.
    expect(await disconnectNamed(strangerId, theirs)).toBe('refresh')
    expect(await db.select().from(mailAccounts).where(eq(mailAccounts.status, 'disconnected'))).toHaveLength(
      3,
    )
  })
})

describe('the default', () => {
  const disconnect = (id: string, atOnce?: number) =>
    disconnectMailbox(db, stage.userId, id, DUE, secrets, atOnce)

  test.each([
    ['at once', undefined],
    ['by a job', 0],
  ])('passes to the oldest sending mailbox, %s', async (_, atOnce) => {
    const { userId, gone, other } = stage
    const youngest = await addSmtp(db, userId, LATER, { email: 'young@sender.example' })
    await db.update(mailAccounts).set({ status: 'token_expired' }).where(eq(mailAccounts.id, other))
    expect((await disconnect(gone, atOnce)).nextDefault).toBe('young@sender.example')
    expect(await getMailbox(db, userId, youngest)).toMatchObject({ isDefault: true })
    // Where none can send, one that may again.
    expect((await disconnect(youngest, atOnce)).nextDefault).toBe('other@sender.example')
    expect((await disconnect(other, atOnce)).nextDefault).toBeNull()
  })

  test('stays when another mailbox is disconnected', async () => {
    expect((await disconnect(stage.other)).nextDefault).toBeNull()
    expect(await getMailbox(db, stage.userId, stage.gone)).toMatchObject({ isDefault: true })
  })
})

describe('the same address', () => {
  test('can be connected again as a new mailbox', async () => {
    const { userId, gone } = stage
    await disconnectByJob(stage)
    const again = await addSmtp(db, userId, DUE, { email: 'GONE@sender.example' })
    expect(again).not.toBe(gone)
    expect((await listMailboxes(db, userId)).map((box) => box.id)).toContain(again)
    expect(await getMailbox(db, userId, again)).toMatchObject({ isDefault: false, status: 'connected' })
    // It is disconnected again before the first removal has finished.
    await disconnectNamed(userId, again)
    expect(await queued(db, 'remove-mailbox')).toHaveLength(2)
    await addSmtp(db, userId, DUE, { email: 'gone@sender.example' })
    await remove(stage)
    await remove({ db, gone: again })
    expect(await db.select().from(mailAccounts)).toHaveLength(2)
  })

  test('of Google needs new consent and keeps its daily count', async () => {
    const { userId } = stage
    const id = await addGmail(userId, 'ann')
    const { accountKey } = await findMailbox(db, id)
    await disconnectNamed(userId, id)
    expect(await refused(addGmail(userId, 'ann', null))).toMatch(
      /^CONFLICT: Google did not grant offline access/,
    )
    const again = await addGmail(userId, 'ann')
    expect(again).not.toBe(id)
    expect(await findMailbox(db, again)).toMatchObject({ accountKey, status: 'connected', userId })
  })
})
