import { sql } from 'drizzle-orm'
import { type Db, executePrepared } from '~/db.server'
import { onDue } from '~/engine/decide'
import { type Loaded, versionColumn } from '~/models/enrollments/snapshot.server'
import { rowArrays } from '~/models/shared/row-arrays.server'
import type { RenderedMail } from '~/models/templates/render-mail'
import type { SendResult } from '~/providers/mail/types'

/** Longer than any provider call: only a dead worker leaves a started mail this long. */
const SENDING_SECONDS = 600

/** A mail that its provider has taken in. */
export interface KeptMail {
  sendId: string
  /** That of the try. */
  messageId: string
  result: Extract<SendResult, { ok: true }>
}

/** A mail whose content is made. */
export interface ReadyMail {
  sendId: string
  mail: RenderedMail
  messageId: string
  threadId: string | null
}

/** The visit that a claimed row stands for, and what was known when it was claimed. */
export interface Known {
  stepId: string
  visit: number
  loaded: Loaded
}

/**
 * The enrollments of `known`, locked in the common order, with the versions they have then; as a table for `with`. Of
 * the joined rows, those that stop or hold a mail write the enrollment too, which is what the lock waits for.
 */
export const lockedVersions = (known: Known[]) => sql`
  select sequence_contacts.id, ${versionColumn} as version from sequence_contacts
  left join contacts on contacts.id = sequence_contacts.contact_id
  left join mail_accounts on mail_accounts.id = sequence_contacts.mailbox_id and mail_accounts.user_id is not null
  where sequence_contacts.id = any(${sql.param(known.map((one) => one.loaded.snapshot.enrollment.id))}::uuid[])
  order by sequence_contacts.id for update of sequence_contacts`

const CONTENT_TYPES = { id: 'uuid', subject: 'text', html: 'text', text: 'text', message_id: 'text' } as const

const contentOf = ({ sendId, mail, messageId }: ReadyMail) => ({
  id: sendId,
  subject: mail.subject,
  html: mail.html,
  text: mail.text,
  message_id: messageId,
})

const KNOWN_TYPES = {
  ...CONTENT_TYPES,
  enrollment_id: 'uuid',
  version: 'text',
  sequence_id: 'uuid',
  sequence_version: 'text',
} as const

const knownOf = (mail: ReadyMail & { known: Known }) => {
  const { snapshot, version, sequenceId, sequenceVersion } = mail.known.loaded
  return {
    ...contentOf(mail),
    enrollment_id: snapshot.enrollment.id,
    version,
    sequence_id: sequenceId,
    sequence_version: sequenceVersion,
  }
}

const KEPT_TYPES = {
  id: 'uuid',
  attempt_id: 'text',
  provider_id: 'text',
  message_id: 'text',
  thread_id: 'text',
} as const

/** The assignments that keep what was accepted, for the rows of `keptRows` that `worker` still holds. */
const keep = (accepted: KeptMail[], worker: string, now: Date) => sql`
  update email_sends k set provider_id = a.provider_id, message_id = a.message_id, provider_thread_id = a.thread_id,
    accepted_at = ${now.toISOString()}::timestamptz
  from ${rowArrays(
    'a',
    KEPT_TYPES,
    accepted.map(({ sendId, messageId, result }) => ({
      id: sendId,
      attempt_id: messageId,
      provider_id: result.providerId,
      message_id: result.messageId,
      thread_id: result.threadId ?? null,
    })),
  )}
  where k.id = a.id and k.state = 'sending' and k.claimed_by = ${worker} and k.message_id = a.attempt_id`

/** Keeps that mails were accepted: if the process dies before that is recorded, recovery records it and asks nobody. */
export async function keepAccepted(db: Db, accepted: KeptMail[], worker: string, now: Date): Promise<void> {
  if (accepted.length > 0) await executePrepared(db, keep(accepted, worker, now))
}

/** The assignments that start a mail; `v` has its content. */
const started = (now: Date) => sql`state = 'sending', subject = v.subject, html_body = v.html,
  plain_text_body = v.text, message_id = v.message_id, attempts = s.attempts + 1,
  started_at = ${now.toISOString()}::timestamptz, lease_ends_at = now() + make_interval(secs => ${SENDING_SECONDS}),
  accepted_at = null, checks = 0, checked_at = null, error = null, error_code = null`

/**
 * Starts those mails about which nothing has changed since they were claimed: the engine is asked again with the
 * present time, and under the locks of their sequences and enrollments the rows that it was asked about must still have
 * their versions. A decision is a pure function, so unchanged rows would give the same one; that saves reading them.
 * One statement, and so one transaction, which also keeps what was `accepted` of mails that started before.
 * @returns the ids that start; the others have to be decided anew
 */
export async function startUnchanged(
  db: Db,
  mails: (ReadyMail & { known: Known })[],
  worker: string,
  now: Date,
  accepted: KeptMail[] = [],
): Promise<Set<string>> {
  const due = mails.filter(({ known: { loaded, stepId, visit } }) => {
    const decision = onDue({ ...loaded.snapshot, now })
    if (loaded.replanTo !== null) return false
    return decision.type === 'send' && decision.stepId === stepId && decision.visit === visit
  })
  if (due.length === 0) {
    await keepAccepted(db, accepted, worker, now)
    return new Set()
  }
  const sequenceIds = [...new Set(due.map((mail) => mail.known.loaded.sequenceId))]
  const rows = await executePrepared<{ id: string }>(
    db,
    sql`
    with locked_sequences as materialized (
      select id, xmin::text as version from sequences where id = any(${sql.param(sequenceIds)}::uuid[])
      order by id for share
    ), locked as materialized (
      select * from (${lockedVersions(due.map((mail) => mail.known))}) enrollments
      -- The sequences come first, as everywhere.
      where (select count(*) from locked_sequences) > 0
    ), kept as (
      ${keep(accepted, worker, now)} and (select count(*) from locked) >= 0
    )
    update email_sends s set ${started(now)}
    from ${rowArrays('v', KNOWN_TYPES, due.map(knownOf))}
    join locked_sequences q on q.id = v.sequence_id and q.version = v.sequence_version
    join locked e on e.id = v.enrollment_id and e.version = v.version
    where s.id = v.id and s.state = 'claimed' and s.claimed_by = ${worker}
    returning s.id`,
  )
  return new Set(rows.map((row) => row.id))
}

/** From here on a mail may have been sent. @returns the ids that `worker` still held and that start now */
export async function markSending(
  tx: Db,
  mails: ReadyMail[],
  worker: string,
  now: Date,
): Promise<Set<string>> {
  if (mails.length === 0) return new Set()
  const rows = await executePrepared<{ id: string }>(
    tx,
    sql`
    update email_sends s set ${started(now)}
    from ${rowArrays('v', CONTENT_TYPES, mails.map(contentOf))}
    where s.id = v.id and s.state = 'claimed' and s.claimed_by = ${worker}
    returning s.id`,
  )
  return new Set(rows.map((row) => row.id))
}
