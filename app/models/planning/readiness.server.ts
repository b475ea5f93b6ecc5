import { sql } from 'drizzle-orm'
import type { Db } from '~/db.server'
import { lacksVariable } from '~/models/contacts/columns.server'
import { CONTACT_VARIABLES, NEVER_LACKING } from '~/models/contacts/variables'
import { listMailboxes } from '~/models/mailboxes/mailbox.server'
import { type MailboxProblem, problemOf } from '~/models/mailboxes/problem'
import { checkBranches } from '~/models/sequences/branch-checks.server'
import { sendersOf } from '~/models/sequences/senders'
import type { Sequence } from '~/models/sequences/sequence'
import { getSequence } from '~/models/sequences/sequence.server'
import {
  listStepEmails,
  nameTemplate,
  type StepEmail,
  sendsEmail,
} from '~/models/sequences/step-emails.server'
import { type Finding, stopFinding, warnFinding } from '~/models/shared/finding'
import { formatDay } from '~/models/shared/format-time'
import { areLinksReachable, type LinkSettings } from '~/models/templates/link-reach.server'
import { findPlaceholders, namePlaceholders } from '~/models/templates/placeholders'
import { compileTemplate } from '~/models/templates/render-mail'
import { paths } from '~/paths'
import { FORECAST_DAYS, type Forecast } from './forecast.server'
import { type Pace, paceInWords, paceOf } from './pace.server'

/**
 * Checks what would go wrong if a sequence were activated now: its steps and templates, its mailboxes, the values that its contacts
 * lack, and how long the first emails take under the daily limits. Most urgent first.
 * @param forecast null if it was not calculated: the last day of the first emails is not known then
 * @throws AppError NOT_FOUND
 */
export async function checkReadiness(
  db: Db,
  userId: string,
  id: string,
  forecast: Forecast | null,
  env: LinkSettings,
  now: Date,
): Promise<Finding[]> {
  const sequence = await getSequence(db, userId, id)
  const mails = await listStepEmails(db, id)
  const mailboxes = (await listMailboxes(db, userId)).filter(({ status }) => status !== 'disconnected')
  const senders = sendersOf(sequence, mailboxes)
  const counted = await countPeople(db, id, mails)
  const findings = [
    ...checkSteps(id, mails),
    ...checkDays(sequence, mails),
    ...(await checkBranches(db, userId, id)),
    ...checkMailboxes(senders, env),
    ...checkPeople(id, counted),
    ...checkTime(sequence, counted.total, forecast, await paceOf(db, idsOf(senders), now)),
    ...checkLimit(sequence),
  ]
  return findings.sort((a, b) => Number(a.severity === 'warns') - Number(b.severity === 'warns'))
}

function checkSteps(id: string, mails: StepEmail[]): Finding[] {
  if (mails.length === 0) {
    return [stopFinding('There are no steps: nothing will be sent.', 'Add a step', paths.newStep(id))]
  }
  if (!mails.some(sendsEmail)) {
    return [
      stopFinding(
        'No step sends an email.',
        'Add a Send Email step',
        paths.newStep(id, { type: 'send_email' }),
      ),
    ]
  }
  return mails.filter(sendsEmail).flatMap((step) => {
    const { template } = step
    if (!template) {
      return [
        stopFinding(
          step.isVariant
            ? `A variant of ${step.name} has no template, so its emails are held.`
            : `${step.name} has no template, so its emails are held.`,
          'Choose one',
          paths.editStep(id, step.id),
        ),
      ]
    }
    if (!template.htmlBody.trim() && !template.plainTextBody?.trim()) {
      return [stopFinding(`${nameTemplate(step)} has no text.`, 'Write it', paths.editTemplate(template.id))]
    }
    const placeholders = findPlaceholders(template)
    if (placeholders.length > 0) {
      const names = namePlaceholders(placeholders)
      return [
        stopFinding(
          `${nameTemplate(step)} still has placeholder text: ${names}.`,
          'Replace it',
          paths.editTemplate(template.id),
        ),
      ]
    }
    const compiled = compileTemplate(template)
    if (!('problem' in compiled)) return []
    return [
      stopFinding(`${nameTemplate(step)}: ${compiled.problem}.`, 'Fix', paths.editTemplate(template.id)),
    ]
  })
}

