import { eq } from 'drizzle-orm'
import { emailSends, mailAccounts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { getContact } from '~/models/contacts/contact.server'
import { enrollContacts } from '~/models/enrollments/enrollment.server'
import { changeMailbox } from '~/models/mailboxes/change.server'
import { MailboxChange, NewMailbox } from '~/models/mailboxes/mailbox'
import { createSmtpMailbox } from '~/models/mailboxes/smtp.server'
import { prepareSends } from '~/models/outbox/mail-content.server'
import { recordOutcomes } from '~/models/outbox/record.server'
import { settleNotFound } from '~/models/outbox/recovery.server'
import { startSends } from '~/models/outbox/start.server'
import { activateSequence, linkPersona } from '~/models/sequences/run.server'
import { updateSequence } from '~/models/sequences/sequence.server'
import type { Providers } from '~/providers/factory.server'
import type { SendResult, SmtpConfig, VerifyResult } from '~/providers/mail/types'
import { NOW, type Outreach, secrets } from './outreach'
import { claimAll, scanDue } from './sending'

export interface FakeServers {
  /** Every log-in that was tried. */
  tried: SmtpConfig[]
  /** The result of the next one. */
  result: VerifyResult
  providers: Providers
}

/** Mail servers that do not exist: the test defines the result of a login. */
export function fakeServers(): FakeServers {
  const servers: FakeServers = {
    tried: [],
    result: { ok: true },
    providers: {
      google: () => null,
      gmail: () => {
        throw new Error('no Gmail here')
      },
      microsoft: null,
      microsoftMailbox: () => {
        throw new Error('no Microsoft here')
      },
      smtp: () => {
        throw new Error('nothing is sent here')
      },
      verifySmtp: async (config: SmtpConfig) => {
        servers.tried.push(config)
        return servers.result
      },
      ai: null,
      domains: {
        check: () => {
          throw new Error('no names are asked for here')
        },
        mailOf: () => {
          throw new Error('no names are asked for here')
        },
      },
      webhooks: {
        problemOf: async () => null,
        post: () => {
          throw new Error('no webhooks are sent here')
        },
        close() {},
      },
      links: {
        problemOf: () => {
          throw new Error('no links are followed here')
        },
      },
      leads: () => {
        throw new Error('nobody is looked for here')
      },
      close: async () => {},
    },
  }
  return servers
}

/** Adds an SMTP mailbox that needs no spacing. @returns its id */
export async function addSmtp(
  db: Db,
  userId: string,
  now: Date,
  fields: Record<string, unknown> = {},
  servers = fakeServers(),
): Promise<string> {
  const input = NewMailbox.parse({
    email: `${crypto.randomUUID()}@sender.example`,
    smtpHost: 'smtp.sender.example',
    password: 'a password',
    dailyLimit: 1000,
    sendIntervalSeconds: 0,
    ...fields,
  })
  return (await createSmtpMailbox(db, userId, input, now, { providers: servers.providers, secrets })).id
}

/** A running sequence of one email, from one mailbox to `n` new contacts. @returns its id */
export async function runSequence(outreach: Outreach, mailboxId: string, n: number): Promise<string> {
  const { db, userId } = outreach
  const { id } = await outreach.makeSequence()
  await outreach.makeStep(id)
  await updateSequence(db, userId, id, { mailboxIds: [mailboxId] }, NOW)
  const list = await outreach.makeList()
  await outreach.makeMembers(list.id, n)
  await linkPersona(db, userId, id, list.id, NOW, secrets)
  await activateSequence(db, userId, id, NOW, secrets)
  return id
}

/** Changes a mailbox as the call does. */
export const change = (
  db: Db,
  userId: string,
  id: string,
  fields: Record<string, unknown>,
  now: Date,
  servers = fakeServers(),
) =>
  changeMailbox(db, userId, id, MailboxChange.parse(fields), now, { providers: servers.providers, secrets })

/**
 * Plans and starts what is due, without a server: rows are `sending` afterwards, each with a subject and a Message-
 * ID.
 * @returns the ids of the started sends
 */
export async function startDue(db: Db, now: Date): Promise<string[]> {
  await scanDue(db, now, new Date(now.getTime() + 60_000), secrets)
  const prepared = []
  for (const id of await claimDue(db, now)) {
    prepared.push({
      sendId: id,
      mail: { subject: 'Hi', html: '<p>Hi</p>', text: 'Hi' },
      messageId: `<${id}.${(await sendOf(db, id)).attempts + 1}@sender.example>`,
      threadId: null,
    })
  }
  return prepared.length > 0 ? [...(await startSends(db, prepared, 'a worker', now))] : []
}

/** A new contact and a running sequence whose only email this mailbox is sending to them since `due`. */
export async function startOne(outreach: Outreach, mailboxId: string, due: Date) {
  const { db, userId } = outreach
  const list = await outreach.makeList()
  const [contactId] = (await outreach.makeMembers(list.id, 1)) as [string]
  const { email } = await getContact(db, userId, contactId)
  const { id: sequenceId } = await outreach.makeSequence({ name: 'First contact' })
  await outreach.makeStep(sequenceId)
  await updateSequence(db, userId, sequenceId, { mailboxIds: [mailboxId] }, NOW)
  await activateSequence(db, userId, sequenceId, NOW, secrets)
  await enrollContacts(db, userId, sequenceId, [contactId], NOW, secrets)
  const [sendId] = (await startDue(db, due)) as [string]
  return { contactId, email, sequenceId, sendId }
}

/** A new contact and a running sequence whose only email they got at `due`, from this mailbox. */
export async function sendOne(outreach: Outreach, mailboxId: string, due: Date) {
  const one = await startOne(outreach, mailboxId, due)
  await recordResult(outreach.db, [one.sendId], ACCEPTED, due)
  return one
}

/** Plans what is due, prepares it as the send task does, and starts it. @returns the number of started emails */
export async function startRendered(
  db: Db,
  env: Parameters<typeof prepareSends>[2],
  now: Date,
): Promise<number> {
  await scan(db, now)
  const contents = await prepareSends(db, await claimDue(db, now), env)
  const prepared = contents.map((content) => content.prepared)
  return (await startSends(db, prepared, 'a worker', now)).size
}

/** Plans what is due. */
export const scan = (db: Db, now: Date) => scanDue(db, now, new Date(now.getTime() + 60_000), secrets)

/** Claims what is due, for `a worker`. @returns the ids of the claimed sends */
export const claimDue = async (db: Db, now: Date): Promise<string[]> =>
  (await claimAll(db, 'a worker', now)).map(({ id }) => id)

/** Records a server's reply to started sends: to the last attempt, unless another is named (from 1). */
export async function recordResult(
  db: Db,
  sendIds: string[],
  result: SendResult,
  now: Date,
  attempt?: number,
): Promise<void> {
  const outcomes = []
  for (const sendId of sendIds) {
    const messageId = `<${sendId}.${attempt ?? (await sendOf(db, sendId)).attempts}@sender.example>`
    outcomes.push({
      sendId,
      messageId,
      result: result.ok ? { ...result, providerId: sendId, messageId } : result,
    })
  }
  await recordOutcomes(db, outcomes, now, secrets)
}

export const ACCEPTED: SendResult = { ok: true, providerId: '', messageId: '' }

/** Makes started sends uncertain, as recovery does if no server can be asked. */
export async function loseTrack(db: Db, sendIds: string[], now: Date): Promise<void> {
  for (const id of sendIds) await settleNotFound(db, { id, checks: 0 }, now, false)
}

export const sendOf = async (db: Db, id: string) =>
  (await db.select().from(emailSends).where(eq(emailSends.id, id)))[0]!

export const findMailbox = async (db: Db, id: string) =>
  (await db.select().from(mailAccounts).where(eq(mailAccounts.id, id)))[0]!
