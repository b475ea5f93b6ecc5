import { and, eq, inArray, sql } from 'drizzle-orm'
import {
  contacts,
  emailSends,
  mailAccounts,
  sequenceContacts,
  sequences,
  settings,
  steps,
  syncCursors,
  trackingEvents,
} from '#drizzle/schema'
import type { Db } from '../db.server'
import { type EnrollmentRow, fromRow } from '../engine/row'
import type { Facts, SendFacts, SequencePlan, Snapshot } from '../engine/types'
import { CONTACT_SETTING_DEFAULTS } from './contact-settings'
import { isAmong } from './row-arrays.server'
import { toEngineStep } from './step-engine'

/** An enrollment as the engine sees it, with the ids that the engine has no need of. */
export interface Loaded {
  snapshot: Snapshot
  userId: string
  sequenceId: string
  contactId: string | null
  email: string | null
  mailboxId: string | null
  /** While this is the same, so is everything that a decision about the mail to send depends on, the time apart. */
  version: string
  /** The same for the sequence and its steps. */
  sequenceVersion: string
  /** The plan version to reach by `replan` first: the sequence was edited, and its job has not come here. Null = none. */
  replanTo: number | null
}

/** Whether the contact's domain is suppressed; with the columns of `sequence_contacts` and `contacts`. */
const domainSuppressed = sql<boolean>`exists (select 1 from suppressions d where d.user_id = sequence_contacts.user_id
  and d.domain = split_part(lower(contacts.email), '@', -1))`

/**
 * The versions (PostgreSQL's `xmin`) of the rows that a decision is made on, and what it reads of rows that change for
 * other reasons as well. What happens to an enrollment writes its row; an edit of the steps writes the sequence's.
 */
export const versionColumn = sql<string>`concat_ws(' ', sequence_contacts.xmin, contacts.xmin,
  mail_accounts.status, mail_accounts.provider, mail_accounts.imap_host is null, ${domainSuppressed})`

/** The columns of an enrollment's state. */
export const stateColumns = {
  id: sequenceContacts.id,
  status: sequenceContacts.status,
  enrolledAt: sequenceContacts.enrolledAt,
  completedAt: sequenceContacts.completedAt,
  endReason: sequenceContacts.endReason,
  currentStepId: sequenceContacts.currentStepId,
  nextAction: sequenceContacts.nextAction,
  nextActionAt: sequenceContacts.nextActionAt,
  slotAt: sequenceContacts.slotAt,
  plannedAt: sequenceContacts.plannedAt,
  momentAt: sequenceContacts.momentAt,
  fromStepId: sequenceContacts.fromStepId,
  fromReaction: sequenceContacts.fromReaction,
  holdReason: sequenceContacts.holdReason,
  heldUntil: sequenceContacts.heldUntil,
  repliedAt: sequenceContacts.repliedAt,
  visits: sequenceContacts.visits,
}

/**
 * Everything that decisions over these enrollments may depend on, read in a handful of queries however many there
 * are. The caller holds the rows' locks; `ids` that are gone are left out. The order is that of `ids`.
 */
export async function loadSnapshots(tx: Db, ids: string[], now: Date): Promise<Loaded[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .select({
      ...stateColumns,
      userId: sequenceContacts.userId,
      sequenceId: sequenceContacts.sequenceId,
      contactId: sequenceContacts.contactId,
      mailboxId: sequenceContacts.mailboxId,
      email: contacts.email,
      unsubscribed: contacts.unsubscribed,
      suppressed: contacts.suppressed,
      hardBounced: contacts.hardBounced,
      notOpenedStreak: contacts.notOpenedStreak,
      mailboxStatus: mailAccounts.status,
      mailboxProvider: mailAccounts.provider,
      imapHost: mailAccounts.imapHost,
      syncedAt: syncCursors.syncedAt,
      domainSuppressed: domainSuppressed.as('domain_suppressed'),
      version: versionColumn.as('version'),
      sequenceVersion: sql<string>`sequences.xmin::text`.as('sequence_version'),
      planVersion: sequenceContacts.planVersion,
      sequencePlanVersion: sequences.planVersion,
    })
    .from(sequenceContacts)
    .innerJoin(sequences, eq(sequences.id, sequenceContacts.sequenceId))
    .leftJoin(contacts, eq(contacts.id, sequenceContacts.contactId))
    .leftJoin(mailAccounts, eq(mailAccounts.id, sequenceContacts.mailboxId))
    .leftJoin(syncCursors, eq(syncCursors.mailAccountId, sequenceContacts.mailboxId))
    .where(isAmong(sequenceContacts.id, ids))
  const plans = await loadPlans(tx, [...new Set(rows.map((row) => row.sequenceId))])
  const limits = await notOpenLimits(tx, [...new Set(rows.map((row) => row.userId))])
  const sends = await loadSendFacts(tx, ids)
  const loaded = new Map<string, Loaded>()
  for (const row of rows) {
    const facts: Facts = {
      contact: {
        unsubscribed: row.unsubscribed ?? false,
        suppressed: row.suppressed ?? false,
        hardBounced: row.hardBounced ?? false,
        domainSuppressed: row.domainSuppressed,
        notOpenedStreak: row.notOpenedStreak ?? 0,
        maxNotOpens: limits.get(row.userId) ?? CONTACT_SETTING_DEFAULTS.maxContinuousNotOpens,
      },
      mailbox: row.mailboxStatus && {
        connected: row.mailboxStatus === 'connected',
        canRead: row.mailboxProvider === 'gmail' || row.imapHost !== null,
        lastSyncEndedAt: row.syncedAt,
      },
      ...(sends.get(row.id) ?? { lastSend: null, pendingSend: null }),
    }
    const { userId, sequenceId, contactId, mailboxId, email, version, sequenceVersion } = row
    const enrollment = fromRow(row as EnrollmentRow)
    const snapshot = { plan: plans.get(sequenceId)!, enrollment, facts, now }
    const replanTo = row.planVersion < row.sequencePlanVersion ? row.sequencePlanVersion : null
    loaded.set(row.id, {
      ...{ snapshot, userId, sequenceId, contactId, mailboxId, email, version, sequenceVersion, replanTo },
    })
  }
  return ids.flatMap((id) => loaded.get(id) ?? [])
}

