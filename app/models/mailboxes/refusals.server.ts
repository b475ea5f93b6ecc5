import { and, desc, eq, sql } from 'drizzle-orm'
import { decisions, emailLogs, emailSends, mailAccounts } from '#drizzle/schema'
import { type Db, executePrepared } from '~/db.server'
import { onRefusalWithdrawn } from '~/engine/events'
import type { PlannedAction } from '~/engine/types'
import { hasRepliedElsewhere } from '~/models/enrollments/company.server'
import type { LoadedEnrollment } from '~/models/enrollments/snapshot.server'
import type { DecidedEnrollment } from '~/models/enrollments/store.server'
import { isAmong } from '~/models/shared/row-arrays.server'
import { domainOf } from '~/models/suppressions/suppression.server'
import { sharedWords } from '~/providers/mail/failure/same-words'
import type { SendResult } from '~/providers/mail/types'
import type { ProviderFailure } from '~/providers/net/failure'
import { holdForServer, type ServerHold } from './server-hold.server'

/*
 * Refusals that are about the sender although they do not say so: a server that takes nothing more from an account may refuse each email
 * with words of its own. Two permanent refusals in a row, to different domains, with the same words, hold the mailbox; and so does each
 * further one until the server takes an email again.
 */

type Send = typeof emailSends.$inferSelect

/** Two refusals further apart are not "in a row". */
const IN_A_ROW_MS = 10 * 60_000
/** An email that was refused with the same words this often, although others passed, is refused for its own sake. */
const MAX_ATTEMPTS = 3
/** The refused email comes after the others that wait: they show whether the server takes any. */
const AFTER_OTHERS_MS = 60_000
/** A reply may be read this long after it was received. */
const READ_LATER_MS = 3_600_000
/** Refusals in a row that are looked at. */
const MAX_EARLIER = 20

/** Whether a refusal may be about the sender: permanent, by the server, and not certainly about the address or the size of the email. */
export const isDoubtful = (result: SendResult): result is ProviderFailure =>
  !result.ok &&
  result.code !== undefined &&
  (result.why === 'policy' || (result.why === 'refused' && result.isUnexplained === true))

/** An email of the same mailbox that was refused shortly before. */
export interface EarlierRefusal extends Record<string, unknown> {
  id: string
  mailboxId: string
  enrollmentId: string | null
  contactId: string | null
  email: string
  detail: string
  isManual: boolean
  state: Send['state']
}

/** The emails that were refused in a row just before these, per mailbox, the newest first. */
export async function findEarlierRefusals(tx: Db, sendIds: string[], now: Date): Promise<EarlierRefusal[]> {
  if (sendIds.length === 0) return []
  const ids = sql`${sql.param(sendIds)}::uuid[]`
  const at = sql`${now.toISOString()}::timestamptz`
  const rows = await executePrepared<EarlierRefusal>(
    tx,
    sql`
    select e.* from (select distinct sender_account_id as id from email_sends where id = any(${ids})) b
    cross join lateral (
      select s.id, s.sender_account_id as "mailboxId", s.sequence_contact_id as "enrollmentId", s.contact_id as "contactId",
        s.recipient_email as email, coalesce(s.error, '') as detail, s.is_manual as "isManual", s.state
      from email_sends s left join email_logs l on l.email_send_id = s.id
      where s.sender_account_id = b.id and s.id <> all(${ids}) and s.scheduled_for > ${at} - interval '1 day'
        and s.started_at > ${at} - make_interval(secs => ${IN_A_ROW_MS / 1000}::int)
        and (s.state = 'sent' or l.failed_at is not null)
      -- Of emails that started together, nobody knows the order: the refused ones count as the later ones.
      order by s.started_at desc, s.state = 'sent', s.id desc limit ${MAX_EARLIER}
    ) e`,
  )
  const over = new Set<string>()
  return rows.filter(({ mailboxId, state }) => {
    if (state === 'sent') over.add(mailboxId)
    return !over.has(mailboxId)
  })
}

/** What the refusals of a batch say about its mailboxes. */
export interface JudgedRefusals {
  holds: ServerHold[]
  /** Earlier refusals that turned out to be about the mailbox, and when it is tried again. */
  withdrawn: { refusal: EarlierRefusal; until: Date }[]
}

/**
 * Holds the mailboxes whose servers refused emails because of their sender. In `resultOf`, these failures become `sender`, with the time of
 * the next attempt. The caller has locked the enrollments of `earlier`.
 */
