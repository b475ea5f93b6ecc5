import { setImmediate as nextTurn } from 'node:timers/promises'
import { simpleParser } from 'mailparser'
import { intendedVariable, variableByAlias } from '~/models/contacts/known-variables.server'
import { NEVER_LACKING, type Recipient, STANDARD_VARIABLES } from '~/models/contacts/variables'
import { toPlainText } from '~/models/shared/plain-text'
import { composeMail } from '~/providers/mail/message/compose'
import { type LackingCount, lackText, usedVariables } from './lacking.server'
import { sanitizeEmailHtml } from './mail-html.server'
import { findMergeTags } from './merge-tags'
import { findPlaceholders } from './placeholders'
import { checkLinks, type MailFinding } from './preflight'
import { compileTemplate, type MailContent, renderMail } from './render-mail'

/** Gmail clips longer HTML and hides the rest behind a link, including the unsubscribe link. */
const CLIPPED = 102 * 1024

const ADDRESS = 'https://mail.example/u/preview'

/**
 * Checks the email that a template produces for the sample contact, down to the composed message. Returns the findings, worst
 * first. Never throws for bad content: malformed variables are a finding, too.
 * @param columns the variables of the user's own fields
 * @param lacking how many contacts lack a value, where that is known and not shown besides
 */
export async function checkEmail(
  content: MailContent,
  sample: Recipient,
  columns: ReadonlySet<string>,
  lacking: LackingCount[] = [],
): Promise<MailFinding[]> {
  // Sanitized first, so that deeply nested HTML is refused before other parsers spend seconds on it.
  const cleanHtml = sanitizeEmailHtml(content.htmlBody)
  // The steps take up to 0.1 s in total for the longest body. Yield in between, so that other requests are served.
  await nextTurn()
  const compiled = compileTemplate(content)
  await nextTurn()
  if ('problem' in compiled)
    return [
      {
        severity: 'error',
        text: compiled.problem,
        advice: 'Correct it. The template cannot be saved like this.',
      },
    ]
  const findings = [
    ...checkPlaceholders(content),
    ...checkVariables(content, columns, lacking),
    ...checkWords(content),
    ...checkSpamWords(content),
    ...checkRemoved(content.htmlBody, cleanHtml),
  ]
  await nextTurn()
  const rendering = renderMail(compiled, sample, {
    unsubscribeUrl: ADDRESS,
    pixelUrl: null,
    signature: '',
    postalAddress: '',
  })
  if (rendering.ok) findings.push(...(await checkMessage(await compose(rendering.mail), content)))
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

function checkVariables(
  { subject, htmlBody, plainTextBody }: MailContent,
  columns: ReadonlySet<string>,
  lacking: LackingCount[],
): MailFinding[] {
  const seen = usedVariables([subject, htmlBody, plainTextBody ?? ''])
  return [...seen].flatMap(([name, hasDefault]): MailFinding[] => {
    const example = `{{${name} | default: "…"}}`
    if (!STANDARD_VARIABLES.includes(name) && !columns.has(name)) {
      const intended = intendedVariable(name, columns) ?? variableByAlias(name)
      const check = intended ? `Did you mean {{${intended}}}?` : 'Check the spelling.'
      return [
        {
          severity: hasDefault ? 'warning' : 'error',
          text: `{{${name}}} is not a known variable, and none of your contacts has a column of that name.`,
          advice: hasDefault
            ? `Every contact gets the default. ${check}`
            : `${check} Or add a default: ${example}. Emails are held as long as it has no value.`,
        },
      ]
    }
    if (hasDefault || NEVER_LACKING.has(name)) return []
    const counted = lacking.find(({ variable }) => variable === name)
    return [
      {
        severity: 'warning',
        text: counted
          ? `{{${name}}} has no default, and ${lackText(counted)}.`
          : `{{${name}}} has no default.`,
        advice: `Emails to contacts without a value are held. Add a default: ${example}`,
      },
    ]
  })
}

/** Default texts of the visual builder's blocks, and tags of other programs. Emails with them are held. */
const checkPlaceholders = (content: MailContent): MailFinding[] =>
  findPlaceholders(content).map((placeholder) =>
    findMergeTags(placeholder).length > 0
      ? {
          severity: 'error',
          text: `“${placeholder}” is not a variable.`,
          advice: 'Replace it with a variable such as {{first_name}}. Until then, emails are held.',
        }
      : {
          severity: 'error',
          text: `“${placeholder}” is a placeholder of the visual builder.`,
          advice: 'Replace it or remove its block. Until then, emails are held.',
        },
  )

/** Placeholders in the style of other programs, or typed by hand. */
function checkWords({ subject, htmlBody }: MailContent): MailFinding[] {
  const text = `${subject}\n${toPlainText(htmlBody)}`
  const found =
    /(?<!\{)\{[a-z][a-z_ ]{1,30}\}(?!\})|\[(?:your|my|the|first|last|company|insert|sender)[^[\]\n]{0,40}\](?!\()/i.exec(
      text,
    )
  // Emails with these are held.
  return found && findMergeTags(found[0]).length === 0
    ? [
        {
          severity: 'warning',
          text: `“${found[0]}” looks like a placeholder and would be sent as is.`,
          advice: 'Replace it with a variable such as {{first_name}}, or with your own words.',
        },
      ]
    : []
}

/** Phrases that are typical of spam, in lower case. */
const SPAM_PHRASES = [
  ...['act now', 'limited time', 'click here', 'buy now', 'order now', 'risk-free', 'risk free', '100% free'],
  ...['free gift', 'free trial', 'guaranteed', 'no obligation', 'once in a lifetime', 'special promotion'],
  ...['earn money', 'extra income', 'make money', 'cash bonus', 'double your', 'best price', 'lowest price'],
  ...[
    'dear friend',
    'this is not spam',
    'urgent',
    'winner',
    'congratulations',
    'miracle',
    'no strings attached',
  ],
]
const SPAM = new RegExp(`(?<![\\p{L}\\p{N}])(?:${SPAM_PHRASES.join('|')})(?![\\p{L}\\p{N}])`, 'giu')

function checkSpamWords({ subject, htmlBody }: MailContent): MailFinding[] {
  const text = `${subject}\n${toPlainText(htmlBody, { links: false })}`
  const found = [...new Set([...text.matchAll(SPAM)].map(([phrase]) => phrase.toLowerCase()))]
  if (found.length === 0) return []
  return [
    {
      severity: 'note',
      text: `Words that are common in spam: ${found
        .slice(0, 5)
        .map((phrase) => `“${phrase}”`)
        .join(', ')}.`,
      advice: 'Spam filters may count them. Say it in your own words.',
    },
  ]
}

/** HTML that is removed when the template is saved. */
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
      text: `Email clients do not support some of this HTML: ${[...gone].slice(0, 6).join(', ')}.`,
      advice: 'It is removed when the template is saved.',
    },
  ]
}

