import type { Recipient } from '~/models/contacts/variables'
import { toPlainText } from '~/models/shared/plain-text'
import type { LiveResult } from '../live-check'
import { checkEmail } from '../preflight.server'
import { compileTemplate, type MailContent, renderMail } from '../render-mail'
import { SAMPLE_CONTACT } from './sample'

/** Words that people read in a minute. */
const READING_SPEED = 240

/**
 * Shows an email that is being written to one contact, counts its words and checks it.
 * @param content sanitized @param columns the variables of the user's own fields
 */
export async function showLive(
  content: MailContent,
  recipient: Recipient,
  frame: Frame,
  columns: ReadonlySet<string>,
): Promise<Omit<LiveResult, 'contact' | 'mailbox' | 'lacking'>> {
  const plain = toPlainText(content.htmlBody, { links: false })
  const words = plain.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
  return {
    ...render(content, recipient, frame),
    words,
    seconds: Math.ceil((words / READING_SPEED) * 60),
    findings: plain.trim() ? await checkEmail(content, { ...SAMPLE_CONTACT, custom: {} }, columns) : [],
  }
}

interface Frame {
  appUrl: string
  signature: string
  postalAddress: string
}

/** The email for one contact. Where it has no value, the variable's name stands. */
function render(
  content: MailContent,
  recipient: Recipient,
  { appUrl, signature, postalAddress }: Frame,
): Pick<LiveResult, 'problem' | 'subject' | 'html' | 'text' | 'held' | 'unfit'> {
  const template = compileTemplate(content)
  const nothing = { subject: '', html: '', text: '', held: [], unfit: [] }
  if ('problem' in template) return { problem: template.problem, ...nothing }
  const frame = { unsubscribeUrl: `${appUrl}/u/preview`, pixelUrl: null, signature, postalAddress }
  const first = renderMail(template, recipient, frame)
  const held = first.ok ? [] : first.missing
  const named = Object.fromEntries(held.map((name) => [name, `[${name}]`]))
  const filled = { ...recipient, custom: { ...recipient.custom, ...named } }
  const shown = first.ok ? first : renderMail(template, filled, frame)
  const unfit = first.ok ? first.unfit : []
  return shown.ok ? { problem: null, ...shown.mail, held, unfit } : { problem: null, ...nothing, held }
}
