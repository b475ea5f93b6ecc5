import { sql } from 'drizzle-orm'
import { contacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { listMailboxes } from '~/models/mailboxes/mailbox.server'
import { type MailboxProblem, problemOf } from '~/models/mailboxes/problem'
import { sendersOf } from '~/models/sequences/senders'
import type { Sequence } from '~/models/sequences/sequence'
import { getSequence } from '~/models/sequences/sequence.server'
import { listStepEmails, type StepEmail, sendsEmail } from '~/models/sequences/step-emails.server'
import { checkWaysBack } from '~/models/sequences/ways-back.server'
import { type Finding, stops, warns } from '~/models/shared/finding'
import { type LinkSettings, linksLeadSomewhere } from '~/models/templates/link-reach.server'
import { findPlaceholders, namePlaceholders } from '~/models/templates/placeholders'
import { compileTemplate } from '~/models/templates/render-mail'
import { paths } from '~/paths'
import type { Forecast } from './forecast.server'
import { FORECAST_DAYS } from './forecast.server'

/**
 * What would go wrong if a sequence were activated now: its steps and their texts, its mailboxes, its people and the
 * values that they lack, and, with a forecast, how long it takes under the daily limits. Most urgent first.
 * @throws AppError NOT_FOUND
 */
export async function checkReadiness(
  db: Db,
  userId: string,
  id: string,
  forecast: Forecast | null,
  env: LinkSettings,
): Promise<Finding[]> {
  const sequence = await getSequence(db, userId, id)
  const mails = await listStepEmails(db, id)
  const findings = [
    ...checkSteps(id, mails),
    ...(await checkWaysBack(db, userId, id)),
    ...(await checkMailboxes(db, userId, sequence, env)),
    ...(await checkPeople(db, id, mails)),
    ...(forecast ? checkTime(id, forecast) : []),
    ...checkLimit(sequence),
  ]
  return findings.sort((a, b) => Number(a.severity === 'warns') - Number(b.severity === 'warns'))
}

function checkSteps(id: string, mails: StepEmail[]): Finding[] {
  if (mails.length === 0) {
    return [stops('There are no steps: nothing will be sent.', 'Add a step', paths.newStep(id))]
  }
  if (!mails.some(sendsEmail)) {
    return [stops('No step sends an email.', 'Add a Send Email step', paths.newStep(id, 'send_email'))]
  }
  return mails.filter(sendsEmail).flatMap((step) => {
    const { template } = step
    if (!template) {
      return [
        stops(`${step.name} has no template: its mails wait.`, 'Choose one', paths.editStep(id, step.id)),
      ]
    }
    if (!template.htmlBody.trim() && !template.plainTextBody?.trim()) {
      return [stops(`The template of ${step.name} has no text.`, 'Write it', paths.editTemplate(template.id))]
    }
    const placeholders = findPlaceholders(template)
    if (placeholders.length > 0) {
      const names = namePlaceholders(placeholders)
      return [
        stops(
          `The template of ${step.name} still has placeholder text: ${names}.`,
          'Replace it',
          paths.editTemplate(template.id),
        ),
      ]
    }
    const compiled = compileTemplate(template)
    if (!('problem' in compiled)) return []
    return [
      stops(`The template of ${step.name}: ${compiled.problem}.`, 'Mend it', paths.editTemplate(template.id)),
    ]
  })
}

async function checkMailboxes(
  db: Db,
  userId: string,
  sequence: Sequence,
  env: LinkSettings,
): Promise<Finding[]> {
  const usable = (await listMailboxes(db, userId)).filter((box) => box.status !== 'disconnected')
  if (usable.length === 0) {
    return [
      stops('No mailbox is connected: mails wait until you connect one.', 'Connect a mailbox', paths.gmail()),
    ]
  }
  return sendersOf(sequence, usable).flatMap((box) => [
    ...stopsOf(problemOf(box)),
    ...(linksLeadSomewhere(env, box)
      ? []
      : [
          stops(
            `${box.email} does not send while APP_URL is an address of this machine only: links in its mails would lead nowhere.`,
            'Its mailbox',
            paths.gmail(),
          ),
        ]),
    ...(box.canRead
      ? []
      : [
          warns(
            `${box.email} has no IMAP server: replies and bounces of its mails will not be seen.`,
            'Add one',
            paths.editMailbox(box.id),
          ),
        ]),
  ])
}

const stopsOf = (problem: MailboxProblem | null): Finding[] =>
  problem ? [{ severity: 'stops', ...problem }] : []

/** The columns of variables that a contact may lack. */
const COLUMNS: Record<string, ReturnType<typeof sql>> = {
  first_name: sql`${contacts.firstName}`,
  last_name: sql`${contacts.lastName}`,
  company_name: sql`${contacts.organizationName}`,
}
const ALWAYS_THERE = new Set(['email', 'name', 'unsubscribe_url'])

/** In words, as the user knows them. */
const WORDS: Record<string, string> = {
  first_name: 'a first name',
  last_name: 'a last name',
  company_name: 'a company name',
}

async function checkPeople(db: Db, id: string, mails: StepEmail[]): Promise<Finding[]> {
  const needed = neededVariables(mails)
  const lacking = [...needed.keys()].map(
    (name) =>
      sql`count(*) filter (where not stopped and coalesce(${COLUMNS[name] ?? sql`${contacts.custom} ->> ${name}`}, '') = '')::int`,
  )
  const [row] = await db.execute<{ total: number; blocked: number; lacking: number[] }>(sql`
    with people as (
      select pc.contact_id as id from persona_contacts pc
      join sequence_personas sp on sp.persona_id = pc.persona_id where sp.sequence_id = ${id}
      union
      select contact_id from sequence_contacts where sequence_id = ${id} and status = 'active' and contact_id is not null
    )
    select count(*) filter (where not stopped)::int as total, count(*) filter (where stopped)::int as blocked,
      array[${sql.join([...lacking.map((one) => sql`${one}`), sql`0`], sql`, `)}] as lacking
    from (select *, suppressed or unsubscribed or hard_bounced as stopped from contacts) contacts
    join people on people.id = contacts.id`)
  if (!row || row.total === 0) {
    return [
      stops(
        'Nobody is in the sequence: link an email list with people in it.',
        'Add an email list',
        paths.linkPersona(id),
      ),
    ]
  }
  const findings = [...needed].flatMap(([name, template]) => {
    const n = row.lacking[[...needed.keys()].indexOf(name)] ?? 0
    if (n === 0) return []
    const what = WORDS[name] ?? `a value for {{${name}}}`
    return [
      stops(
        `${people(n)} without ${what}: ${n === 1 ? 'the mail waits' : 'their mails wait'} until there is one, or until the template has a default for it.`,
        'Give a default',
        paths.editTemplate(template),
      ),
    ]
  })
  if (row.blocked > 0) {
    findings.push(warns(`${people(row.blocked)} will be left out: unsubscribed, suppressed or bounced.`))
  }
  return findings
}

/** Variables that have no default, each with the template that uses it first. */
function neededVariables(mails: StepEmail[]): Map<string, string> {
  const needed = new Map<string, string>()
  for (const { template } of mails.filter(sendsEmail)) {
    const compiled = template && compileTemplate(template)
    if (!template || !compiled || 'problem' in compiled) continue
    for (const part of [...compiled.subject, ...compiled.html, ...compiled.text]) {
      if (typeof part === 'string' || part.fallback !== null || ALWAYS_THERE.has(part.variable)) continue
      if (!needed.has(part.variable)) needed.set(part.variable, template.id)
    }
  }
  return needed
}

function checkTime(id: string, forecast: Forecast): Finding[] {
  const { people: n, unreached, days } = forecast
  const findings: Finding[] = []
  const sending = days.filter((day) => day.firstMails > 0)
  if (n > 0 && unreached > 0 && sending.length > 0) {
    findings.push(
      warns(
        `The daily limits of the mailboxes let ${people(unreached)} wait for longer than ${FORECAST_DAYS} days.`,
        'Add a mailbox or raise a limit',
        paths.gmail(),
      ),
    )
  } else if (sending.length > 1) {
    findings.push(
      warns(
        `Under the daily limits it takes ${sending.length} days until everybody has the first mail.`,
        'The forecast',
        paths.sequenceForecast(id),
      ),
    )
  }
  return findings
}

const checkLimit = ({ contactLimit }: Sequence): Finding[] =>
  contactLimit === null
    ? []
    : [warns(`At most ${people(contactLimit)} will be enrolled: that is the contact limit.`)]

const people = (n: number) => (n === 1 ? '1 person' : `${n.toLocaleString('en-US')} people`)
