import { and, eq, sql } from 'drizzle-orm'
import { contacts, mailAccounts, sequenceContacts, sequences, settings, syncCursors } from '#drizzle/schema'
import { type Db, executePrepared } from '~/db.server'
import { fromRow } from '~/engine/row'
import type { ContactHoldReason, Facts, SendFacts, Snapshot } from '~/engine/types'
import { CONTACT_SETTING_DEFAULTS } from '~/models/accounts/contact-settings'
import { isReadable } from '~/models/shared/mailboxes/kinds.server'
import { isOwned } from '~/models/shared/mailboxes/owner.server'
import { isAmong, ofEach } from '~/models/shared/row-arrays.server'
import { type ContactPlace, contactZone } from './contact-zone.server'
import { type KeptVersion, loadVersions } from './kept-version.server'
import { otherSequence } from './other-sequence.server'
import { planInZones, plansOfVersions, readPlans } from './plans.server'
import { countedEmails, pressureOf } from './pressure.server'

/** An enrollment as the engine sees it, with the ids that the engine does not need. */
export interface LoadedEnrollment {
  snapshot: Snapshot
  userId: string
  sequenceId: string
  contactId: string | null
  email: string | null
  /** Where the contact is, which determines its time zone. */
  place: ContactPlace
  /** Null if there is none or it was disconnected. */
  mailboxId: string | null
  /** The version of the sequence that it stays on; null if it follows the current one. The plan of the snapshot is that of the version. */
  version: KeptVersion | null
  /** Set when the sequence was edited and the job has not replanned this enrollment yet: the plan version to replan to first. */
  replanTo: number | null
}

/** Whether the contact's domain is suppressed. Uses columns of `sequence_contacts` and `contacts`. */
const domainSuppressed = sql<boolean>`exists (select 1 from suppressions d where d.user_id = sequence_contacts.user_id
  and d.domain = split_part(lower(contacts.email), '@', -1))`

/** What the user has to decide about the contact: of several holds, the one that lasts longest. */
const contactHold = (now: Date) => sql<{
  reason: ContactHoldReason
  until: string
  detail: string
} | null>`(
  select jsonb_build_object('reason', h.reason, 'until', h.until, 'detail', h.detail) from contact_holds h
  where h.contact_id = sequence_contacts.contact_id and h.until > ${now.toISOString()}::timestamptz
  order by h.until desc, h.reason limit 1)`
/** Whether the user has to decide on an opt-out of the contact. */
const optOutAsked = sql<boolean>`exists (select 1 from inbound_messages q
  where q.contact_id = sequence_contacts.contact_id and q.opt_out = 'asked')`

/** The plan version that an enrollment must be planned with. Edits leave out those that stay on an earlier version. */
const planVersionToReach = sql<number>`case when ${sequenceContacts.versionId} is null
  then ${sequences.planVersion} else ${sequences.keptPlanVersion} end`

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
 * Loads everything that decisions about these enrollments depend on, in a fixed number of queries. The caller holds the locks.
 * Skips enrollments that no longer exist; keeps the order of `ids`.
 */