export async function judgeRefusals(
  tx: Db,
  failed: Send[],
  resultOf: Map<string, SendResult>,
  earlier: EarlierRefusal[],
  now: Date,
): Promise<JudgedRefusals> {
  const judged: JudgedRefusals = { holds: [], withdrawn: [] }
  const failureOf = (send: Send) => resultOf.get(send.id) as ProviderFailure
  for (const [mailboxId, sends] of byMailbox(failed)) {
    if (!sends.some((send) => failureOf(send).why === 'sender' || isDoubtful(failureOf(send)))) continue
    const [box] = await tx
      .select()
      .from(mailAccounts)
      .where(eq(mailAccounts.id, mailboxId))
      .for('no key update')
    if (!box) continue
    for (const send of sends) {
      const { because, ...failure } = failureOf(send)
      const isItsOwn =
        because !== undefined && because !== 'limit' && send.attempts >= MAX_ATTEMPTS && box.holds === 0
      if (failure.why === 'sender' && isItsOwn) resultOf.set(send.id, { ...failure, why: 'policy' })
    }
    const before = earlier.filter((one) => one.mailboxId === mailboxId)
    const about = new Set(sends.filter((send) => failureOf(send).why === 'sender'))
    const doubtful = sends.filter((send) => isDoubtful(failureOf(send)))
    const heldFor = box.holds > 0 && box.heldDetail ? sharedWords(box.heldDetail) : ''
    const withdrawn: EarlierRefusal[] = []
    for (const send of doubtful) {
      const words = sharedWords(failureOf(send).detail)
      if (words === '') continue
      const twins = doubtful.filter((other) => sharedWords(failureOf(other).detail) === words)
      const different = before.findIndex(({ detail }) => sharedWords(detail) !== words)
      const twinsBefore = different < 0 ? before : before.slice(0, different)
      const addresses = [
        ...twins.map(({ recipientEmail }) => recipientEmail),
        ...twinsBefore.map(({ email }) => email),
      ]
      const domains = new Set(addresses.map(domainOf))
      const isRepeated = domains.size > 1 && send.attempts < MAX_ATTEMPTS
      if (!isRepeated && words !== heldFor) continue
      about.add(send)
      if (isRepeated)
        for (const refusal of twinsBefore) if (!withdrawn.includes(refusal)) withdrawn.push(refusal)
    }
    const [first] = about
    if (!first) continue
    const hold = await holdForServer(
      tx,
      mailboxId,
      { ...failureOf(first), contactEmail: first.recipientEmail, sequenceName: first.sequenceName },
      now,
    )
    if (!hold) continue
    judged.holds.push(hold)
    const until = new Date(hold.until.getTime() + AFTER_OTHERS_MS)
    for (const send of about) resultOf.set(send.id, { ...failureOf(send), why: 'sender', retryAt: until })
    judged.withdrawn.push(...withdrawn.map((refusal) => ({ refusal, until })))
  }
  return judged
}

function byMailbox(sends: Send[]): Map<string, Send[]> {
  const found = new Map<string, Send[]>()
  for (const send of sends) {
    if (!send.senderAccountId) continue
    const same = found.get(send.senderAccountId)
    if (same) same.push(send)
    else found.set(send.senderAccountId, [send])
  }
  return found
}

/** What was pending when an email was refused, as an input of the decision that ended its enrollment. */
export const pendingInput = (action: PlannedAction | null) =>
  action && {
    ...action,
    at: action.at.toISOString(),
    momentAt: action.momentAt.toISOString(),
    plannedAt: action.plannedAt.toISOString(),
    origin: action.origin && { ...action.origin },
  }

async function pendingOf(
  tx: Db,
  { snapshot: { enrollment } }: LoadedEnrollment,
): Promise<PlannedAction | null> {
  if (enrollment.action) return enrollment.action
  const [ended] = await tx
    .select({ inputs: decisions.inputs })
    .from(decisions)
    .where(and(eq(decisions.sequenceContactId, enrollment.id), eq(decisions.rule, 'ended')))
    .orderBy(desc(decisions.id))
    .limit(1)
  const { pending } = (ended?.inputs ?? {}) as { pending?: ReturnType<typeof pendingInput> }
  if (!pending) return null
  const { at, momentAt, plannedAt } = pending
  return { ...pending, at: new Date(at), momentAt: new Date(momentAt), plannedAt: new Date(plannedAt) }
}

/** Whether a reply in another sequence, or of a colleague, met the enrollment when a refusal had ended it already. */
async function repliedSince(tx: Db, { snapshot, userId, contactId }: LoadedEnrollment): Promise<boolean> {
  const { endedAt } = snapshot.enrollment
  if (!endedAt || !contactId) return false
  return hasRepliedElsewhere(tx, userId, contactId, new Date(endedAt.getTime() - READ_LATER_MS))
}

/**
 * Takes refusals back: their emails wait again, and their contacts stay where they were. Emails that the user wrote by hand stay refused, because
 * the user was told.
 * @returns the decisions to save
 */
export async function withdrawRefusals(
  tx: Db,
  withdrawn: JudgedRefusals['withdrawn'],
  loadedOf: Map<string, LoadedEnrollment>,
): Promise<DecidedEnrollment[]> {
  const decided: DecidedEnrollment[] = []
  const waiting: EarlierRefusal[] = []
  for (const { refusal, until } of withdrawn) {
    const loaded = refusal.enrollmentId ? loadedOf.get(refusal.enrollmentId) : undefined
    const action = loaded && !refusal.isManual ? await pendingOf(tx, loaded) : null
    if (!loaded || !action) continue
    const decision = onRefusalWithdrawn(loaded.snapshot, action, until, await repliedSince(tx, loaded))
    if (decision.type !== 'hold') continue
    decided.push({ loaded, decision })
    waiting.push(refusal)
  }
  if (waiting.length === 0) return []
  // The counters follow updates of the log, not its deletions.
  const ids = waiting.map(({ id }) => id)
  const logged = isAmong(emailLogs.emailSendId, ids)
  await tx.update(emailLogs).set({ failedAt: null }).where(logged)
  await tx.delete(emailLogs).where(logged)
  await tx
    .update(emailSends)
    .set({ state: 'cancelled', policyRefusedAt: null })
    .where(and(isAmong(emailSends.id, ids), eq(emailSends.state, 'failed')))
  return decided
}
