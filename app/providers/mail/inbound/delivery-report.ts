import { parseFields } from '~/providers/mail/message/mime-parts'
import { type BounceClass, classifyFailure, isVague, statusIn } from './delivery-status'

/** A mail system's report about a message of ours. */
export interface DeliveryReport {
  kind: 'bounce' | 'complaint' | 'other'
  class: BounceClass | null
  /** The recipients that it is about, lower case; complaints often omit them. */
  recipients: string[]
  status: string | null
  /** The remote server's message. */
  reason: string
  /** The headers of the returned message, as far as they are included. */
  returned: Map<string, string[]>
}

/** The most recipients taken from one report; our messages have one. */
export const MAX_RECIPIENTS = 20
const MAX_REASON = 500

/** What accompanies the fields of a delivery report. */
export interface Surroundings {
  /** Addresses of the X-Failed-Recipients header. */
  failed: string[]
  /** The human-readable text. */
  words: string
  returned: DeliveryReport['returned']
}

type Block = Map<string, string[]>
type Action = 'failed' | 'delayed' | 'delivered'

/** RFC 3464: a block about the message, then one per recipient. Null if it names no recipient. */
export function readDeliveryFields(fields: string, around: Surroundings): DeliveryReport | null {
  const blocks = fields
    .trim()
    .split(/(?:\r?\n[ \t]*){2,}/, MAX_RECIPIENTS + 1)
    .map(parseFields)
    .filter((block) => block.has('final-recipient') || block.has('original-recipient'))
  if (blocks.length === 0) return null
  const lost = blocks.filter((block) => actionOf(block) === 'failed')
  const about = lost.length > 0 ? lost : blocks
  const named = unique([...about.map(recipientOf), ...(lost.length > 0 ? around.failed : [])])
  const first = about[0]!
  const reason = reasonOf(first, lost.length > 0 ? around.words : '')
  const base = { recipients: named, reason, returned: around.returned }
  // Delayed, relayed, delivered: reports about a message that has not failed.
  if (lost.length === 0)
    return { ...base, kind: 'other', class: null, status: statusIn(field(first, 'status')) }
  const classes = lost.map((block) =>
    classifyFailure(statusOf(block, around.words), reasonOf(block, around.words)),
  )
  // One verdict per report: an address that is only full must not be marked invalid along with another one.
  const judged = classes.find((found) => found !== 'hard') ?? classes[0]!
  return {
    ...base,
    kind: 'bounce',
    class: classes.every((found) => found === 'hard') ? 'hard' : judged,
    status: statusOf(first, around.words),
  }
}

const field = (block: Block, name: string): string => block.get(name)?.[0] ?? ''

function actionOf(block: Block): Action {
  const action = field(block, 'action').toLowerCase()
  if (action.startsWith('delayed')) return 'delayed'
  if (/^(delivered|relayed|expanded)/.test(action)) return 'delivered'
  if (action !== '') return 'failed'
  if (block.has('will-retry-until')) return 'delayed'
  return field(block, 'status').startsWith('2') ? 'delivered' : 'failed'
}

/** The original recipient if the report has it, else the final one. */
function recipientOf(block: Block): string {
  const final = addressIn(field(block, 'final-recipient'))
  return addressIn(field(block, 'original-recipient')) || final
}

/** The Status field; if that is unspecific ("5.0.0"), the code in the text, which is often more precise. */
function statusOf(block: Block, words: string): string | null {
  const stated = statusIn(field(block, 'status'))
  if (stated && !isVague(stated)) return stated
  return statusIn(diagnosticOf(block)) ?? statusIn(words) ?? stated
}

/** The remote server's message without its type: "smtp; 550 5.1.1 …", "X-Unix; 67". */
function diagnosticOf(block: Block): string {
  return field(block, 'diagnostic-code').replace(/^\s*[\w-]{1,30}\s*;\s*/, '')
}

/** The server's message; if that is a bare number or missing, the human-readable text. */
function reasonOf(block: Block, words: string): string {
  const diagnostic = diagnosticOf(block)
  return tidyReason(/\p{L}{2}/u.test(diagnostic) ? diagnostic : `${diagnostic} ${words}`)
}

/** One line of bounded length. */
export const tidyReason = (words: string): string =>
  words.slice(0, 4_000).replace(/\s+/g, ' ').trim().slice(0, MAX_REASON)

/**
 * The bare address in "rfc822; <a@b>", "utf-8; …" and the like, lower case; empty if there is none. Decodes RFC 6533 ("\x{E9}") and
 * RFC 3461 ("+40" for the @). Bounded, because the search is slow on a long word without an @.
 */
export function addressIn(text: string): string {
  const plain = text
    .slice(0, 600)
    .replace(/^\s*[\w-]{1,20}\s*;/, '')
    .replace(/\\x\{([0-9A-F]{1,6})\}/gi, (all, hex: string) => {
      const code = Number.parseInt(hex, 16)
      return code > 0x20 && code <= 0x10ffff ? String.fromCodePoint(code) : all
    })
  const address = plain.includes('@') ? plain : plain.replace(/\+40/, '@')
  const found = /[^\s<>;:,"()[\]@]{1,64}@[^\s<>;:,"'()[\]@]{1,253}/.exec(address)?.[0] ?? ''
  return found.replace(/^'|(?<!\.)\.+$/g, '').toLowerCase()
}

/** Deduplicated, without empty entries, bounded. */
export const unique = (found: string[]): string[] =>
  [...new Set(found.filter((text) => text !== ''))].slice(0, MAX_RECIPIENTS)
