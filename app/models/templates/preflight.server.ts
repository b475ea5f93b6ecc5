import { setImmediate as nextTurn } from 'node:timers/promises'
import { and, eq, sql } from 'drizzle-orm'
import { simpleParser } from 'mailparser'
import { contacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { parseVariables, STANDARD_VARIABLES } from '~/models/shared/variables'
import { composeMail } from '~/providers/mail/message/compose'
import { cleanMailHtml, isHarmlessAddress } from './mail-html.server'
import { findPlaceholders } from './placeholders'
import type { MailFinding } from './preflight'
import { compileTemplate, type MailContent, type Recipient, renderMail, toPlainText } from './render-mail'

/** Gmail shows no more of a mail's HTML and hides the rest behind a link, the unsubscribe link included. */
const CLIPPED = 102 * 1024

const ADDRESS = 'https://mail.example/u/preview'

/**
 * What is wrong with the mail that a template makes, read from the very bytes that would leave for the sample person.
 * Worst first. Never refuses: malformed variables are a finding as well.
 * @param columns the names of the user's own columns, which are variables too
 */
export async function checkMail(
  content: MailContent,
  sample: Recipient,
  columns: ReadonlySet<string>,
): Promise<MailFinding[]> {
  // Cleaned first: HTML that is nested too deep is refused before other parsers spend seconds on it.
  const cleanHtml = cleanMailHtml(content.htmlBody)
  // Each part takes its share of a tenth of a second for the longest body; other requests get their turn in between.
  await nextTurn()
  const compiled = compileTemplate(content)
  await nextTurn()
  if ('problem' in compiled)
    return [
      { severity: 'error', text: compiled.problem, advice: 'Correct it: such a template is not saved.' },
    ]
  const findings = [
    ...checkPlaceholders(content),
    ...checkVariables(content, columns),
    ...checkWords(content),
    ...checkRemoved(content.htmlBody, cleanHtml),
  ]
  await nextTurn()
  const rendering = renderMail(compiled, sample, {
    unsubscribeUrl: ADDRESS,
    pixelUrl: null,
    signature: '',
    postalAddress: '',
  })
  if (rendering.ok) findings.push(...(await checkBytes(await compose(rendering.mail), content)))
  const rank = { error: 0, warning: 1, note: 2 }
  return findings.sort((a, b) => rank[a.severity] - rank[b.severity])
}

const compose = (mail: { subject: string; html: string; text: string }) =>
  composeMail({
    ...mail,
    sendId: 'preview',
    messageId: '<preview@mail.example>',
    date: new Date(0),
    from: { address: 'sender@mail.example' },
    to: { address: 'jane.doe@example.com' },
    unsubscribeUrl: ADDRESS,
  })

/** Names that contacts may lack; the rest are there for everybody. */
const MAY_LACK = new Set(['first_name', 'last_name', 'company_name'])

function checkVariables(content: MailContent, columns: ReadonlySet<string>): MailFinding[] {
  const parsed = parseVariables(`${content.subject}\n${content.htmlBody}\n${content.plainTextBody ?? ''}`)
  if ('problem' in parsed) return []
  const seen = new Map<string, boolean>()
  for (const part of parsed.parts) {
    if (typeof part === 'string') continue
    seen.set(part.variable, (seen.get(part.variable) ?? true) && part.fallback !== null)
  }
  const known = new Set<string>([...STANDARD_VARIABLES, 'email'])
  return [...seen].flatMap(([name, hasDefault]): MailFinding[] => {
    const example = `{{${name} | default: "…"}}`
    if (!known.has(name) && !columns.has(name)) {
      return [
        {
          severity: hasDefault ? 'warning' : 'error',
          text: `{{${name}}} is not a known variable, and none of your contacts has a column of that name.`,
          advice: hasDefault
            ? 'Everybody gets its default. Check the spelling.'
            : `Check the spelling, or give a default: ${example}. Mails wait as long as it has no value.`,
        },
      ]
    }
    if (hasDefault || (!MAY_LACK.has(name) && !columns.has(name))) return []
    return [
      {
        severity: 'warning',
        text: `{{${name}}} has no default.`,
        advice: `Mails to contacts without it wait. Give one: ${example}`,
      },
    ]
  })
}

/** What the visual builder's blocks say until somebody writes: such emails are held. */
const checkPlaceholders = (content: MailContent): MailFinding[] =>
  findPlaceholders(content).map((placeholder) => ({
    severity: 'error',
    text: `“${placeholder}” is a placeholder of the visual builder.`,
    advice: 'Replace it or remove its block. Emails wait as long as it is there.',
  }))

/** Placeholders of other programs, and of people in a hurry. */
function checkWords({ subject, htmlBody }: MailContent): MailFinding[] {
  const text = `${subject}\n${toPlainText(htmlBody)}`
  const found =
    /(?<!\{)\{[a-z][a-z_ ]{1,30}\}(?!\})|\[(?:your|my|first|last|company|insert|sender)[^[\]\n]{0,40}\](?!\()/i.exec(
      text,
    )
  return found
    ? [
        {
          severity: 'warning',
          text: `“${found[0]}” looks like a placeholder and would be sent as it stands.`,
          advice: 'Replace it by a variable such as {{first_name}}, or by your own words.',
        },
      ]
    : []
}

/** What saving takes away. */
function checkRemoved(html: string, cleanHtml: string): MailFinding[] {
  const tags = (text: string) =>
    [...text.matchAll(/<([a-z][\w:-]*)/gi)].map(([, name]) => name!.toLowerCase())
  const left = tags(cleanHtml)
  const gone = new Set(tags(html).filter((name) => !left.includes(name)))
  if (/<[^<>]*\son[a-z]+\s*=/i.test(html)) gone.add('on… attributes')
  if (/@import/i.test(html)) gone.add('@import')
  if (gone.size === 0) return []
  return [
    {
      severity: 'note',
      text: `Mail programs do not take all of this HTML: ${[...gone].slice(0, 6).join(', ')}.`,
      advice: 'It is removed when the template is saved.',
    },
  ]
}

async function checkBytes(raw: Buffer, content: MailContent): Promise<MailFinding[]> {
  const mail = await simpleParser(raw, { skipImageLinks: true, skipTextToHtml: true, skipHtmlToText: true })
  const html = typeof mail.html === 'string' ? mail.html : ''
  const text = mail.text ?? ''
  const findings: MailFinding[] = []
  const size = Buffer.byteLength(html)
  if (size > CLIPPED) {
    findings.push({
      severity: 'warning',
      text: `The HTML is ${Math.ceil(size / 1024)} KB. Gmail cuts mails at 102 KB, with the unsubscribe link.`,
      advice: 'Shorten it, or take out styles and comments that nothing uses.',
    })
  }
  // The parser gathers the headers that begin with List- under one name.
  if (!(mail.headers.get('list') as { unsubscribe?: unknown } | undefined)?.unsubscribe)
    findings.push({
      severity: 'error',
      text: 'The mail has no List-Unsubscribe header.',
      advice: 'Gmail and Yahoo refuse such bulk mail.',
    })
  if (!/\{\{-?\s*unsubscribe_url\b/.test(content.htmlBody)) {
    findings.push({
      severity: 'note',
      text: 'There is no unsubscribe link in the body.',
      advice: 'One is added below it. To place it yourself, link to {{unsubscribe_url}}.',
    })
  }
  const ownText = text.replaceAll(ADDRESS, '').replace(/Unsubscribe:\s*$|[[\]\s]/g, '')
  if (!ownText) {
    findings.push({
      severity: 'warning',
      text: 'The mail has no text part: there are only pictures, or nothing.',
      advice: 'Write some text, or fill in the Plain Text Body. Filters distrust mails without words.',
    })
  } else if (content.plainTextBody === null) {
    findings.push({
      severity: 'note',
      text: 'There is no plain text body.',
      advice: 'It is made from the HTML. See how it reads in the Plain Text tab.',
    })
  }
  return [...findings, ...checkLinks(html)]
}

const ELEMENT = /<(a|area|img|td|table|body)\b([^<>]*)>/gi
const ADDRESS_ATTRIBUTE = /\s(href|src|background)\b(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/i

function checkLinks(html: string): MailFinding[] {
  const findings = new Map<string, MailFinding>()
  for (const [, element, attributes] of html.matchAll(ELEMENT)) {
    const [, attribute, double, single, bare] = ADDRESS_ATTRIBUTE.exec(attributes!) ?? []
    if (!attribute) continue
    const address = unescaped(double ?? single ?? bare ?? '').trim()
    const problem = problemOf(address)
    if (!problem) continue
    const what = attribute === 'href' ? 'link' : 'picture'
    const shown = address.length > 80 ? `${address.slice(0, 80)}…` : address
    const text = address ? `The ${what} “${shown}” ${problem.says}.` : `A ${what} ${problem.says}.`
    findings.set(`${element} ${address}`, { severity: problem.severity, text, advice: problem.advice })
  }
  return [...findings.values()].slice(0, 20)
}

/** Why an address leads nowhere for somebody who reads the mail; null when it does. */
function problemOf(
  address: string,
): { severity: MailFinding['severity']; says: string; advice: string } | null {
  const full = 'Write the whole address, beginning with https://.'
  if (address === '' || address === '#') return { severity: 'warning', says: 'leads nowhere', advice: full }
  if (!isHarmlessAddress(address))
    return {
      severity: 'error',
      says: 'is of a kind that mail programs block',
      advice: 'It is removed when the template is saved. Use https://, mailto: or tel:.',
    }
  if (address.startsWith('#') || /^(mailto|tel|sms|cid):./i.test(address)) return null
  if (!/^https?:/i.test(address)) {
    return /^(www\.|[\w-]+\.(com|org|net|io|de|fr|co))/i.test(address)
      ? { severity: 'error', says: 'has no https:// before it', advice: full }
      : { severity: 'error', says: 'is relative: a mail has no site that it belongs to', advice: full }
  }
  const host = URL.canParse(address) ? new URL(address).hostname : ''
  const broken =
    /\s/.test(address) ||
    !/^https?:\/\/[^/]/i.test(address) ||
    !host ||
    !(host.includes('.') || host === 'localhost' || host.includes(':'))
  return broken ? { severity: 'error', says: 'is not a valid address', advice: full } : null
}

const unescaped = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

/** Contacts that are looked at for the names of a user's own columns. */
const LOOK_AT = 2000

/** The names of the user's own columns, as far as recent contacts have them. */
export async function listCustomColumns(db: Db, userId: string): Promise<Set<string>> {
  const some = db
    .select({ custom: contacts.custom })
    .from(contacts)
    .where(and(eq(contacts.userId, userId), sql`${contacts.custom} <> '{}'::jsonb`))
    .limit(LOOK_AT)
    .as('some')
  const rows = await db.selectDistinct({ name: sql<string>`jsonb_object_keys(${some.custom})` }).from(some)
  return new Set(rows.map(({ name }) => name))
}
