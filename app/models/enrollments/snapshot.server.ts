import { and, eq, inArray, sql } from 'drizzle-orm'
import {
  contacts,
  mailAccounts,
  sequenceContacts,
  sequences,
  settings,
  steps,
  syncCursors,
} from '#drizzle/schema'
import { type Db, executePrepared } from '~/db.server'
import { type EnrollmentRow, fromRow } from '~/engine/row'
import type { Facts, SendFacts, SequencePlan, Snapshot } from '~/engine/types'
import { CONTACT_SETTING_DEFAULTS } from '~/models/accounts/contact-settings'
import { isOwned } from '~/models/shared/mailbox-owner.server'
import { isAmong, ofEach } from '~/models/shared/row-arrays.server'
import { toEngineStep } from './step-engine'

/** An enrollment as the engine sees it, with the ids that the engine has no need of. */
export interface Loaded {
  snapshot: Snapshot
  userId: string
  sequenceId: string
  contactId: string | null
  email: string | null
  /** Null as well once it was disconnected. */
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

/** The version of the enrollment's own row: all that a decision about a mail that is out depends on, the steps apart. */
export const stateVersion = ({ version }: Loaded): string => version.slice(0, version.indexOf(' '))

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
      mailboxId: mailAccounts.id,
      email: contacts.email,
      unsubscribed: contacts.unsubscribed,
      suppressed: contacts.suppressed,
      hardBounced: contacts.hardBounced,
      notOpenedStreak: contacts.notOpenedStreak,
      mailboxStatus: mailAccounts.status,
      mailboxProvider: mailAccounts.provider,
      imapHost: mailAccounts.imapHost,
      syncedAt: syncCursors.syncedAt,
      domainSuppressed,
      version: versionColumn,
      sequenceVersion: sql<string>`sequences.xmin::text`,
      planVersion: sequenceContacts.planVersion,
      sequencePlanVersion: sequences.planVersion,
    })
    .from(sequenceContacts)
    .innerJoin(sequences, eq(sequences.id, sequenceContacts.sequenceId))
    .leftJoin(contacts, eq(contacts.id, sequenceContacts.contactId))
    .leftJoin(mailAccounts, and(eq(mailAccounts.id, sequenceContacts.mailboxId), isOwned))
    .leftJoin(syncCursors, eq(syncCursors.mailAccountId, mailAccounts.id))
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

interface SendRow extends Record<string, unknown> {
  id: string
  pending: Facts['pendingSend']
  stepId: string | null
  visit: number
  plannedAt: string
  tracked: boolean
  openedAt: string | null
  repliedAt: string | null
  hasHits: boolean
}

/** The newest mail that went out and the row that is under way, of each enrollment. */
async function loadSendFacts(tx: Db, ids: string[]) {
  const rows = await executePrepared<SendRow>(
    tx,
    sql`
    select e.id, pending.state as pending, newest.*
    from ${ofEach('e', ids)} left join lateral (
      select s.state from email_sends s
      where s.sequence_contact_id = e.id and s.state in ('scheduled', 'claimed', 'sending', 'uncertain')
      order by s.created_at desc limit 1
    ) pending on true left join lateral (
      select s.step_id as "stepId", s.visit, s.planned_at as "plannedAt", s.tracked, l.opened_at as "openedAt",
        l.replied_at as "repliedAt", exists (
          select 1 from tracking_events t where t.email_send_id = s.id and t.type = 'open') as "hasHits"
      from email_sends s left join email_logs l on l.email_send_id = s.id
      where s.sequence_contact_id = e.id and s.state = 'sent'
      order by s.sent_at desc, s.created_at desc limit 1
    ) newest on true`,
  )
  return new Map(rows.map((row) => [row.id, { lastSend: lastSendOf(row), pendingSend: row.pending }]))
}

/** Null as well when its step was deleted. */
function lastSendOf(row: SendRow): SendFacts | null {
  if (!row.stepId) return null
  const openedAt = dateOf(row.openedAt)
  return {
    stepId: row.stepId,
    visit: row.visit,
    plannedAt: new Date(row.plannedAt),
    tracked: row.tracked,
    openedAt,
    onlyMachineHits: !openedAt && row.hasHits,
    repliedAt: dateOf(row.repliedAt),
  }
}

const dateOf = (moment: string | null) => (moment === null ? null : new Date(moment))