async function checkMessage(raw: Buffer, content: MailContent): Promise<MailFinding[]> {
  const mail = await simpleParser(raw, { skipImageLinks: true, skipTextToHtml: true, skipHtmlToText: true })
  const html = typeof mail.html === 'string' ? mail.html : ''
  const text = mail.text ?? ''
  const findings: MailFinding[] = []
  const size = Buffer.byteLength(html)
  if (size > CLIPPED) {
    findings.push({
      severity: 'warning',
      text: `The HTML is ${Math.ceil(size / 1024)} KB. Gmail clips emails at 102 KB and hides the unsubscribe link.`,
      advice: 'Shorten it, or remove unused styles and comments.',
    })
  }
  // The parser groups all List-* headers under `list`.
  if (!(mail.headers.get('list') as { unsubscribe?: unknown } | undefined)?.unsubscribe)
    findings.push({
      severity: 'error',
      text: 'The email has no List-Unsubscribe header.',
      advice: 'Gmail and Yahoo refuse bulk email without it.',
    })
  if (!/\{\{-?\s*unsubscribe_url\b/.test(content.htmlBody)) {
    findings.push({
      severity: 'note',
      text: 'There is no unsubscribe link in the body.',
      advice: 'One is added below the body. To place it yourself, link to {{unsubscribe_url}}.',
    })
  }
  const ownText = text.replaceAll(ADDRESS, '').replace(/Unsubscribe:\s*$|[[\]\s]/g, '')
  if (!ownText) {
    findings.push({
      severity: 'warning',
      text: 'The email has no text: its body is empty or has only pictures.',
      advice: 'Write some text, or fill in the Plain Text Body. Spam filters distrust emails without text.',
    })
  } else if (content.plainTextBody === null) {
    findings.push({
      severity: 'note',
      text: 'There is no plain text body.',
      advice: 'It is generated from the HTML. Check the result in the Plain Text tab.',
    })
  }
  return [...findings, ...checkLinks(html)]
}
