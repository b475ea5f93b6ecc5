import { EventEmitter } from 'node:events'
import { and, arrayContains, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import { simpleParser } from 'mailparser'
import {
  sandboxEntries,
  sandboxGoogleAccounts,
  sandboxGoogleSendAs,
  sandboxMails,
  sandboxMicrosoftAccounts,
} from '#drizzle/schema/sandbox'
import type { Clock } from '~/clock.server'
import type { Db } from '~/db.server'
import { headerOf, idsOf, splitMessage } from './message'

type MailService = (typeof sandboxMails.$inferSelect)['service']
export type StoredMail = typeof sandboxMails.$inferSelect
export type Entry = typeof sandboxEntries.$inferSelect

export interface Delivery {
  service: MailService
  raw: Buffer
  /** Envelope. */
  from: string
  to: string[]
  /** The account that keeps a copy in its Sent folder. */
  sentBy?: string
  /** The thread that the sent copy joins; if absent, a new one is started (as in Gmail's API), whatever References say. */
  threadId?: string
  /** The sent copy joins the thread that its References name, as for what is written in Gmail itself. */
  inThread?: boolean
}

/** Gmail's ids are increasing numbers of 16 hexadecimal digits; ours start high enough to look like them. */
const FIRST_ID = 0x19a0_0000_0000_0000n
export const gmailId = (entryId: number): string => (FIRST_ID + BigInt(entryId)).toString(16)
export function entryIdOf(id: string): number | null {
  if (!/^[0-9a-f]{16}$/.test(id)) return null
  const number = BigInt(`0x${id}`) - FIRST_ID
  return number > 0n && number <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(number) : null
}

/**
 * The mail store shared by all simulated services: a submitted message is in its recipient's inbox and in the Sent folder of its
 * account. Accounts see their part as Gmail shows it, with threads and history.
 */
export function createMailStore({ db, clock }: { db: Db; clock: Clock }) {
  /** Emits `mail` when this process has put something into a mailbox. */
  const changes = new EventEmitter().setMaxListeners(0)

  /** Delivers a message to each of its recipients; returns the sender's own copy if it keeps one. */
  async function deliver(mail: Delivery): Promise<{ mails: StoredMail[]; sent: Entry | null }> {
    const at = await clock.now()
    const { headers } = splitMessage(mail.raw)
    const messageId = idsOf(headerOf(headers, 'Message-ID')).at(-1) ?? ''
    const known = [...idsOf(headerOf(headers, 'References')), ...idsOf(headerOf(headers, 'In-Reply-To'))]
    const content = await readContent(mail.raw)
    const delivered = await db.transaction(async (tx) => {
      const shared = {
        service: mail.service,
        sender: mail.from.toLowerCase(),
        ...content,
        raw: mail.raw,
        deliveredAt: at,
      }
      const rows = mail.to.map((recipient) => ({ ...shared, recipient: recipient.toLowerCase() }))
      const mails = await tx.insert(sandboxMails).values(rows).returning()
      const put = (owner: string, mailId: number, labels: string[], threadId?: string) =>
        addEntry(tx, { owner, mailId, labels, threadId, messageId, known, at })
      let sent: Entry | null = null
      const owners = new Map<number, string>()
      for (const { id, recipient } of mails) owners.set(id, await ownerOf(tx, recipient))
      await lockMailboxes(tx, [...owners.values(), ...(mail.sentBy ? [mail.sentBy] : [])])
      for (const [id, owner] of owners) {
        const toSelf = owner === mail.sentBy
        if (mail.sentBy && !sent) {
          const thread = mail.inThread ? undefined : (mail.threadId ?? 'new')
          sent = await put(mail.sentBy, id, toSelf ? ['SENT', 'INBOX'] : ['SENT'], thread)
        }
        if (!toSelf) await put(owner, id, ['UNREAD', 'INBOX'])
      }
      return { mails, sent }
    })
    changes.emit('mail')
    return delivered
  }

  /** Stores a copy of a message in one of its owner's folders, as a mail client does. @returns its entry */
  async function keep(owner: string, raw: Buffer, label: string, at: Date, seen = true): Promise<Entry> {
    const { headers } = splitMessage(raw)
    const messageId = idsOf(headerOf(headers, 'Message-ID')).at(-1) ?? ''
    const known = idsOf(headerOf(headers, 'References'))
    const content = await readContent(raw)
    const entry = await db.transaction(async (tx) => {
      await lockMailboxes(tx, [owner])
      // Not a delivered message: it has no recipient.
      const mail = { service: 'person' as const, sender: owner, recipient: owner, ...content, raw }
      const [stored] = await tx
        .insert(sandboxMails)
        .values({ ...mail, deliveredAt: at })
        .returning({ id: sandboxMails.id })
      return addEntry(tx, {
        owner,
        mailId: stored!.id,
        labels: [label, ...(seen ? [] : ['UNREAD'])],
        messageId,
        known,
        at,
      })
    })
    changes.emit('mail')
    return entry
  }

  /** Puts messages into another folder under new numbers, and with `moves` removes them from where they were. @returns the numbers */
  async function copy(owner: string, ids: number[], label: string, moves: boolean): Promise<number[]> {
    const copies = await db.transaction(async (tx) => {
      await lockMailboxes(tx, [owner])
      const mine = and(eq(sandboxEntries.owner, owner), inArray(sandboxEntries.id, ids))
      const entries =
        ids.length > 0 ? await tx.select().from(sandboxEntries).where(mine).orderBy(sandboxEntries.id) : []
      if (entries.length === 0) return []
      const added = await tx
        .insert(sandboxEntries)
        .values(
          entries.map(({ id: _, labels, ...entry }) => ({
            ...entry,
            labels: [label, ...labels.filter((name) => name === 'UNREAD')],
          })),
        )
        .returning({ id: sandboxEntries.id })
      if (moves) await tx.delete(sandboxEntries).where(mine)
      return added.map(({ id }) => id)
    })
    changes.emit('mail')
    return copies
  }

  /** Messages as submitted, oldest first, without the recipients' own messages (replies, reports). */
  async function list(filter: { to?: string; subject?: string; limit?: number } = {}): Promise<StoredMail[]> {
    const rows = await db
      .select()
      .from(sandboxMails)
      .where(
        and(
          ne(sandboxMails.service, 'person'),
          filter.to ? eq(sandboxMails.recipient, filter.to.trim().toLowerCase()) : undefined,
          filter.subject
            ? sql`strpos(lower(${sandboxMails.subject}), lower(${filter.subject})) > 0`
            : undefined,
        ),
      )
      .orderBy(desc(sandboxMails.id))
      .limit(filter.limit ?? 1_000_000)
    return rows.reverse()
  }

  /** One message by its number; null if there is none. */
  async function find(id: string): Promise<StoredMail | null> {
    if (!/^\d{1,15}$/.test(id)) return null
    const [mail] = await db
      .select()
      .from(sandboxMails)
      .where(eq(sandboxMails.id, Number(id)))
    return mail ?? null
  }

  /** A unique name for a message that is about to be written. */
  async function nextLetterName(): Promise<string> {
    const [row] = await db.execute<{ number: string }>(
      sql`select nextval(pg_get_serial_sequence('sandbox.mails', 'id')) as number`,
    )
    return `letter-${row!.number}`
  }

  return { deliver, keep, copy, list, find, nextLetterName, changes, now: () => clock.now() }
}

export type MailStore = ReturnType<typeof createMailStore>

/** The parts of a message that a mail client shows. */
async function readContent(raw: Buffer): Promise<{ subject: string; html: string; text: string }> {
  const parsed = await simpleParser(raw, { skipHtmlToText: true, skipTextToHtml: true, skipImageLinks: true })
  const clean = (value: string | false | undefined) => (value || '').replaceAll('\0', '')
  return { subject: clean(parsed.subject), html: clean(parsed.html), text: clean(parsed.text) }
}

interface NewEntry {
  owner: string
  mailId: number
  labels: string[]
  /** `new` starts a thread; if absent, the thread of the messages it replies to is looked up. */
  threadId?: string
  messageId: string
  /** Message ids that this message replies to. */
  known: string[]
  at: Date
}

async function addEntry(tx: Db, entry: NewEntry): Promise<Entry> {
  const { owner, mailId, labels, messageId, at } = entry
  const threadId =
    entry.threadId === 'new' ? null : (entry.threadId ?? (await threadOf(tx, owner, entry.known)))
  const historyId = await nextHistoryId(tx, owner)
  const values = { owner, mailId, labels, messageId, historyId, internalDate: at, threadId: threadId ?? '' }
  const [added] = await tx.insert(sandboxEntries).values(values).returning()
  if (threadId) return added!
  // A new thread is named after its first message.
  const [named] = await tx
    .update(sandboxEntries)
    .set({ threadId: gmailId(added!.id) })
    .where(eq(sandboxEntries.id, added!.id))
    .returning()
  return named!
}

async function threadOf(tx: Db, owner: string, known: string[]): Promise<string | null> {
  if (known.length === 0) return null
  const [earlier] = await tx
    .select({ threadId: sandboxEntries.threadId })
    .from(sandboxEntries)
    .where(and(eq(sandboxEntries.owner, owner), inArray(sandboxEntries.messageId, known)))
    .orderBy(asc(sandboxEntries.id))
    .limit(1)
  return earlier?.threadId ?? null
}

/**
 * Entries are numbered in the order in which they become visible: reading up to one means having seen all before it. Locks are taken
 * in one order, which avoids deadlocks.
 */
async function lockMailboxes(tx: Db, owners: string[]): Promise<void> {
  for (const owner of [...new Set(owners)].sort()) {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('sandbox-mailbox'), hashtext(${owner}))`)
  }
}

/** The row lock makes an account's history strictly ordered, also across processes. */
async function nextHistoryId(tx: Db, owner: string): Promise<number> {
  const [account] = await tx
    .update(sandboxGoogleAccounts)
    .set({ historyId: sql`${sandboxGoogleAccounts.historyId} + 1` })
    .where(eq(sandboxGoogleAccounts.email, owner))
    .returning({ historyId: sandboxGoogleAccounts.historyId })
  return account?.historyId ?? 0
}

/** The owner of an address: an account's alias belongs to the account. */
async function ownerOf(tx: Db, address: string): Promise<string> {
  const [alias] = await tx
    .select({ email: sandboxGoogleAccounts.email })
    .from(sandboxGoogleSendAs)
    .innerJoin(sandboxGoogleAccounts, eq(sandboxGoogleAccounts.sub, sandboxGoogleSendAs.accountSub))
    .where(
      and(
        eq(sandboxGoogleSendAs.sendAsEmail, address),
        eq(sandboxGoogleSendAs.verificationStatus, 'accepted'),
      ),
    )
    .orderBy(desc(sandboxGoogleSendAs.isPrimary), asc(sandboxGoogleSendAs.id))
    .limit(1)
  if (alias) return alias.email
  const [account] = await tx
    .select({ email: sandboxMicrosoftAccounts.email })
    .from(sandboxMicrosoftAccounts)
    .where(arrayContains(sandboxMicrosoftAccounts.aliases, [address]))
    .limit(1)
  return account?.email ?? address
}