/** Steps that have no day left to send on. */
function checkDays({ id, sendDays }: Sequence, mails: StepEmail[]): Finding[] {
  if (!sendDays || sendDays.some((day) => day <= 5)) return []
  return mails
    .filter((step) => sendsEmail(step) && step.skipWeekends)
    .map(({ name, id: stepId }) =>
      stopFinding(
        `${name} skips weekends, but the sequence sends only on weekends: nothing will be sent.`,
        'Change',
        paths.editStep(id, stepId),
      ),
    )
}

const idsOf = (senders: { id: string }[]) => senders.map(({ id }) => id)

function checkMailboxes(senders: Awaited<ReturnType<typeof listMailboxes>>, env: LinkSettings): Finding[] {
  if (senders.length === 0) {
    return [
      stopFinding(
        'No mailbox is connected: emails wait until you connect one.',
        'Connect a mailbox',
        paths.gmail(),
      ),
    ]
  }
  return senders.flatMap((mailbox) => [
    ...stopsOf(problemOf(mailbox)),
    ...(areLinksReachable(env, mailbox)
      ? []
      : [
          stopFinding(
            `${mailbox.email} does not send while APP_URL is a loopback address: links in its emails would not work.`,
            'Open mailbox',
            paths.gmail(),
          ),
        ]),
    ...(mailbox.canRead
      ? []
      : [
          warnFinding(`${mailbox.email} has no IMAP server, so replies and bounces cannot be read.`, {
            label: 'Add one',
            to: paths.editMailbox(mailbox.id),
          }),
        ]),
  ])
}

const stopsOf = (problem: MailboxProblem | null): Finding[] =>
  problem ? [stopFinding(problem.text, problem.fix.label, problem.fix.to)] : []

interface People {
  /** Number of contacts in the linked lists or in the sequence who may be emailed, and of those who may not. */
  total: number
  blocked: number
  /** The variables without a default, each with the number of contacts who lack it. */
  needed: (Needed & { name: string; lacking: number })[]
}

async function countPeople(db: Db, id: string, mails: StepEmail[]): Promise<People> {
  const needed = neededVariables(mails)
  const lacking = [...needed.keys()].map(
    (name) => sql`count(*) filter (where not stopped and ${lacksVariable(name)})::int`,
  )
  const [row] = await db.execute<{ total: number; blocked: number; lacking: number[] }>(sql`
    with people as (
      select pc.contact_id as id from persona_contacts pc
      join sequence_personas sp on sp.persona_id = pc.persona_id where sp.sequence_id = ${id}
      union
      select contact_id from sequence_contacts where sequence_id = ${id} and status = 'active' and contact_id is not null
    )
    select count(*) filter (where not stopped)::int as total, count(*) filter (where stopped)::int as blocked,
      array[${sql.join([...lacking.map((sQL) => sql`${sQL}`), sql`0`], sql`, `)}] as lacking
    from (select *, suppressed or unsubscribed or hard_bounced as stopped from contacts) contacts
    join people on people.id = contacts.id`)
  const { total = 0, blocked = 0 } = row ?? {}
  return {
    total,
    blocked,
    needed: [...needed].map(([name, need], index) => ({ name, ...need, lacking: row?.lacking[index] ?? 0 })),
  }
}