/** The sequences as the engine reads them, one object each. */
export async function loadPlans(tx: Db, sequenceIds: string[]): Promise<Map<string, SequencePlan>> {
  if (sequenceIds.length === 0) return new Map()
  const found = await tx.select().from(sequences).where(isAmong(sequences.id, sequenceIds))
  const stepRows = await tx.select().from(steps).where(isAmong(steps.sequenceId, sequenceIds))
  const plans = new Map<string, SequencePlan>()
  for (const sequence of found) {
    plans.set(sequence.id, {
      timezone: sequence.timezone,
      status: sequence.status === 'running' ? 'running' : sequence.status === 'paused' ? 'paused' : 'draft',
      startDate: sequence.startDate,
      activatedAt: sequence.activatedAt,
      trackingEnabled: sequence.trackingEnabled,
      steps: stepRows.filter((step) => step.sequenceId === sequence.id).map(toEngineStep),
    })
  }
  return plans
}

/** The limit of mails in a row that were not opened, of those users who set one. */
export async function notOpenLimits(tx: Db, userIds: string[]): Promise<Map<string, number>> {
  const rows = await tx
    .select({ userId: settings.userId, value: settings.value })
    .from(settings)
    .where(and(inArray(settings.userId, userIds), eq(settings.key, 'contacts')))
  return new Map(
    rows.map(({ userId, value }) => [
      userId,
      (value as { maxContinuousNotOpens: number }).maxContinuousNotOpens,
    ]),
  )
}

/** The newest mail that went out and the row that is under way, of each enrollment. */
async function loadSendFacts(tx: Db, ids: string[]) {
  const underWay = await tx
    .select({ id: emailSends.sequenceContactId, state: emailSends.state })
    .from(emailSends)
    .where(
      and(
        isAmong(emailSends.sequenceContactId, ids),
        inArray(emailSends.state, ['scheduled', 'claimed', 'sending', 'uncertain']),
      ),
    )
  const newest = await tx
    .selectDistinctOn([emailSends.sequenceContactId], {
      id: emailSends.sequenceContactId,
      sendId: emailSends.id,
      stepId: emailSends.stepId,
      visit: emailSends.visit,
      plannedAt: emailSends.plannedAt,
      tracked: emailSends.tracked,
      openedAt: sql<
        string | null
      >`(select opened_at from email_logs l where l.email_send_id = email_sends.id)`,
      repliedAt: sql<
        string | null
      >`(select replied_at from email_logs l where l.email_send_id = email_sends.id)`,
      hits: sql<number>`(select count(*)::int from ${trackingEvents} t where t.email_send_id = email_sends.id and t.type = 'open')`,
    })
    .from(emailSends)
    .where(and(isAmong(emailSends.sequenceContactId, ids), eq(emailSends.state, 'sent')))
    .orderBy(emailSends.sequenceContactId, sql`${emailSends.sentAt} desc`, sql`${emailSends.createdAt} desc`)
  const facts = new Map<string, Pick<Facts, 'lastSend' | 'pendingSend'>>()
  for (const row of newest) {
    const openedAt = row.openedAt ? new Date(row.openedAt) : null
    const lastSend: SendFacts | null = row.stepId
      ? {
          stepId: row.stepId,
          visit: row.visit,
          plannedAt: row.plannedAt,
          tracked: row.tracked,
          openedAt,
          onlyMachineHits: !openedAt && row.hits > 0,
          repliedAt: row.repliedAt ? new Date(row.repliedAt) : null,
        }
      : null
    facts.set(row.id!, { lastSend, pendingSend: null })
  }
  for (const { id, state } of underWay) {
    facts.set(id!, { lastSend: facts.get(id!)?.lastSend ?? null, pendingSend: state as Facts['pendingSend'] })
  }
  return facts
}
