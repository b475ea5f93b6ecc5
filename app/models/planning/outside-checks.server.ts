import sanitizeHtml from 'sanitize-html'
import type { Db } from '~/db.server'
import { AppError } from '~/errors'
import { requirePoints } from '~/models/accounts/rate-limit.server'
import { checkMailboxDomains } from '~/models/mailboxes/domain-health.server'
import { listMailboxes } from '~/models/mailboxes/mailbox.server'
import { sendersOf } from '~/models/sequences/senders'
import { getSequence } from '~/models/sequences/sequence.server'
import {
  listStepEmails,
  nameTemplate,
  type StepEmail,
  sendsEmail,
} from '~/models/sequences/step-emails.server'
import { type Finding, warnFinding } from '~/models/shared/finding'
import { paths } from '~/paths'
import type { Providers } from '~/providers/factory.server'

/** The maximum number of mailboxes and links of one check: each mailbox takes about thirty DNS queries, each link up to six requests. */
const MAX_MAILBOXES = 5
const MAX_LINKS = 20
/** Links that are tried at the same moment. */
const AT_ONCE = 5

/** Checks of one user in ten minutes. */
const LIMIT = { points: 20, windowSeconds: 600 }

export interface OutsideChecks {
  findings: Finding[]
  /** The sending addresses and links that were checked. */
  senders: number
  links: number
}

/**
 * Checks what only other servers know about a sequence: the SPF, DKIM and DMARC records of its senders, and whether the links in its
 * emails answer. Takes up to half a minute if those servers do not answer.
 * @throws AppError NOT_FOUND; TOO_MANY_REQUESTS
 */
export async function checkOutside(
  db: Db,
  userId: string,
  id: string,
  { domains, links }: Pick<Providers, 'domains' | 'links'>,
): Promise<OutsideChecks> {
  const sequence = await getSequence(db, userId, id)
  await requirePoints(
    db,
    [{ key: `outside-checks:${userId}`, ...LIMIT }],
    'You have checked this very often.',
  )
  const usable = (await listMailboxes(db, userId)).filter(({ status }) => status !== 'disconnected')
  const senders = sendersOf(sequence, usable).slice(0, MAX_MAILBOXES)
  const found = linksOf((await listStepEmails(db, id)).filter(sendsEmail)).slice(0, MAX_LINKS)
  const [ofSenders, ofLinks] = await Promise.all([
    Promise.all(senders.map((sender) => checkSender(db, userId, sender.id, domains))),
    checkLinks(found, links),
  ])
  // Mailboxes of one domain have the same findings.
  const bySentence = new Map([...ofSenders.flat(), ...ofLinks].map((finding) => [finding.text, finding]))
  return { findings: [...bySentence.values()], senders: senders.length, links: found.length }
}

async function checkSender(
  db: Db,
  userId: string,
  mailboxId: string,
  names: Providers['domains'],
): Promise<Finding[]> {
  const checked = await checkMailboxDomains(db, userId, mailboxId, names).catch((error) => {
    // The mailbox was removed a moment ago.
    if (error instanceof AppError && error.code === 'NOT_FOUND') return { domains: [] }
    throw error
  })
  return checked.domains.flatMap(({ domain, findings }) =>
    findings
      .filter(({ verdict }) => verdict === 'bad' || verdict === 'warn')
      .map(({ text }) =>
        warnFinding(`${domain}: ${text}`, { label: 'What to do', to: paths.mailboxHealth(mailboxId) }),
      ),
  )
}

interface FoundLink {
  url: string
  /** The first email with the link. */
  email: StepEmail
}

/** The distinct links of emails. Those with variables differ from contact to contact and are left out. */
function linksOf(emails: StepEmail[]): FoundLink[] {
  const found = new Map<string, FoundLink>()
  for (const email of emails) {
    sanitizeHtml(email.template?.htmlBody ?? '', {
      allowedTags: ['a'],
      transformTags: {
        a: (tagName, attribs) => {
          const url = attribs.href?.trim() ?? ''
          if (/^https?:/i.test(url) && !url.includes('{{') && !found.has(url)) found.set(url, { url, email })
          return { tagName, attribs }
        },
      },
    })
  }
  return [...found.values()]
}

async function checkLinks(found: FoundLink[], links: Providers['links']): Promise<Finding[]> {
  const findings: Finding[] = []
  for (let from = 0; from < found.length; from += AT_ONCE) {
    const some = found.slice(from, from + AT_ONCE)
    const problems = await Promise.all(some.map(({ url }) => links.problemOf(url)))
    for (const [index, problem] of problems.entries()) {
      if (!problem) continue
      const { url, email } = some[index]!
      const shown = url.length > 80 ? `${url.slice(0, 79)}…` : url
      findings.push(
        warnFinding(`${nameTemplate(email)}: the link ${shown} ${problem}.`, {
          label: 'Edit',
          to: paths.editTemplate(email.template!.id),
        }),
      )
    }
  }
  return findings
}