export async function loadSnapshots(tx: Db, ids: string[], now: Date): Promise<LoadedEnrollment[]> {
  if (ids.length === 0) return []
  const readRows = tx
    .select({
      ...stateColumns,
      userId: sequenceContacts.userId,
      sequenceId: sequenceContacts.sequenceId,
      contactId: sequenceContacts.contactId,
      mailboxId: mailAccounts.id,
      email: contacts.email,
      zone: contacts.timezone,
      state: contacts.state,
      country: contacts.country,
      useContactTimezone: sequences.useContactTimezone,
      unsubscribed: contacts.unsubscribed,
      suppressed: contacts.suppressed,
      hardBounced: contacts.hardBounced,
      notOpenedStreak: contacts.notOpenedStreak,
      mailboxStatus: mailAccounts.status,
      matched: sequenceContacts.matchedProvider,
      mailboxHeldUntil: mailAccounts.heldUntil,
      canRead: isReadable,
      syncedAt: syncCursors.syncedAt,
      domainSuppressed,
      contactHold: contactHold(now),
      optOutAsked,
      contactSettings: settings.value,
      pressure: countedEmails(sequenceContacts.contactId),
      otherSequence,
      versionId: sequenceContacts.versionId,
      planVersion: sequenceContacts.planVersion,
      sequencePlanVersion: planVersionToReach,
    })
    .from(sequenceContacts)
    .innerJoin(sequences, eq(sequences.id, sequenceContacts.sequenceId))
    .leftJoin(contacts, eq(contacts.id, sequenceContacts.contactId))
    .leftJoin(mailAccounts, and(eq(mailAccounts.id, sequenceContacts.mailboxId), isOwned))
    .leftJoin(syncCursors, eq(syncCursors.mailAccountId, mailAccounts.id))
    .leftJoin(settings, and(eq(settings.userId, sequenceContacts.userId), eq(settings.key, 'contacts')))
    .where(isAmong(sequenceContacts.id, ids))
  const sequenceIds = sql`select sequence_id from sequence_contacts where ${isAmong(sequenceContacts.id, ids)}`
  // Sent to PostgreSQL together: most of their time is the round trip.
  const [rows, sends, plans] = await Promise.all([
    readRows,
    loadSendFacts(tx, ids),
    readPlans(tx, sql`${sequences.id} in (${sequenceIds})`, now),
  ])
  const versions = await loadVersions(
    tx,
    rows.map((row) => row.versionId),
  )
  const keptPlans = await plansOfVersions(versions, plans, now)
  const loaded = new Map<string, LoadedEnrollment>()
  const planIn = planInZones()
  for (const row of rows) {
    const facts: Facts = {
      contact: {
        unsubscribed: row.unsubscribed ?? false,
        suppressed: row.suppressed ?? false,
        hardBounced: row.hardBounced ?? false,
        domainSuppressed: row.domainSuppressed,
        optOutAsked: row.optOutAsked,
        notOpenedStreak: row.notOpenedStreak ?? 0,
        maxNotOpens: notOpenLimit(row.contactSettings),
        ...(row.contactHold && { held: { ...row.contactHold, until: new Date(row.contactHold.until) } }),
      },
      mailbox: row.mailboxStatus && {
        connected: row.mailboxStatus === 'connected',
        waitedUntil: row.mailboxHeldUntil,
        canRead: row.canRead,
        lastSyncEndedAt: row.syncedAt,
        ...(row.matched && { matched: row.matched }),
      },
      ...(sends.get(row.id) ?? { lastSend: null, pendingSend: null }),
      pressure: pressureOf(row.pressure),
      otherSequence: row.otherSequence,
    }
    const { userId, sequenceId, contactId, mailboxId, email } = row
    const enrollment = fromRow(row)
    const place = { timezone: row.zone, state: row.state, country: row.country }
    const version = (row.versionId && versions.get(row.versionId)) || null
    const zone = (version?.settings ?? row).useContactTimezone ? contactZone(place) : null
    const plan = version ? keptPlans.get(version.id) : plans.get(sequenceId)
    const snapshot = { plan: planIn(plan!, zone), enrollment, facts, now }
    const replanTo = row.planVersion < row.sequencePlanVersion ? row.sequencePlanVersion : null
    const ids = { userId, sequenceId, contactId, mailboxId }
    loaded.set(row.id, { ...ids, snapshot, email, place, version, replanTo })
  }
  return ids.flatMap((id) => loaded.get(id) ?? [])
}

/** How many emails in a row a contact of this user may leave unopened. */
export async function loadNotOpenLimit(db: Db, userId: string): Promise<number> {
  const [row] = await db
    .select({ value: settings.value })
    .from(settings)
    .where(and(eq(settings.userId, userId), eq(settings.key, 'contacts')))
  return notOpenLimit(row?.value)
}

const notOpenLimit = (contactSettings: unknown): number =>
  (contactSettings as { maxContinuousNotOpens: number } | null | undefined)?.maxContinuousNotOpens ??
  CONTACT_SETTING_DEFAULTS.maxContinuousNotOpens

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

/** Loads the latest email sent and the state of the pending send of each enrollment. */
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

/** Null if nothing was sent, or if the step was deleted. */
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