function checkPeople(id: string, { total, blocked, needed }: People): Finding[] {
  if (total === 0) {
    return [
      stopFinding(
        'The sequence has no contacts. Link an email list that has some.',
        'Add an email list',
        paths.linkPersona(id),
      ),
    ]
  }
  const findings = needed.flatMap(({ name, template, always, lacking: n }) => {
    if (n === 0) return []
    const what =
      CONTACT_VARIABLES.find((variable) => variable.name === name)?.lack ?? `a value for {{${name}}}`
    const held = n === 1 ? 'the email is held' : 'their emails are held'
    const when = always ? '' : ` if they get the variant ${template.name},`
    return [
      stopFinding(
        `${people(n)} without ${what}: ${held}${when} until you add one, or a default in the template.`,
        'Add a default',
        paths.editTemplate(template.id),
      ),
    ]
  })
  if (blocked > 0) {
    findings.push(warnFinding(`${people(blocked)} will be left out: unsubscribed, suppressed or bounced.`))
  }
  return findings
}

interface Needed {
  /** The first template that uses the variable. */
  template: NonNullable<StepEmail['template']>
  /** Whether all variants of a step use it, so that no contact gets around it. */
  always: boolean
}

/** The variables without a default. */
function neededVariables(mails: StepEmail[]): Map<string, Needed> {
  const needed = new Map<string, Needed>()
  const sending = mails.filter(sendsEmail).map((mail) => ({ ...mail, names: requiredBy(mail) }))
  for (const { id, template, names } of sending) {
    const variants = sending.filter((other) => other.id === id)
    for (const name of names) {
      const always = variants.every((other) => other.names.has(name))
      const first = needed.get(name)
      if (!first) needed.set(name, { template: template!, always })
      else first.always ||= always
    }
  }
  return needed
}

/** The variables that a template uses without a default. */
function requiredBy({ template }: StepEmail): Set<string> {
  const compiled = template && compileTemplate(template)
  if (!compiled || 'problem' in compiled) return new Set()
  const parts = [...compiled.subject, ...compiled.html, ...compiled.text]
  return new Set(
    parts.flatMap((part) =>
      typeof part === 'string' || part.fallback !== null || NEVER_LACKING.has(part.variable)
        ? []
        : [part.variable],
    ),
  )
}

/** How long the first emails take, if that is more than a day. */
function checkTime(
  { id, status, contactLimit }: Sequence,
  total: number,
  forecast: Forecast | null,
  pace: Pace,
): Finding[] {
  if (pace.perDay === 0) return []
  const addMailbox = { label: 'Add a mailbox or raise a limit', to: paths.gmail() }
  if (!forecast) {
    const n = Math.min(total, contactLimit ?? total)
    const viewForecast = { label: 'View forecast', to: paths.sequenceForecast(id) }
    if (status !== 'draft' || n <= pace.perDay) return []
    return [warnFinding(`${people(n)}, ${paceInWords(pace)}.`, viewForecast, addMailbox)]
  }
  const { people: n, unreached, days, inOtherSequence, companyReplied } = forecast
  const sending = days.filter((day) => day.firstMails > 0)
  // Contacts who wait for another sequence or a colleague do not wait for a limit: the forecast names them.
  if (n > 0 && unreached > inOtherSequence && sending.length > 0) {
    const left = `${people(unreached)} will not get the first email within ${FORECAST_DAYS} days`
    return [warnFinding(`${people(n)}, ${paceInWords(pace)}. At this pace, ${left}.`, addMailbox)]
  }
  if (sending.length <= 1 || inOtherSequence + companyReplied > 0) return []
  const first = sending.reduce((sum, day) => sum + day.firstMails, 0)
  const last = `At this pace the last first email leaves on ${dayName(sending.at(-1)!.day)}`
  return [warnFinding(`${people(first)}, ${paceInWords(pace)}. ${last}.`, addMailbox)]
}

/** A day in words. @param day YYYY-MM-DD */
const dayName = (day: string) => formatDay(new Date(`${day}T12:00:00Z`), 'UTC')

const checkLimit = ({ contactLimit }: Sequence): Finding[] =>
  contactLimit === null
    ? []
    : [warnFinding(`At most ${people(contactLimit)} will be enrolled, because of the contact limit.`)]

const people = (n: number) => (n === 1 ? '1 contact' : `${n.toLocaleString('en-US')} contacts`)
